package report

import (
	"maps"
	"math"
	"slices"

	"ludex/internal/intervals"
	"ludex/player"
	"ludex/timed"
)

// Measures are the measures of a game.
type Measures struct {
	Random PlayMeasures `json:"random"`
	Self   PlayMeasures `json:"self"`
	// Repeated is the number of games of the player against itself that repeat another one move by
	// move, and do not count.
	Repeated int `json:"repeated,omitempty"`
	// Course is nil if the course of plays is unknown.
	Course *CourseMeasures `json:"course,omitempty"`
	// Skill is the score of the player against each of the rivals.
	Skill []SkillMeasure `json:"skill,omitempty"`
	// Depth is nil unless the ladder of players was played.
	Depth *DepthMeasure `json:"depth,omitempty"`
	// Trend is nil unless weaker players played against themselves.
	Trend *TrendMeasure `json:"trend,omitempty"`
	// Puzzle is nil unless the game has one role.
	Puzzle *PuzzleMeasures `json:"puzzle,omitempty"`

	// Branching is the number of legal moves of a role with a choice, in random
	// plays, by role; Tree is the logarithm to base 10 of the number of plays,
	// estimated from single plays.
	Branching []RoleBranching `json:"branching,omitempty"`
	Tree      Estimate        `json:"tree"`
	// Together is the fraction of steps in which several roles have a choice, and
	// Chance the fraction in which chance has one. ChanceBits is how much chance
	// decides in a play.
	Together   float64  `json:"together"`
	Chance     float64  `json:"chance"`
	ChanceBits Estimate `json:"chance_bits"`

	// Information says by role how much is hidden.
	Information []RoleInformation `json:"information,omitempty"`
	// Time and SelfTime are nil unless the game is in real time.
	Time     *TimeMeasures `json:"time,omitempty"`
	SelfTime *TimeMeasures `json:"self_time,omitempty"`

	// Verdict is what a designer would say, see [Sentence].
	Verdict []Sentence `json:"verdict,omitempty"`
}

// PlayMeasures are the measures of one kind of plays.
type PlayMeasures struct {
	Plays uint64 `json:"plays"`
	// Completion is the fraction of plays that ended.
	Completion Estimate `json:"completion"`
	// Length is the length of plays that ended, in steps or units of time.
	Length                 Estimate `json:"length"`
	Median, Shortest, Long float64  `json:"-"`
	// Draws is the fraction of plays without a single best role.
	Draws Estimate `json:"draws"`
	// Scores are 1 for the best role, shared equally if there are several, by seat;
	// Goals are the mean goal values.
	Scores []Estimate `json:"scores,omitempty"`
	Goals  []Estimate `json:"goals,omitempty"`
	// First is the score of the role that has the first choice, nil if there is
	// none; FirstRole is its name, if it is always the same.
	First     *Estimate `json:"first,omitempty"`
	FirstRole string    `json:"first_role,omitempty"`
	// Balance is 1 less the difference between the highest and the lowest score.
	Balance *Estimate `json:"balance,omitempty"`
	// Branching is the mean number of legal moves, in a play, of roles that have a
	// choice.
	Branching Estimate `json:"branching"`

	outcomes map[string]uint64
	widest   Summary
}

// A RoleBranching is the number of legal moves of a role that has a choice.
type RoleBranching struct {
	Role  string  `json:"role"`
	Times uint64  `json:"times"` // that it had a choice
	Mean  float64 `json:"mean"`
	Min   uint64  `json:"min"`
	Max   uint64  `json:"max"`
}

// A SkillMeasure is the score of the player against an opponent.
type SkillMeasure struct {
	Rival string   `json:"rival"`
	Score Estimate `json:"score"`
	Even  float64  `json:"even"` // what it would be if both were equally good
	// CutOff is the number of games that did not end; they do not count.
	CutOff uint64 `json:"cut_off,omitempty"`
}

// PuzzleMeasures are the measures of games with one role.
type PuzzleMeasures struct {
	Best       int      `json:"best"`        // the highest goal that anybody got
	RandomBest Estimate `json:"random_best"` // how often random plays get it
	SelfBest   Estimate `json:"self_best"`   // how often the player gets it
	Shortest   int      `json:"shortest"`    // the steps of the shortest play of the player that got it; 0 if none did
}

