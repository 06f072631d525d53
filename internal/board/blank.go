package board

import (
	"io"

	"ludex/internal/picture"
)

// Blank writes the boards of a position without anything on them, to be printed.
func (b *Board) Blank(w io.Writer, p Position) error {
	s, err := b.scene(p)
	if err != nil {
		return err
	}
	for _, sh := range s.Sheets {
		sh.Arrow, sh.Links = nil, nil
		for i := range sh.Cells {
			c := &sh.Cells[i]
			c.Stones, c.Changed, c.Current, c.Unknown = nil, false, false, false
		}
	}
	s.Parts, s.Notes, s.Table = nil, nil, nil
	return s.SVG(w, picture.View{Theme: b.pres.theme(), NoCaptions: true, NoCoordinates: b.pres.hidesCoordinates()})
}

// A Stone is a kind of piece, and how many of them lie on the boards of a position.
type Stone struct {
	ID, Name string
	Count    int
}

// Stones returns the kinds of pieces, with how many of each there are in a position.
func (b *Board) Stones(p Position) ([]Stone, error) {
	s, err := b.scene(p)
	if err != nil {
		return nil, err
	}
	var list []Stone
	index := map[string]int{}
	for _, sh := range s.Sheets {
		for _, k := range sh.Kinds {
			if _, ok := index[k.ID]; !ok {
				index[k.ID] = len(list)
				list = append(list, Stone{ID: k.ID, Name: k.Name})
			}
		}
		for _, c := range sh.Cells {
			for _, st := range c.Stones {
				list[index[sh.Kinds[st.Kind].ID]].Count++
			}
		}
	}
	return list, nil
}
