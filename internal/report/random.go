package report

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
)

// RandomPlays are plays in which every role chooses uniformly among its legal moves.
type RandomPlays struct {
	Playouts uint64 `json:"playouts"`
	Cut      uint64 `json:"cut,omitempty"`       // that were too long
	Stuck    uint64 `json:"stuck,omitempty"`     // in which a role had no legal move
	BadGoals uint64 `json:"bad_goals,omitempty"` // at whose end a role had no goal value or several
	// Lengths are the lengths of finished plays, in steps.
	Lengths Histogram `json:"lengths,omitempty"`
	// Outcomes counts the goals of the roles other than chance, such as "100 0".
	Outcomes map[string]uint64 `json:"outcomes,omitempty"`
	// First counts by role in how many plays it had the first choice, alone.
	First []uint64 `json:"first,omitempty"`
	// Choices are the numbers of legal moves of a role with more than one, by role;
	// Steps are the same for all roles other than chance, by step.
	Choices []Summary `json:"choices,omitempty"`
	Steps   []Summary `json:"steps,omitempty"`
	// Branching is their mean in a play, in thousandths, over plays with a choice.
	Branching Summary `json:"branching"`
	// Deciders counts steps by the number of roles other than chance that have a
	// choice.
	Deciders Histogram `json:"deciders,omitempty"`
	// Tree is an estimate of the size of the game tree from one play: the product
	// of the numbers of legal moves, as 1000 times the logarithm to base 10.
	Tree Summary `json:"tree"`
	// ChanceSteps are steps in which chance has a choice, and ChanceBits is how
	// much it decides in a play, in thousandths of a bit.
	ChanceSteps uint64  `json:"chance_steps,omitempty"`
	ChanceBits  Summary `json:"chance_bits"`
}

// maxProfile is the number of steps for which the numbers of legal moves are
// recorded.
const maxProfile = 1000

// merge adds the counts of others.
func (p *RandomPlays) merge(o *RandomPlays) {
	p.Playouts += o.Playouts
	p.Cut += o.Cut
	p.Stuck += o.Stuck
	p.BadGoals += o.BadGoals
	p.Lengths.merge(o.Lengths)
	mergeCounts(&p.Outcomes, o.Outcomes)
	p.First = addCounts(p.First, o.First)
	p.Choices = mergeSummaries(p.Choices, o.Choices)
	p.Steps = mergeSummaries(p.Steps, o.Steps)
	p.Branching.merge(o.Branching)
	p.Deciders.merge(o.Deciders)
	p.Tree.merge(o.Tree)
	p.ChanceSteps += o.ChanceSteps
	p.ChanceBits.merge(o.ChanceBits)
}

// addCounts adds numbers elementwise.
func addCounts(a, b []uint64) []uint64 {
	for i, n := range b {
		if i == len(a) {
			a = append(a, 0)
		}
		a[i] += n
	}
	return a
}

// outcome writes the goals of the roles but chance.
func outcome(seats, goals []int) string {
	var parts []string
	for _, r := range seats {
		parts = append(parts, strconv.Itoa(goals[r]))
	}
	return strings.Join(parts, " ")
}

// goalsOf parses what outcome writes, by seat.
func goalsOf(outcome string) []int {
	var goals []int
	for part := range strings.FieldsSeq(outcome) {
		goal, _ := strconv.Atoi(part) // it was written by outcome
		goals = append(goals, goal)
	}
	return goals
}

// A randomPlayer makes random plays and counts.
type randomPlayer struct {
	about    *About
	seats    []int
	machine  game.Machine
	playout  *game.Playout
	maxSteps int

	plays RandomPlays
	one   RandomPlays // of the current play, which counts only when it has ended
	legal []game.Move
}

func newRandomPlayer(g game.Game, about *About, maxSteps int) *randomPlayer {
	m := g.NewMachine()
	return &randomPlayer{about: about, seats: about.Seats(), machine: m, playout: game.NewPlayout(g, m), maxSteps: maxSteps}
}

