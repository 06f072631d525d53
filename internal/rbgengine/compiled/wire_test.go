package compiled

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgplay"
)

// readerMoves reads moves.
func readerMoves(data []byte) rbgplay.Moves {
	var m rbgplay.Moves
	r := reader{data: data}
	r.moves(&m)
	return m
}

// TestPositions checks that positions are read as they were written.
func TestPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p, q rbgplay.Position
		p.Pieces = rapid.SliceOfN(rapid.Uint16Range(0, 63), 1, 20).Draw(t, "pieces")
		p.Values = rapid.SliceOfN(rapid.Int32(), 1, 5).Draw(t, "values")
		p.Cell, p.Switch = rapid.Int32().Draw(t, "cell"), rapid.Int32().Draw(t, "switch")
		data := appendPosition(nil, &p)
		r := reader{data: data}
		r.position(&q, len(p.Pieces), len(p.Values))
		if r.short || len(r.data) > 0 || string(appendPosition(nil, &q)) != string(data) {
			t.Errorf("%+v becomes %+v", p, q)
		}
		cut := reader{data: data[:len(data)-1]}
		cut.position(&q, len(p.Pieces), len(p.Values))
		if !cut.short {
			t.Error("a position is read that is not complete")
		}
	})
}
