// Package rulestext says in words how a game is played: as somebody wrote it down for the
// library, or, where nobody has, as far as it follows from the rules. It draws the moves
// that serve as examples.
package rulestext

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ludex/library"
	"ludex/rules"
)

// A Text says how a game is played.
type Text struct {
	Title string `json:"title"`
	// Generated says that the text was made by the program, from the rules.
	Generated bool      `json:"generated"`
	Sections  []Section `json:"sections"`
	Examples  []Example `json:"examples"`
}

// A Section is a part of a text.
type Section struct {
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// An Example is a move in a position, written as the rules write moves.
type Example struct {
	After string `json:"after,omitempty"` // the steps that lead to the position
	Move  string `json:"move"`
	Text  string `json:"text"`
}

// GeneratedNote is what a generated text says about itself.
const GeneratedNote = "This description was generated from the rules."

// Of returns the text of a game: that of the library, if it has exactly these rules, or
// one that is generated. The rules must be without errors.
func Of(ctx context.Context, r *rules.Rules) (*Text, error) {
	if entry, ok := library.Lookup(r.Name()); ok && string(entry.Rules()) == r.Text() {
		words, ok, err := entry.Words()
		if err != nil {
			return nil, err
		}
		if ok {
			return written(entry, words), nil
		}
	}
	return Generate(ctx, r)
}

// written returns the text that somebody wrote for a game of the library.
func written(entry library.Game, words library.Words) *Text {
	t := &Text{Title: entry.Title, Examples: []Example{}}
	if words.SameAs != "" {
		other, _ := library.Lookup(words.SameAs)
		t.add("What differs from "+other.Title, words.Differs)
	}
	t.add("Aim", words.Aim)
	t.add("Turn", words.Turn)
	t.add("Special moves", words.Special)
	t.add("End", words.End)
	for _, e := range words.Examples {
		t.Examples = append(t.Examples, Example{After: e.After, Move: e.Move, Text: e.Says})
	}
	return t
}

// add adds a section, unless it is empty.
func (t *Text) add(heading, text string) {
	if text != "" {
		t.Sections = append(t.Sections, Section{heading, text})
	}
}

// Write writes the text in lines of at most the given number of characters.
func (t *Text) Write(out io.Writer, width int) error {
	var b strings.Builder
	b.WriteString(t.Title + "\n")
	if t.Generated {
		b.WriteString(GeneratedNote + "\n")
	}
	for _, s := range t.Sections {
		fmt.Fprintf(&b, "\n%s\n", s.Heading)
		for line := range strings.Lines(s.Text) {
			wrap(&b, strings.TrimSpace(line), "  ", width)
		}
	}
	if len(t.Examples) > 0 {
		b.WriteString("\nExamples\n")
	}
	for i, e := range t.Examples {
		where := "At the beginning"
		if e.After != "" {
			where = "After " + e.After
		}
		fmt.Fprintf(&b, "  %d. %s: %s\n", i+1, where, e.Move)
		wrap(&b, e.Text, "     ", width)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// wrap writes the words of a text behind an indent, as many to a line as fit.
func wrap(b *strings.Builder, text, indent string, width int) {
	n := 0
	for _, word := range strings.Fields(text) {
		length := len([]rune(word))
		switch {
		case n == 0:
			b.WriteString(indent)
			n = len(indent)
		case n+1+length > width:
			b.WriteString("\n" + indent)
			n = len(indent)
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += length
	}
	if n > 0 {
		b.WriteByte('\n')
	}
}
