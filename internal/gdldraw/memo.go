package gdldraw

import (
	"sync"
	"sync/atomic"
)

// A memo keeps what follows from texts of facts and moves, which occur again and again while
// a game is played. It is safe for concurrent use.
type memo[V any] struct {
	values sync.Map // from text to V
	size   atomic.Int64
}

// mostMemo is the number of texts that a memo keeps. What follows from others is computed
// each time.
const mostMemo = 1 << 14

// get returns the value of a text, and computes it if it is not there.
func (m *memo[V]) get(text string, compute func(text string) V) V {
	if v, ok := m.values.Load(text); ok {
		return v.(V)
	}
	v := compute(text)
	if m.size.Load() < mostMemo {
		if _, had := m.values.LoadOrStore(text, v); !had {
			m.size.Add(1)
		}
	}
	return v
}
