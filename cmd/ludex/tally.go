package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/internal/cluster"
	"ludex/internal/printable"
)

// A tally counts the finished items per worker. It is safe for concurrent use.
type tally struct {
	mu    sync.Mutex
	began time.Time
	done  map[string]int
}

// add counts a result.
func (t *tally) add(r *cluster.Result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done == nil {
		t.done, t.began = map[string]int{}, time.Now()
	}
	t.done[r.Worker]++
}

// lines returns the counts and rates of the busiest workers, up to a number of them.
func (t *tally) lines(most int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(t.done), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.done[b], t.done[a]), cmp.Compare(a, b))
	})
	seconds := max(time.Since(t.began).Seconds(), 1)
	var lines []string
	for i, name := range names {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more", len(names)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s: %d (%.3g/s)", printable.Line(name), t.done[name], float64(t.done[name])/seconds))
	}
	return lines
}

// text returns the lines of the four busiest workers as one line.
func (t *tally) text() string { return strings.Join(t.lines(4), ", ") }
