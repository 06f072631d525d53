package library

import (
	"fmt"
	"path"

	"github.com/BurntSushi/toml"
)

// wordsFile is the name of the file with the rules of a game in words.
const wordsFile = "rules.toml"

// Words are the rules of a game in words, for people who want to play it.
type Words struct {
	// SameAs is the name of the game of which this one is a variant, if what is not said
	// here is as it is there, and Differs says what is not.
	SameAs  string `toml:"same_as"`
	Differs string `toml:"differs"`

	Aim     string `toml:"aim"`     // what a player wants to achieve
	Turn    string `toml:"turn"`    // who moves when, and what a move is
	Special string `toml:"special"` // moves and rules that are not the usual ones
	End     string `toml:"end"`     // when a play is over, and what it is worth

	Examples []Example `toml:"example"`
}

// An Example is a move in a position. The first one of a game is the one of its picture.
type Example struct {
	After string `toml:"after"` // the steps that lead to the position; none: the beginning
	Move  string `toml:"move"`  // the step, written as in After
	Says  string `toml:"says"`  // what the move does
}

// Words returns the rules of the game in words, and whether the library has them. What a
// variant shares with another game is included.
func (g Game) Words() (words Words, ok bool, err error) {
	words, ok, err = g.ownWords()
	if err != nil || words.SameAs == "" {
		return words, ok, err
	}
	other, found := Lookup(words.SameAs)
	if !found || other.Name == g.Name {
		return words, false, fmt.Errorf("%s/%s: same_as names no other game: %q", g.Name, wordsFile, words.SameAs)
	}
	shared, ok, err := other.ownWords()
	if err != nil || !ok || shared.SameAs != "" {
		return words, false, fmt.Errorf("%s/%s: %s has no rules in words of its own: %w", g.Name, wordsFile, other.Name, err)
	}
	for own, theirs := range map[*string]string{&words.Aim: shared.Aim, &words.Turn: shared.Turn, &words.Special: shared.Special, &words.End: shared.End} {
		if *own == "" {
			*own = theirs
		}
	}
	return words, true, nil
}

// ownWords reads the file of the game.
func (g Game) ownWords() (words Words, ok bool, err error) {
	name := path.Join(g.Name, wordsFile)
	text, err := files.ReadFile(name)
	if err != nil {
		return words, false, nil // there is no such file
	}
	meta, err := toml.Decode(string(text), &words)
	if err != nil {
		return words, false, fmt.Errorf("%s: %w", name, err)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return words, false, fmt.Errorf("%s: unknown key %s", name, extra[0])
	}
	return words, true, nil
}
