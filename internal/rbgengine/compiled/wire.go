package compiled

import (
	"encoding/binary"
	"errors"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// errShort is the error of a response that ends too early.
var errShort = errors.New("the compiled program has given an incomplete answer")

// appendPosition writes a position.
func appendPosition(b []byte, p *rbgplay.Position) []byte {
	for _, piece := range p.Pieces {
		b = append(b, uint8(piece))
	}
	for _, v := range p.Values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Cell))
	return binary.LittleEndian.AppendUint32(b, uint32(p.Switch))
}

// appendActions writes a move.
func appendActions(b []byte, move []rbgplay.Action) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(move)))
	for _, a := range move {
		b = binary.LittleEndian.AppendUint32(b, uint32(a.Cell))
		b = binary.LittleEndian.AppendUint32(b, uint32(a.Index))
	}
	return b
}

// A reader decodes a response. Beyond its end, everything is zero and short is set.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.short = true
		r.data = nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// position reads a position with a number of cells and variables.
func (r *reader) position(p *rbgplay.Position, cells, variables int) {
	p.Pieces, p.Values = p.Pieces[:0], p.Values[:0]
	for _, piece := range r.bytes(cells) {
		p.Pieces = append(p.Pieces, uint16(piece))
	}
	for range variables {
		p.Values = append(p.Values, int32(r.uint32()))
	}
	p.Cell, p.Switch = int32(r.uint32()), int32(r.uint32())
}

// moves appends the moves of a response.
func (r *reader) moves(dst *rbgplay.Moves) {
	for n := r.uint32(); n > 0 && !r.short; n-- {
		for k := r.uint32(); k > 0 && !r.short; k-- {
			dst.Actions = append(dst.Actions, rbgplay.Action{Cell: int32(r.uint32()), Index: int32(r.uint32())})
		}
		dst.Ends = append(dst.Ends, int32(len(dst.Actions)))
	}
}

// result reads the results of playouts. Goals and the trail have memory already.
func (r *reader) result(res *game.PlayoutResult) {
	res.Playouts, res.Finished = r.uint64(), r.uint64()
	res.States, res.Steps = r.uint64(), r.uint64()
	res.Cut = res.Playouts - min(res.Finished, res.Playouts)
	res.Elapsed = time.Duration(r.uint64())
	for i := range res.Goals {
		res.Goals[i] = r.uint64()
	}
	for n := r.uint32(); n > 0 && !r.short; n-- {
		res.Trail = append(res.Trail, game.Traced{Role: game.Role(r.uint32()), Key: r.uint64()})
	}
}
