package movecells

import (
	"slices"
	"strconv"
	"strings"

	"ludex/internal/board"
)

// A template says how the words of a move name a cell, where the rules do not tell: a part
// of the cell's ID is a word of the move, or always the same. It is written with the number
// of a word behind a $, as in "$2,$3,anna".
type template string

// maxTemplates bounds the templates of one move.
const maxTemplates = 64

// cell returns the cell that a template means for a move with the given words.
func (t template) cell(words []string) string {
	parts := strings.Split(string(t), ",")
	for i, p := range parts {
		if n, ok := strings.CutPrefix(p, "$"); ok {
			if k, err := strconv.Atoi(n); err == nil && k < len(words) {
				parts[i] = words[k]
			}
		}
	}
	return strings.Join(parts, ",")
}

// slots returns how many words a template uses.
func (t template) slots() int { return strings.Count(string(t), "$") }

// templates returns all templates by which the words of a move name a cell.
func templates(cell string, words []string) []template {
	list := []template{""}
	for i, value := range strings.Split(cell, ",") {
		options := []string{value}
		for n, w := range words {
			if w == value && n > 0 {
				options = append(options, "$"+strconv.Itoa(n))
			}
		}
		var longer []template
		for _, t := range list {
			for _, o := range options {
				if i > 0 {
					o = "," + o
				}
				longer = append(longer, t+template(o))
			}
		}
		if list = longer; len(list) > maxTemplates {
			return nil
		}
	}
	return list
}

// wordsOf returns the words of a move, its name first.
func wordsOf(move string) []string {
	return strings.FieldsFunc(move, func(r rune) bool { return strings.ContainsRune("() ", r) })
}

// addTemplates counts the templates that lead to a cell that a move gave a piece to.
func (t *tally) addTemplates(move string, changes []board.Change) {
	t.moves++
	if t.templates == nil {
		t.templates = map[template]int{}
	}
	words, seen := wordsOf(move), map[template]bool{}
	for _, c := range changes {
		if len(c.Gained) == 0 {
			continue
		}
		for _, p := range templates(c.Cell, words) {
			if !seen[p] && p.slots() > 1 {
				seen[p] = true
				t.templates[p]++
			}
		}
	}
}

// named returns the cell of a move by the template that nearly always holds and uses most
// words, or "".
func (t *tally) named(move string) string {
	const enough = 3 // moves
	if t == nil || t.moves < enough {
		return ""
	}
	best := template("")
	for p, n := range t.templates {
		if 10*n < 9*t.moves {
			continue
		}
		if k := p.slots() - best.slots(); best == "" || k > 0 || k == 0 && p < best {
			best = p
		}
	}
	if best == "" || slices.Contains(wordsOf(move), "") {
		return ""
	}
	return best.cell(wordsOf(move))
}
