package rbgrewrite

import (
	"errors"
	"fmt"

	"ludex/internal/pseudowords"
	"ludex/rbg"
)

// A Map says how the words of a game were replaced.
type Map struct{ pseudowords.Map }

// Scramble replaces every word of a game by a nonsense word, so that a player
// cannot profit from what the words mean to people, and returns the map that
// says which word became which.
//
// Words are the names of players, variables, pieces, labels and cells; one name
// in several of these uses stays one name. Bounds, the order of the cells and
// the indices of the actions stay. Positions in the text are dropped, and the
// board becomes an explicit graph, because both would give the words away.
//
// The map is one-to-one, and no new word is a reserved word or, whatever the
// case of its letters, a word of g. The result depends on g and seed alone.
func Scramble(g *rbg.Game, seed uint64) (*rbg.Game, *Map) {
	m := &Map{pseudowords.Map{Seed: seed, Words: map[string]string{}}}
	gen := pseudowords.NewGenerator(seed)
	for _, word := range reserved {
		gen.Avoid(word)
	}
	eachName(g, gen.Avoid)
	eachName(g, func(name string) {
		if _, done := m.Words[name]; !done {
			m.Words[name] = gen.Word()
		}
	})
	return m.Apply(g), m
}

// reserved are the words that cannot be names.
var reserved = []string{"players", "pieces", "variables", "rules", "board", "hexagon", "cuboid", "rectangle"}

// eachName calls visit for the names of everything that has one.
func eachName(g *rbg.Game, visit func(name string)) {
	for i := range g.Variables { // the players are the first of them
		visit(g.Variables[i].Name)
	}
	for i := range g.Pieces {
		visit(g.Pieces[i].Name)
	}
	for _, label := range g.Board.Labels {
		visit(label)
	}
	for i := range g.Board.Cells {
		visit(g.Board.Cells[i].Name)
	}
}

// Inverse returns the map that undoes m.
func (m *Map) Inverse() *Map { return &Map{*m.Map.Inverse()} }

// ReadMap reads the file form of a map. It is an error if the map is not
// one-to-one, or if one of its words cannot be a name.
func ReadMap(data []byte) (*Map, error) {
	m, err := pseudowords.Read(data, validName)
	if err != nil {
		return nil, err
	}
	return &Map{*m}, nil
}

func validName(word string) error {
	if word == "" {
		return errors.New("a word is empty")
	}
	for _, r := range reserved {
		if word == r {
			return fmt.Errorf("%q is a reserved word and names nothing", word)
		}
	}
	for i, c := range []byte(word) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return fmt.Errorf("%q is no name: names are letters and digits, and begin with a letter", word)
		}
	}
	return nil
}