// A RoleInformation is how much is hidden from a role in random plays.
type RoleInformation struct {
	Role    string  `json:"role"`
	Mean    float64 `json:"mean"`     // states that the role considers possible, over all steps
	Most    uint64  `json:"most"`     // of any step
	Bits    float64 `json:"bits"`     // its uncertainty
	TooMany float64 `json:"too_many"` // the fraction of the steps at which there are too many to count
}

// Measure computes the measures. Plays that repeat others count once, see [Measures.Repeated].
func Measure(all *Data) *Measures {
	d := different(all)
	m := &Measures{Repeated: len(all.Self) - len(d.Self)}
	if d.About.Timed {
		m.Random, m.Time = measureTimed(d, d.Timed)
		m.Self, m.SelfTime = measureTimed(d, d.SelfTimed)
	} else {
		m.Random, m.Self = measureRandom(d), measureSelf(d)
		m.Course = measureCourses(d)
		m.choices(d)
		m.information(d)
	}
	m.skill(d)
	m.depth(d)
	m.trend(d)
	m.puzzle(d)
	m.Verdict = verdict(all, d, m)
	return m
}

// measureRandom measures the random plays.
func measureRandom(d *Data) PlayMeasures {
	r := &d.Random
	m := PlayMeasures{Plays: r.Playouts, outcomes: r.Outcomes}
	m.lengths(r.Lengths, 1)
	for _, s := range r.Choices {
		m.widest.merge(s)
	}
	m.Branching = r.Branching.level(1000)
	m.results(d.About.Seats())
	for i, seat := range d.About.Seats() {
		if seat < len(r.First) && r.First[seat] == r.Playouts && r.Playouts > 0 && len(m.Scores) > 1 {
			m.FirstRole, m.First = d.About.Roles[seat], &m.Scores[i]
		}
	}
	return m
}

// measureSelf measures the plays of the player against itself.
func measureSelf(d *Data) PlayMeasures {
	m := PlayMeasures{Plays: uint64(len(d.Self)), outcomes: map[string]uint64{}}
	seats := d.About.Seats()
	var lengths Histogram
	var first, branching intervals.Sample
	firsts := map[int]bool{}
	for i := range d.Self {
		p := &d.Self[i]
		m.widest.merge(p.Choices)
		if p.Choices.N > 0 {
			branching.Add(p.Choices.Mean())
		}
		firsts[p.First] = true
		if !p.Over {
			continue
		}
		lengths.add(p.Steps)
		m.outcomes[outcome(seats, p.Goals)]++
		if p.First >= 0 {
			first.Add(player.Share(seats, p.Goals)[p.First])
		}
	}
	m.lengths(lengths, 1)
	m.Branching = level(&branching, 0, math.Inf(1))
	m.results(seats)
	if first.Count() > 0 && len(seats) > 1 && !firsts[-1] {
		e := rate(first.Mean(), uint64(first.Count()))
		m.First = &e
		if len(firsts) == 1 {
			m.FirstRole = d.About.Roles[d.Self[0].First]
		}
	}
	return m
}

// lengths sets the lengths of plays that ended, in fractions of a unit.
func (m *PlayMeasures) lengths(t Histogram, parts float64) {
	s := t.Summary()
	m.Completion = share(s.N, m.Plays)
	m.Length = s.level(parts)
	m.Shortest, m.Long, m.Median = float64(s.Min)/parts, float64(s.Max)/parts, float64(t.Quantile(0.5))/parts
}

// results computes scores from the outcomes.
func (m *PlayMeasures) results(seats []int) {
	draws, n := uint64(0), uint64(0)
	points, goals := make([]float64, len(seats)), make([]Summary, len(seats))
	index := make([]int, len(seats)) // goals are by seat here
	for i := range index {
		index[i] = i
	}
	for _, text := range slices.Sorted(maps.Keys(m.outcomes)) {
		times, values := m.outcomes[text], goalsOf(text)
		n += times
		if len(seats) > 1 && len(winners(index, values)) > 1 {
			draws += times
		}
		for i, part := range player.Share(index, values) {
			points[i] += part * float64(times)
			goals[i].addMany(uint64(max(values[i], 0)), times)
		}
	}
	if n == 0 {
		return
	}
	m.Draws = share(draws, n)
	for i := range seats {
		m.Scores = append(m.Scores, rate(points[i]/float64(n), n))
		m.Goals = append(m.Goals, goals[i].level(1))
	}
	m.balance(n)
}

