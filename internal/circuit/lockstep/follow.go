package lockstep

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
)

// A follower observes playouts in lanes and compares every step of every lane with
// the judge's answers. It also counts what the lanes should count.
type follower struct {
	*round
	most   int // steps of a playout
	starts []start
	lanes  [bitslice.Count]followed
	bad    uint64 // playouts with bad goals
	err    error  // the first difference
	stop   context.CancelFunc
}

// A start is a state from which playouts may start, with the expected counts.
type start struct {
	at    *position
	count game.PlayoutResult
}

// A followed is the playout of a lane.
type followed struct {
	from *start
	at   *position // nil if there is no playout
	made []game.Move
	free int // steps that do not count
}

// newFollower returns a follower of playouts from some positions.
func newFollower(r *round, most int, from ...*position) *follower {
	f := &follower{round: r, most: most}
	for _, p := range from {
		f.starts = append(f.starts, start{p, game.PlayoutResult{Goals: make([]uint64, len(r.game.Roles()))}})
	}
	return f
}

// play runs playouts and follows them.
func (f *follower) play(ctx context.Context, opt game.PlayoutOptions) (res game.PlayoutResult, err error) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	f.stop = stop
	res, err = f.game.Observed(f.step).Playouts(within, opt)
	return res, cmp.Or(f.err, err, ctx.Err())
}

// run follows the playouts of a runner that shows them, and compares what it counts.
func (f *follower) run(ctx context.Context, runner game.Runner, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	f.stop = stop
	err := runner.Run(within, from, opt, results)
	if err := cmp.Or(f.err, err, ctx.Err()); err != nil {
		return err
	}
	for i := range results {
		if err := f.counts(i, &results[i]); err != nil {
			return err
		}
	}
	return nil
}

// step compares a step of all lanes.
func (f *follower) step(s *bitslice.Step) {
	if f.err != nil {
		return
	}
	if f.err = f.compare(s); f.err != nil {
		f.stop()
	}
}

func (f *follower) compare(s *bitslice.Step) error {
	bad := f.bad
	for w := range bitslice.Words {
		sums := make([]uint64, len(f.game.Roles()))
		for lane := 64 * w; lane < 64*(w+1); lane++ {
			if err := f.lane(s, lane, sums); err != nil {
				return err
			}
		}
		if !slices.Equal(sums, s.Goals[w]) {
			what := fmt.Sprintf("sums of the goals of playouts that end in lanes %d to %d", 64*w, 64*w+63)
			return f.counted(what, fmt.Sprint(sums), fmt.Sprint(s.Goals[w]))
		}
	}
	if want := f.bad - bad; want != s.BadGoals {
		return f.counted("ends of playouts without exactly one goal for each role", fmt.Sprint(want), fmt.Sprint(s.BadGoals))
	}
	return nil
}

// lane compares a step of a lane, and adds to sums the goals of a playout that ends.
func (f *follower) lane(s *bitslice.Step, lane int, sums []uint64) error {
	l, before := &f.lanes[lane], f.state(s.Before, lane)
	if s.Began[lane/64]>>(lane%64)&1 == 1 {
		if err := f.begin(l, before); err != nil {
			return err
		}
	}
	event := s.Events[lane]
	switch want := f.event(l); {
	case l.at != nil && !slices.Equal(before, l.at.state):
		return f.differ(l, fmt.Sprintf("state in lane %d", lane), f.game.Facts(l.at.state), f.game.Facts(before))
	case event != want:
		return f.differ(l, fmt.Sprintf("end of the playout in lane %d", lane), []string{events[want]}, []string{events[event]})
	case event == bitslice.Moved:
		return f.move(s, l, lane)
	case event != bitslice.Idle:
		f.end(l, event, sums)
		*l = followed{made: l.made[:0]}
	}
	return nil
}

// begin records that a playout begins.
func (f *follower) begin(l *followed, s game.State) error {
	for i := range f.starts {
		if from := &f.starts[i]; slices.Equal(from.at.state, s) {
			*l = followed{from: from, at: from.at, made: l.made[:0]}
			return nil
		}
	}
	l.made = l.made[:0]
	return f.differ(l, "start of a playout", f.game.Facts(f.starts[0].at.state), f.game.Facts(s))
}

