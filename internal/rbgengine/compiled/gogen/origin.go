package gogen

import (
	"fmt"
	"regexp"
	"strings"

	"ludex/internal/printable"
	"ludex/rbg"
	"ludex/source"
)

// verbs say what the functions of a mode do with moves.
var verbs = [...]string{list: "lists the moves", count: "counts the moves", find: "looks for a move", draw: "makes a random move"}

// origin emits a comment on a generator: who moves, and which line of the rules the
// moves come from. The rules that programs are built from have none, so that programs
// stay the same when lines move.
func (b *body) origin(what string) {
	if b.opt.Rough || b.g.File == nil {
		return
	}
	for k, text := range b.sources() {
		if k == 0 {
			b.Line("// %s of %s", what, text)
		} else {
			b.Line("//\n// and of %s", text)
		}
	}
}

// sources returns who moves after the switches with the function as their generator, and
// the line of the rules where each stands. Equal ones are returned once.
func (b *body) sources() []string {
	var out []string
	seen := map[string]bool{}
	for index, at := range b.P.Gen {
		if at != b.f.Entry || index == 0 {
			continue
		}
		text := b.switchText(index)
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

// switchText describes a switch by its player and its line.
func (b *body) switchText(index int) string {
	player := b.g.Variables[b.g.Mover(index)].Name
	m := b.g.Modifiers[index-1]
	at := m.Span.Start
	if next := following(b.g.Rules, m, nil); next != nil {
		if p := writtenAt(b.g.File.Text(), next); p.IsValid() {
			at = p
		}
	}
	if !at.IsValid() {
		return player
	}
	line := b.g.File.Line(at)
	text := printable.Line(strings.TrimSpace(b.g.File.LineText(line)))
	return fmt.Sprintf("%s, line %d:\n//\n//\t%s", player, line, text)
}

// following returns what comes behind an action of the rules, or nil.
func following(e, action, next *rbg.Expr) *rbg.Expr {
	if e == action {
		return next
	}
	for k, kid := range e.Kids {
		behind := next
		if e.Kind == rbg.Concat && k+1 < len(e.Kids) {
			behind = e.Kids[k+1]
		}
		if found := following(kid, action, behind); found != nil {
			return found
		}
	}
	return nil
}

// behindSwitch matches a switch at the end of a text.
var behindSwitch = regexp.MustCompile(`->\s*\w+[\s(]*$`)

// writtenAt returns where an expression, or the call of a macro that it comes from, is
// written right behind a switch.
func writtenAt(text string, e *rbg.Expr) source.Pos {
	ends := func(at source.Pos) bool {
		before := text[:at.Offset()]
		return behindSwitch.MatchString(before[max(0, len(before)-100):])
	}
	if e.Span.IsValid() && ends(e.Span.Start) {
		return e.Span.Start
	}
	for in := e.In; in != nil; in = in.Parent {
		if in.Call.IsValid() && ends(in.Call.Start) {
			return in.Call.Start
		}
	}
	return 0
}
