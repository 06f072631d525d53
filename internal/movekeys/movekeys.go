// Package movekeys assigns keys of the keyboard to the moves of a role in a real-time game.
// The same moves always get the same keys.
package movekeys

import (
	"context"
	"slices"
	"strings"
	"time"

	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
)

// Most is the number of moves of a role up to which they have keys.
const Most = 36

// arrows are the keys of words for directions.
var arrows = map[string]string{
	"up": "ArrowUp", "north": "ArrowUp", "forward": "ArrowUp",
	"down": "ArrowDown", "south": "ArrowDown", "back": "ArrowDown", "backward": "ArrowDown",
	"left": "ArrowLeft", "west": "ArrowLeft",
	"right": "ArrowRight", "east": "ArrowRight",
}

// Space is the key of the only move of a role.
const Space = " "

// Assign returns the keys of moves, given by their canonical texts, in the names of the
// browsers' KeyboardEvent.key. A direction has an arrow key if no other move has the same
// one; a move that is the only one has the space bar; and other moves have a letter of
// theirs, the first of the last word if that is free, or any other letter or digit. Moves in
// set have the keys that are given there. Too many moves have no keys.
func Assign(moves []string, set map[string]string) map[string]string {
	keys := map[string]string{}
	moves = slices.Compact(slices.Sorted(slices.Values(moves)))
	if len(moves) > Most {
		return keys
	}
	taken := map[string]bool{}
	give := func(move, key string) bool {
		if key == "" || taken[key] || keys[move] != "" {
			return false
		}
		keys[move], taken[key] = key, true
		return true
	}
	for _, m := range moves {
		give(m, set[m])
	}
	if len(moves) == 1 {
		give(moves[0], Space)
		return keys
	}
	for _, m := range moves {
		if a := arrows[lastWord(m)]; count(moves, a) == 1 {
			give(m, a)
		}
	}
	for i := range len("abcdefghijklmnopqrstuvwxyz0123456789") { // the first letters of all moves before the second ones
		for _, m := range moves {
			if letters := lettersOf(m); keys[m] == "" && i < len(letters) {
				give(m, letters[i:i+1])
			}
		}
	}
	for _, m := range moves {
		for _, c := range "abcdefghijklmnopqrstuvwxyz1234567890" {
			if give(m, string(c)) {
				break
			}
		}
	}
	return keys
}

// count returns how many moves have an arrow key.
func count(moves []string, arrow string) int {
	n := 0
	for _, m := range moves {
		if arrow != "" && arrows[lastWord(m)] == arrow {
			n++
		}
	}
	return n
}

func words(move string) []string {
	return strings.FieldsFunc(strings.ToLower(move), func(c rune) bool { return strings.ContainsRune("(), ", c) })
}

func lastWord(move string) string {
	list := words(move)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// lettersOf returns the letters and digits of a move, those of the last word first.
func lettersOf(move string) string {
	var b strings.Builder
	for _, w := range slices.Backward(words(move)) {
		for _, c := range w {
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

// inputTime is the time limit for evaluating the declarations of moves.
const inputTime = 200 * time.Millisecond

// Inputs returns the moves of a role that a description declares with input, as canonical
// texts, or nil if it declares none.
func Inputs(ctx context.Context, p *gdl.Program, role string) []string {
	ctx, cancel := context.WithTimeout(ctx, inputTime)
	defer cancel()
	query := gdl.Term{Kind: gdl.Function, Name: gdl.Input, Args: []gdl.Term{gdl.Const(role), gdl.Var("M")}}
	found, err := gdlref.Eval(ctx, p, nil, &query, gdlref.Options{MaxAnswers: 10_000})
	if err != nil {
		return nil // moves have keys when they become legal
	}
	var moves []string
	for i := range found {
		if len(found[i].Args) == 2 {
			moves = append(moves, gdlformat.Term(&found[i].Args[1], gdl.Prefix))
		}
	}
	return moves
}
