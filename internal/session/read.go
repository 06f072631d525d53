package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
)

// A Command is a command of the person.
type Command string

// The commands.
const (
	DoMove   Command = "move" // a move; the word itself is not typed
	DoUndo   Command = "undo"
	DoHint   Command = "hint"
	DoEval   Command = "eval"
	DoMoves  Command = "moves"
	DoBoard  Command = "board"
	DoResign Command = "resign"
	DoSwap   Command = "swap"
	DoNew    Command = "new"
	DoHelp   Command = "help"
	DoQuit   Command = "quit"
)

// A Word is a command with its help.
type Word struct {
	Command Command
	Doc     string
}

// Words returns the commands that can be typed.
func Words() []Word {
	return []Word{
		{DoUndo, "take back your last move"},
		{DoHint, "what the computer would do"},
		{DoEval, "how the game stands"},
		{DoMoves, "list the legal moves; \"moves e\" those that begin with e"},
		{DoBoard, "show the board"},
		{DoResign, "give up"},
		{DoSwap, "change sides"},
		{DoNew, "begin a new game"},
		{DoHelp, "list the commands"},
		{DoQuit, "leave"},
	}
}

// An Input is the meaning of a typed line.
type Input struct {
	Command Command
	Move    game.Move // of DoMove
	Rest    string    // the text after the word
}

// Read parses a typed line: the text of a move, a command, the number of a move, or an
// unambiguous beginning of a move. A command that looks like a move can be written with
// a leading colon.
func (s *Seat) Read(line string) (Input, error) {
	line = strings.TrimSpace(line)
	for _, of := range []func(Choice) string{writtenText, ruleText} { // the names of columns and rows may differ
		for _, c := range s.Choices() {
			if of(c) == line {
				return Input{Command: DoMove, Move: c.Move}, nil
			}
		}
	}
	if in, ok := readCommand(line); ok {
		return in, nil
	}
	switch s.Phase() {
	case Over:
		return Input{}, errOver
	case Others:
		return Input{}, errNotYours
	}
	c, err := s.Choices().Find(line)
	if err != nil {
		return Input{}, err
	}
	return Input{Command: DoMove, Move: c.Move}, nil
}

func readCommand(line string) (Input, bool) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, ":"), " ")
	switch word {
	case "q":
		word = string(DoQuit)
	case "?":
		word = string(DoHelp)
	}
	known := slices.ContainsFunc(Words(), func(w Word) bool { return string(w.Command) == word })
	if !known || rest != "" && word != string(DoMoves) {
		return Input{}, false
	}
	return Input{Command: Command(word), Rest: strings.TrimSpace(rest)}, true
}

// Find returns the choice that a typed line means: its number, its text, or an unambiguous
// part of it.
func (all Choices) Find(line string) (Choice, error) {
	exact := all.filter(writtenText, plainWords(line), func(text, key string) bool { return text == key })
	if len(exact) == 0 {
		exact = all.filter(ruleText, plainWords(line), func(text, key string) bool { return text == key })
	}
	if n, err := strconv.Atoi(line); err == nil && len(exact) != 1 {
		if n < 1 || n > len(all) {
			return Choice{}, fmt.Errorf("there is no move %d: the numbers go from 1 to %d", n, len(all))
		}
		return all[n-1], nil
	}
	fits := exact
	if len(fits) != 1 {
		fits = all.Matching(line)
	}
	switch {
	case plainWords(line) == "":
		return Choice{}, fmt.Errorf("no move was given: type a number, a move, or help")
	case len(fits) == 0:
		return Choice{}, fmt.Errorf("%q is neither a legal move nor a command: moves lists the moves, help the commands", line)
	case len(fits) > 1:
		return Choice{}, fmt.Errorf("%q may mean %s", line, someOf(fits))
	}
	return fits[0], nil
}

// someOf lists a few choices.
func someOf(list Choices) string {
	const most = 6
	var texts []string
	for _, c := range list[:min(len(list), most)] {
		texts = append(texts, c.Text)
	}
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(texts, ", "), len(list)-most)
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " or " + texts[len(texts)-1]
}