// event returns what must happen to a playout.
func (f *follower) event(l *followed) bitslice.LaneEvent {
	switch {
	case l.at == nil:
		return bitslice.Idle
	case f.steps(l) > f.most: // which only shows afterwards if steps need not count
		return bitslice.Cut
	case l.at.over:
		return bitslice.Ended
	case f.steps(l) == f.most && !f.game.MayRepeat():
		return bitslice.Cut
	case l.at.stuck:
		return bitslice.Stuck
	}
	return bitslice.Moved
}

var events = [...]string{
	bitslice.Idle: "there is none", bitslice.Moved: "it goes on", bitslice.Ended: "it is over",
	bitslice.Cut: "it is cut off", bitslice.Stuck: "a role has no legal move",
}

// steps returns how many steps of a playout count.
func (f *follower) steps(l *followed) int { return len(l.made)/len(f.game.Roles()) - l.free }

// move makes the joint move that a lane has drawn.
func (f *follower) move(s *bitslice.Step, l *followed, lane int) error {
	first := len(l.made)
	for r, choices := range l.at.choices {
		number := uint32(0)
		if len(s.Numbers[r]) > 0 {
			number = s.Numbers[r][lane]
		}
		if int(number) >= len(choices) {
			return f.differ(l, fmt.Sprintf("number of the move in lane %d", lane), []string{fmt.Sprint("below ", len(choices))}, []string{fmt.Sprint(number)})
		}
		l.made = append(l.made, choices[number])
	}
	to, err := f.judge.after(l.at, l.made[first:])
	if err != nil {
		return f.led(err, l.made)
	}
	l.at = to
	if !f.game.Counts(to.state) {
		l.free++
	}
	f.count.Moves++
	if after := f.state(s.After, lane); !slices.Equal(after, to.state) {
		return f.differ(l, fmt.Sprintf("next state in lane %d", lane), f.game.Facts(to.state), f.game.Facts(after))
	}
	return nil
}

// end counts a playout that has ended, and adds its goals to sums.
func (f *follower) end(l *followed, event bitslice.LaneEvent, sums []uint64) {
	f.count.Playouts++
	c := &l.from.count
	c.Playouts++
	c.Steps += uint64(min(f.steps(l), f.most))
	switch event {
	case bitslice.Cut:
		c.Cut++
	case bitslice.Stuck:
		c.Stuck++
	case bitslice.Ended:
		c.Finished++
		f.score(l, sums)
	}
}

// score adds the goals of a playout to sums.
func (f *follower) score(l *followed, sums []uint64) {
	for r := range sums {
		if goal := l.at.goal(r); goal != game.NoGoal {
			sums[r] += uint64(goal)
			l.from.count.Goals[r] += uint64(goal)
		}
	}
	if f.judge.badGoals(l.at) {
		f.bad++
		l.from.count.BadGoals++
	}
}

// counts compares what was counted of the playouts from a start.
func (f *follower) counts(start int, got *game.PlayoutResult) error {
	show := func(r *game.PlayoutResult) string {
		return fmt.Sprintf("%d playouts with %d steps, %d finished, %d cut off, %d stuck, %d with bad goals, goals %v",
			r.Playouts, r.Steps, r.Finished, r.Cut, r.Stuck, r.BadGoals, r.Goals)
	}
	if a, b := show(&f.starts[start].count), show(got); a != b {
		return f.counted("counts of playouts", a, b)
	}
	return nil
}

// state returns the state of a lane.
func (f *follower) state(words []uint64, lane int) game.State {
	n := len(words) / bitslice.Count
	return words[lane*n:][:len(f.starts[0].at.state)]
}

// differ reports a difference found in a playout.
func (f *follower) differ(l *followed, what string, want, got []string) error {
	return enginecompare.NewDifference(what, f.names(), want, got, f.path(l.made))
}
