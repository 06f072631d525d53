package timedgrid_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gametest"
	"ludex/internal/gdlparse"
	"ludex/internal/timedgrid"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/library"
	"ludex/timed"
)

func program(t testing.TB, name string) *gdl.Program {
	t.Helper()
	file, err := library.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, list := gdlparse.File(file, gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return p
}

func open(t testing.TB, p *gdl.Program, opt timedgrid.Options) *timedgrid.Game {
	t.Helper()
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := timedgrid.New(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func names() []string {
	var out []string
	for _, e := range library.Games() {
		if strings.HasPrefix(e.Dialect, "rtgdl") {
			out = append(out, e.Name)
		}
	}
	return out
}

// On a grid, games satisfy the contracts of games in turns.
func TestConformance(t *testing.T) {
	for _, name := range []string{"chicken", "duel", "hotpotato", "snap", "redlight"} {
		t.Run(name, func(t *testing.T) { gametest.Run(t, open(t, program(t, name), timedgrid.Options{}), 60) })
	}
}

func TestExact(t *testing.T) {
	for _, test := range []struct {
		name string
		want timed.Time
	}{{"chicken", timed.Unit}, {"hotpotato", timed.Unit / 2}, {"duel", timed.Unit / 4}, {"redlight", timed.Unit / 10}} {
		if g := open(t, program(t, test.name), timedgrid.Options{}); g.Grid() != test.want {
			t.Errorf("%s: the grid is %v, want %v", test.name, g.Grid(), test.want)
		}
	}
}

// A gridPolicy moves at random, on a grid.
type gridPolicy struct {
	rand *game.Rand
	grid timed.Time
}

func (p *gridPolicy) Next(v *timed.View) (timed.Plan, bool) {
	if len(v.Legal) == 0 {
		return timed.Plan{}, false
	}
	at := (v.Open + p.grid - 1) / p.grid * p.grid
	at += p.grid * timed.Time(p.rand.Choose(6))
	return timed.Plan{At: at, Move: v.Legal[p.rand.Choose(len(v.Legal))]}, true
}

// A played match has its moves, and what happened.
type played struct {
	moves []timedmatch.Offer
	last  timed.State
	seen  map[string][][]string // by role: percepts of updates that it sees anything of
	end   *timedmatch.Ending
}

// play plays on the interpreter with moves on a grid.
func play(t testing.TB, g *timed.Game, grid timed.Time, seed uint64) *played {
	t.Helper()
	p := &played{seen: map[string][][]string{}, last: g.Initial()}
	observe := func(e *timed.Event) {
		for _, m := range e.Moves {
			role, err := g.Role(m.Role)
			if err != nil {
				t.Fatal(err)
			}
			p.moves = append(p.moves, timedmatch.Offer{At: e.Time, Role: role, Move: m.Move})
		}
		for _, x := range e.Percepts {
			if len(x.Sees) > 0 {
				p.seen[x.Role] = append(p.seen[x.Role], x.Sees)
			}
		}
		if e.Kind == timed.Joint || e.Kind == timed.Chance {
			p.last = e.State
		}
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: seed, MaxTime: 6 * timed.Unit, MaxEvents: 120, Observe: observe})
	if err != nil {
		t.Fatal(err)
	}
	policies := make([]timed.Policy, len(g.Roles()))
	for r := range policies {
		if game.Role(r) != g.Random() {
			policies[r] = &gridPolicy{game.NewRand(seed + uint64(r)), grid}
		}
	}
	if err := timedmatch.Run(t.Context(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
		t.Fatal(err)
	}
	p.end = m.Ending()
	return p
}

// compare replays a match of the interpreter on the grid.
func compare(t testing.TB, slow *timed.Game, g *timedgrid.Game, seed uint64) {
	t.Helper()
	want := play(t, slow, g.Grid(), seed)
	m := g.NewMachine()
	replay, err := g.Replay(m, want.moves, want.end.Time)
	if want.end.Reason == timed.EventsUp {
		return // in the midst of an instant
	}
	if err != nil {
		t.Fatalf("%v, moves %v", err, want.moves)
	}
	seen := map[string][][]string{}
	for i, joint := range replay.Joints {
		for r, name := range g.Roles() {
			var texts []string
			for _, p := range m.Percepts(replay.States[i], joint, game.Role(r), nil) {
				texts = append(texts, g.PerceptText(p))
			}
			if len(texts) > 0 && g.Hidden() {
				seen[name] = append(seen[name], texts)
			}
		}
	}
	if g.Hidden() && fmt.Sprint(seen) != fmt.Sprint(want.seen) {
		t.Fatalf("roles see %v, want %v", seen, want.seen)
	}
	last := replay.States[len(replay.States)-1]
	if over := m.Terminal(last); over != (want.end.Reason == timed.Terminal) {
		t.Fatalf("terminal: %v, want %v", over, want.end)
	}
	for r := range g.Roles() {
		if want.end.Reason == timed.Terminal && !slices.Equal(m.Goals(last, game.Role(r), nil), want.end.Goals[r]) {
			t.Fatalf("goals of %d: %v, want %v", r, m.Goals(last, game.Role(r), nil), want.end.Goals[r])
		}
	}
	state, passed := g.StateOf(last)
	now := replay.Times[len(replay.Times)-1]
	if got, want := left(state, passed), left(want.last, now-want.last.Now()); got != want {
		t.Fatalf("the last state is\n%s, want\n%s", got, want)
	}
}

// left says what holds in a state after some time, and for how long.
func left(s timed.State, passed timed.Time) string {
	var out []string
	for _, f := range s.Facts() {
		if f.Lifetime != timed.Forever {
			f.Lifetime -= passed
		}
		out = append(out, f.String())
	}
	return fmt.Sprint(out, s.Expired())
}

// Plays on the grid are those of the interpreter with the same moves.
func TestLibrary(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			p := program(t, name)
			slow, err := timed.New(p, timed.Options{Engine: timed.EngineReference})
			if err != nil {
				t.Fatal(err)
			}
			for _, grid := range []timed.Time{0, timed.Unit / 2, timed.Unit} {
				g := open(t, p, timedgrid.Options{Grid: grid})
				for seed := range uint64(5) {
					compare(t, slow, g, seed)
				}
			}
		})
	}
}

// So they are in random games.
func TestRandomGames(t *testing.T) {
	checks := 60
	if os.Getenv("LUDEX_FULL") != "" {
		checks = 2000
	}
	for i := range checks {
		p := timedtest.Program(timedtest.Everything).Example(i)
		slow, err := timed.New(p, timed.Options{Engine: timed.EngineReference})
		if err != nil {
			t.Fatal(err)
		}
		g := open(t, p, timedgrid.Options{Chance: 120})
		compare(t, slow, g, uint64(i))
	}
}
