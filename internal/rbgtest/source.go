// Package rbgtest generates random Regular Boardgames descriptions for property tests.
//
// The games are small and well-formed. One to three players take turns. A move goes to
// a cell, tests something and changes something, and the keeper checks and counts, so
// that most positions have legal moves and every play ends soon. No star can modify
// forever. Apart from that they make no sense, which helps to find differences between
// engines.
package rbgtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// Source draws the text of a game.
func Source(t *rapid.T) string {
	m := &maker{t: t}
	m.drawNames()
	board := m.drawBoard()
	var b strings.Builder
	fmt.Fprintf(&b, "// A random game.\n\n")
	fmt.Fprintf(&b, "#players = %s\n", m.bounds(m.players, 100))
	fmt.Fprintf(&b, "#pieces = %s\n", strings.Join(m.pieces, ", "))
	fmt.Fprintf(&b, "#variables = %s\n", strings.Join([]string{
		fmt.Sprintf("%s(%d)", clock, rapid.IntRange(2, 9).Draw(t, "length")),
		steps + "(2)",
		m.bounds(m.variables, 3),
	}, ", "))
	fmt.Fprintf(&b, "#board = %s\n\n", board)
	fmt.Fprintf(&b, "#%s = %s\n\n", anySquare, m.everywhere)
	b.WriteString(m.rules())
	return b.String()
}

// Game draws a game.
func Game(t *rapid.T) *rbg.Game {
	text := Source(t)
	g, list := rbgparse.File(source.NewFile("random.rbg", []byte(text)))
	if g == nil {
		t.Fatalf("%v in\n%s", list.Err(), text)
	}
	return g
}

// The names that every game has: a macro that goes to any cell (or nearly), a
// variable that counts turns, and one that counts the steps of a star.
const (
	anySquare = "anySquare"
	clock     = "clock"
	steps     = "steps"
)

// A maker draws the parts of one game.
type maker struct {
	t          *rapid.T
	players    []string
	pieces     []string
	variables  []string
	labels     []string
	everywhere string // an expression that goes to any cell
}

func (m *maker) drawNames() {
	m.players = []string{"white", "black", "red"}[:rapid.IntRange(1, 3).Draw(m.t, "players")]
	m.pieces = []string{"e", "w", "b", "x"}[:rapid.IntRange(2, 4).Draw(m.t, "pieces")]
	m.variables = []string{"u", "v"}[:rapid.IntRange(1, 2).Draw(m.t, "variables")]
}

// bounds lists names with random bounds.
func (m *maker) bounds(names []string, most int) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s(%d)", name, rapid.IntRange(1, most).Draw(m.t, "bound"))
	}
	return strings.Join(parts, ", ")
}

// one draws one of some texts.
func (m *maker) one(label string, texts ...string) string {
	return rapid.SampledFrom(texts).Draw(m.t, label)
}

// chance draws true in one of n cases.
func (m *maker) chance(n int) bool { return rapid.IntRange(1, n).Draw(m.t, "chance") == n }

func (m *maker) piece() string    { return m.one("piece", m.pieces...) }
func (m *maker) label() string    { return m.one("label", m.labels...) }
func (m *maker) variable() string { return m.one("variable", append(m.variables, m.players...)...) }