// balance computes how equal the scores are. With two roles there is an interval.
func (m *PlayMeasures) balance(n uint64) {
	if len(m.Scores) < 2 {
		return
	}
	low, high := 1.0, 0.0
	for _, s := range m.Scores {
		low, high = min(low, s.Mean), max(high, s.Mean)
	}
	e := Estimate{N: n, Mean: rounded(1 - (high - low))}
	if i := m.Scores[0].Interval; len(m.Scores) == 2 && i != nil {
		of := func(score float64) float64 { return rounded(1 - max(2*score-1, 1-2*score)) }
		e.Interval = &[2]float64{min(of(i[0]), of(i[1])), max(of(i[0]), of(i[1]))}
		if m.Scores[0].holds(0.5) {
			e.Interval[1] = 1
		}
	}
	m.Balance = &e
}

// choices measures how much roles and chance have to choose.
func (m *Measures) choices(d *Data) {
	r := &d.Random
	for _, seat := range d.About.Seats() {
		if seat < len(r.Choices) {
			s := r.Choices[seat]
			m.Branching = append(m.Branching, RoleBranching{d.About.Roles[seat], s.N, rounded(s.Mean()), s.Min, s.Max})
		}
	}
	m.Tree = r.Tree.level(1000)
	steps, together := r.Deciders.N(), uint64(0)
	for deciders, n := range r.Deciders {
		if deciders > 1 {
			together += n
		}
	}
	m.Together, m.Chance = part(together, steps), part(r.ChanceSteps, steps)
	m.ChanceBits = r.ChanceBits.level(1000)
}

// information measures how much is hidden.
func (m *Measures) information(d *Data) {
	if d.Views == nil {
		return
	}
	for _, seat := range d.About.Seats() {
		if seat >= len(d.Views.Roles) {
			continue
		}
		v := &d.Views.Roles[seat]
		var states, bits Summary
		lost := uint64(0)
		for i := range v.States {
			states.merge(v.States[i])
			bits.merge(v.Bits[i])
			lost += v.TooMany[i]
		}
		m.Information = append(m.Information, RoleInformation{d.About.Roles[seat], rounded(states.Mean()), states.Max,
			rounded(bits.Mean() / 1000), part(lost, states.N+lost)})
	}
}

// skill measures the player's score against its opponents.
func (m *Measures) skill(d *Data) {
	seats := d.About.Seats()
	for i, r := range d.Method.Rivals {
		if r.Strong > 0 {
			continue // it is for the depth or the trend
		}
		var points intervals.Sample
		cut := uint64(0)
		for _, b := range d.Bouts {
			switch {
			case b.Rival != i:
			case b.Over:
				points.Add(player.Share(seats, b.Goals)[b.Seat])
			default:
				cut++
			}
		}
		if points.Count() > 0 {
			m.Skill = append(m.Skill, SkillMeasure{r.Name, rate(points.Mean(), uint64(points.Count())), rounded(1 / float64(len(seats))), cut})
		}
	}
}

// puzzle measures the results of a single role.
func (m *Measures) puzzle(d *Data) {
	if len(d.About.Seats()) != 1 {
		return
	}
	p := new(PuzzleMeasures)
	for _, outcomes := range []map[string]uint64{m.Random.outcomes, m.Self.outcomes} {
		for text := range outcomes {
			p.Best = max(p.Best, goalsOf(text)[0])
		}
	}
	best := outcome([]int{0}, []int{p.Best})
	p.RandomBest = share(m.Random.outcomes[best], m.Random.Plays)
	p.SelfBest = share(m.Self.outcomes[best], m.Self.Plays)
	for i := range d.Self {
		if s := &d.Self[i]; s.Over && s.Goals[d.About.Seats()[0]] == p.Best && (p.Shortest == 0 || s.Steps < p.Shortest) {
			p.Shortest = s.Steps
		}
	}
	m.Puzzle = p
}

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