// play makes one play. If the context ends first, the play does not count.
func (w *randomPlayer) play(ctx context.Context, seed uint64) error {
	w.reset()
	w.machine.Bind(ctx)
	p, tree, chance, opened := w.playout, 0.0, 0.0, false
	for p.Reset(nil, seed); !p.Over() && p.Steps < w.maxSteps; {
		if p.Steps&7 == 7 && ctx.Err() != nil {
			return ctx.Err()
		}
		first, deciders := w.countMoves(&tree, &chance)
		if deciders == 1 && !opened {
			w.one.First[first]++
		}
		opened = opened || deciders > 0
		if err := p.Step(); errors.Is(err, game.ErrStuck) {
			w.one.Stuck++
			break
		} else if err != nil {
			return err
		}
	}
	if err := w.machine.Err(); err != nil {
		return err
	}
	w.one.Tree.add(thousandths(tree))
	if w.about.Chance != game.NoRole {
		w.one.ChanceBits.add(thousandths(chance))
	}
	var all Summary
	for _, c := range w.one.Choices {
		all.merge(c)
	}
	if all.N > 0 {
		w.one.Branching.add(thousandths(all.Mean()))
	}
	w.end()
	if err := w.machine.Err(); err != nil {
		return err
	}
	w.plays.merge(&w.one)
	return nil
}

func thousandths(x float64) uint64 { return uint64(math.Round(1000 * x)) }

// reset clears the counts of the current play, and keeps its memory.
func (w *randomPlayer) reset() {
	o := &w.one
	clear(o.Lengths)
	clear(o.Outcomes)
	clear(o.Deciders)
	roles := len(w.about.Roles)
	*o = RandomPlays{Playouts: 1, Lengths: o.Lengths, Outcomes: o.Outcomes, Deciders: o.Deciders, Steps: o.Steps[:0],
		First: zeroed(o.First, roles), Choices: zeroed(o.Choices, roles)}
}

// zeroed returns a list of zeros, in the memory of another if it fits.
func zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// countMoves counts the legal moves of a state. It returns a role that has a choice,
// chance excluded, and how many have.
func (w *randomPlayer) countMoves(tree, chance *float64) (first, deciders int) {
	step := w.playout.Steps
	if step < maxProfile {
		w.one.Steps = append(w.one.Steps, Summary{})
	}
	for r := range w.about.Roles {
		w.legal = w.machine.Legal(w.playout.State, game.Role(r), w.legal[:0])
		n := len(w.legal)
		if n < 2 {
			continue
		}
		*tree += math.Log10(float64(n))
		if game.Role(r) == w.about.Chance {
			w.one.ChanceSteps++
			*chance += math.Log2(float64(n))
			continue
		}
		first, deciders = r, deciders+1
		w.one.Choices[r].add(uint64(n))
		if step < maxProfile {
			w.one.Steps[step].add(uint64(n))
		}
	}
	w.one.Deciders.add(deciders)
	return first, deciders
}

// end records how the play ended.
func (w *randomPlayer) end() {
	switch {
	case w.one.Stuck > 0:
		return
	case !w.playout.Over():
		w.one.Cut++
		return
	}
	w.one.Lengths.add(w.playout.Steps)
	goals, sound := finalGoals(w.machine, w.playout.State, w.about)
	if !sound {
		w.one.BadGoals++
		return
	}
	count(&w.one.Outcomes, outcome(w.seats, goals), 1)
}

// finalGoals returns the goals of a terminal state by role, and whether each role but
// chance has exactly one.
func finalGoals(m game.Machine, s game.State, about *About) (goals []int, sound bool) {
	goals, sound = make([]int, len(about.Roles)), true
	for _, r := range about.Seats() {
		values := m.Goals(s, game.Role(r), nil)
		if len(values) != 1 {
			sound = false
			continue
		}
		goals[r] = values[0]
	}
	return goals, sound
}

// winners returns the seats with the highest goal, as roles.
func winners(seats, goals []int) []int {
	best := slices.MaxFunc(seats, func(a, b int) int { return goals[a] - goals[b] })
	return slices.DeleteFunc(slices.Clone(seats), func(r int) bool { return goals[r] < goals[best] })
}
