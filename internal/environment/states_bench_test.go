package environment

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"ludex/internal/rulestest"
)

// BenchmarkStates makes random steps of single states, without the way to the client.
func BenchmarkStates(b *testing.B) {
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough", "chess"} {
		b.Run(name, func(b *testing.B) {
			g, err := Open(context.Background(), rulestest.Read(b, name), true)
			if err != nil {
				b.Fatal(err)
			}
			s := &Server{games: map[int]*served{1: newServed(g)}}
			look := []byte{askLook, 0, 1, 0, 0, 0, 0, 0}
			s.request = slices.Clone(look)
			roles := len(g.Roles())
			seed := uint32(1)
			for b.Loop() {
				answer, err := s.stateReply()
				if err != nil {
					b.Fatal(err)
				}
				s.answer = answer
				if answer[5] == 1 {
					s.request = append(s.request[:0], look...)
					continue
				}
				mover, at := int(answer[6]), 8+12*roles
				words := int(binary.LittleEndian.Uint32(answer[at:]))
				legal, n := at+4+8*words, 0
				for r := range mover + 1 {
					legal += 4 * n
					n = int(binary.LittleEndian.Uint32(answer[8+4*r:]))
				}
				seed = seed*1664525 + 1013904223
				s.request = append(s.request[:0], askStep, 0, 1, 0)
				s.request = append(s.request, answer[at:at+4+8*words]...)
				for r := range roles {
					if r == mover {
						s.request = append(s.request, answer[legal+4*(int(seed>>16)%n):][:4]...)
					} else {
						s.request = append(s.request, 0xff, 0xff, 0xff, 0xff)
					}
				}
			}
		})
	}
}
