package report

import "ludex/timed"

// TimeMeasures are the measures that only games in real time have.
type TimeMeasures struct {
	Updates Estimate   `json:"updates"` // of a play
	Gap     float64    `json:"gap"`     // the mean time between updates, in units
	Moves   []Estimate `json:"moves"`   // of a play, by seat
	// Endings counts why plays ended.
	Endings map[string]uint64 `json:"endings"`
}

// measureTimed measures plays in real time, which may be missing.
func measureTimed(d *Data, p *TimedPlays) (PlayMeasures, *TimeMeasures) {
	if p == nil {
		return PlayMeasures{}, nil
	}
	m := PlayMeasures{Plays: p.Plays, outcomes: p.Outcomes}
	m.lengths(p.Durations, 1000)
	m.results(d.About.Seats())
	t := &TimeMeasures{Updates: p.Updates.Summary().level(1), Endings: p.Endings}
	if n := p.Gaps.N(); n > 0 {
		t.Gap = rounded(float64(p.GapSum) / float64(n) / float64(timed.Unit))
	}
	for _, seat := range d.About.Seats() {
		if seat < len(p.Moves) {
			t.Moves = append(t.Moves, p.Moves[seat].Summary().level(1))
		}
	}
	return m, t
}
