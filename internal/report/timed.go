package report

import (
	"maps"
	"slices"

	"ludex/internal/timedmatch"
	"ludex/timed"
)

// TimedPlays are plays of a game in real time.
type TimedPlays struct {
	Plays uint64 `json:"plays"`
	// Endings counts why plays ended.
	Endings map[string]uint64 `json:"endings,omitempty"`
	// Outcomes counts the goals of the roles other than chance in plays that the
	// rules ended, such as "100 0".
	Outcomes map[string]uint64 `json:"outcomes,omitempty"`
	// Durations are in thousandths of a unit, of plays that the rules ended.
	Durations Histogram `json:"durations,omitempty"`
	// Updates is the number of updates in a play, and Moves, by role, how many of
	// the moves in them are the role's.
	Updates Histogram   `json:"updates,omitempty"`
	Moves   []Histogram `json:"moves,omitempty"`
	// Gaps are the times between updates: Gaps[i] counts those of at most
	// Edge(i) units and more than Edge(i-1). GapSum is their sum, in billionths
	// of a unit.
	Gaps   Histogram `json:"gaps,omitempty"`
	GapSum uint64    `json:"gap_sum,omitempty"`
	Faults uint64    `json:"faults,omitempty"`
	Note   string    `json:"note,omitempty"` // what the player of game 0 has to say
}

// merge adds the counts of others.
func (p *TimedPlays) merge(o *TimedPlays) {
	p.Plays += o.Plays
	mergeCounts(&p.Endings, o.Endings)
	mergeCounts(&p.Outcomes, o.Outcomes)
	p.Durations.merge(o.Durations)
	p.Updates.merge(o.Updates)
	for r, t := range o.Moves {
		if r == len(p.Moves) {
			p.Moves = append(p.Moves, nil)
		}
		p.Moves[r].merge(t)
	}
	p.Gaps.merge(o.Gaps)
	p.GapSum += o.GapSum
	p.Faults += o.Faults
	p.Note = max(p.Note, o.Note) // at most one of them has a note
}

// mergeTimed merges plays that may be missing.
func mergeTimed(a, b *TimedPlays) *TimedPlays {
	if a == nil && b == nil {
		return nil
	}
	sum := new(TimedPlays)
	for _, p := range []*TimedPlays{a, b} {
		if p != nil {
			sum.merge(p)
		}
	}
	return sum
}

// Edge returns the upper edge of a class of times: 1, 2 and 5 times the powers of
// ten from a thousandth of a unit on.
func Edge(i int) timed.Time {
	edge := timed.Unit / 1000
	for ; i >= 3; i -= 3 {
		edge *= 10
	}
	return edge * [...]timed.Time{1, 2, 5}[i]
}

// edges is the number of classes; the last one has all longer times.
const edges = 28

// class returns the class of a time.
func class(t timed.Time) int {
	for i := range edges - 1 {
		if t <= Edge(i) {
			return i
		}
	}
	return edges - 1
}

// An eventRecorder counts the events of a play in real time.
type eventRecorder struct {
	about *About
	one   TimedPlays
	last  timed.Time
	moves []int
	count int
}

func newEventRecorder(about *About) *eventRecorder {
	return &eventRecorder{about: about, one: TimedPlays{Plays: 1, Moves: make([]Histogram, len(about.Roles))}, moves: make([]int, len(about.Roles))}
}

// observe records an event.
func (w *eventRecorder) observe(e *timed.Event) {
	switch e.Kind {
	case timed.Fault:
		w.one.Faults++
	case timed.Joint, timed.Chance:
		if e.Time > w.last { // immediate moves of chance are part of the same event
			w.count++
			w.one.Gaps.add(class(e.Time - w.last))
			w.one.GapSum += uint64(e.Time - w.last)
			w.last = e.Time
		}
		for _, m := range e.Moves {
			if r := slices.Index(w.about.Roles, m.Role); r >= 0 {
				w.moves[r]++
			}
		}
	}
}

// end records how a play ended.
func (w *eventRecorder) end(e *timedmatch.Ending) *TimedPlays {
	count(&w.one.Endings, string(e.Reason), 1)
	w.one.Updates.add(w.count)
	for r, n := range w.moves {
		w.one.Moves[r].add(n)
	}
	if e.Reason != timed.Terminal {
		return &w.one
	}
	w.one.Durations.add(int((e.Time + timed.Unit/2000) / (timed.Unit / 1000)))
	goals := make([]int, len(w.about.Roles))
	for _, r := range w.about.Seats() {
		if len(e.Goals[r]) != 1 {
			return &w.one
		}
		goals[r] = e.Goals[r][0]
	}
	count(&w.one.Outcomes, outcome(w.about.Seats(), goals), 1)
	return &w.one
}

// sortedNames returns the names of counts, the most frequent first.
func sortedNames(counts map[string]uint64) []string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case counts[a] > counts[b]:
			return -1
		case counts[a] < counts[b]:
			return 1
		}
		return 0
	})
	return names
}
