package timed_test

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedtest"
	"ludex/library"
	"ludex/timed"
)

// openEngines prepares a description on both engines.
func openEngines(t rapid.TB, p *gdl.Program) (slow, fast *timed.Game) {
	t.Helper()
	slow, err := timed.New(p, timed.Options{Engine: timed.EngineReference})
	if err != nil {
		t.Fatal(err)
	}
	if fast, err = timed.New(p); err != nil {
		t.Fatal(err)
	}
	return slow, fast
}

// A pair is a state of a game on both engines.
type pair struct {
	slow, fast   *timed.Game
	state, other timed.State
	onGround     int // updates
}

func newPair(slow, fast *timed.Game) *pair {
	return &pair{slow: slow, fast: fast, state: slow.Initial(), other: fast.Initial()}
}

// check compares everything about the states.
func (p *pair) check(t rapid.TB) {
	t.Helper()
	if got, want := p.other.String(), p.state.String(); got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	if got, want := p.other.Expiry(), p.state.Expiry(); got != want {
		t.Fatalf("expiry: got %v, want %v", got, want)
	}
	got, err := p.fast.Terminal(p.other)
	want, slowErr := p.slow.Terminal(p.state)
	if got != want || (err == nil) != (slowErr == nil) {
		t.Fatalf("terminal: got %v, %v, want %v, %v in %v", got, err, want, slowErr, p.state)
	}
	for r := range p.slow.Roles() {
		role := game.Role(r)
		legal, err := p.fast.Legal(p.other, role)
		wantLegal, slowErr := p.slow.Legal(p.state, role)
		if !slices.Equal(legal, wantLegal) || (err == nil) != (slowErr == nil) {
			t.Fatalf("legal: got %v, %v, want %v, %v in %v", legal, err, wantLegal, slowErr, p.state)
		}
		goals, err := p.fast.Goals(p.other, role)
		wantGoals, slowErr := p.slow.Goals(p.state, role)
		if !slices.Equal(goals, wantGoals) || (err == nil) != (slowErr == nil) {
			t.Fatalf("goals: got %v, %v, want %v, %v in %v", goals, err, wantGoals, slowErr, p.state)
		}
	}
}

// update makes the same update on both engines and compares it.
func (p *pair) update(t rapid.TB, dt timed.Time, moves []timed.Move) {
	t.Helper()
	want, slowErr := p.slow.Update(p.state, dt, moves)
	got, err := p.fast.Update(p.other, dt, moves)
	if err != nil || slowErr != nil {
		t.Fatalf("got %v, want %v", err, slowErr)
	}
	if !slices.Equal(got.Expired(), want.Expired()) || !slices.Equal(got.Defects(), want.Defects()) {
		t.Fatalf("got %v %v, want %v %v", got.Expired(), got.Defects(), want.Expired(), want.Defects())
	}
	for r := range p.slow.Roles() {
		role := game.Role(r)
		if !slices.Equal(got.Percepts(role), want.Percepts(role)) || got.Perceives(role) != want.Perceives(role) {
			t.Fatalf("sees: got %v, want %v", got.Percepts(role), want.Percepts(role))
		}
	}
	if got.State.SameFacts(p.other) != want.State.SameFacts(p.state) {
		t.Fatalf("whether facts change: got %v, want %v", got.State.SameFacts(p.other), want.State.SameFacts(p.state))
	}
	p.state, p.other = want.State, got.State
	if p.other.OnGround() {
		p.onGround++
	}
	p.check(t)
}

// The engines agree on every update of random plays of random games. A part of the games is
// made of what the fast engine computes itself; in all of them it must say what it leaves
// to the interpreter.
func TestEnginesAgree(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 30
	}
	if os.Getenv("LUDEX_FULL") != "" {
		games = 3200 // 2000 of them on ground rules
	}
	onGround, updates, fastUpdates := 0, 0, 0
	for seed := range games {
		opt := timedtest.Options{Chance: true, Percepts: seed%2 == 0, Apart: seed%8 != 0}
		p := timedtest.Program(opt).Example(seed)
		slow, fast := openEngines(t, p)
		if fast.Engine() == timed.EngineCircuit {
			onGround++
		} else if opt.Apart && len(slow.Defects()) == 0 {
			t.Errorf("game %d is left to the interpreter: %s", seed, fast.Note())
		}
		rand := game.NewRand(uint64(seed))
		for range 8 {
			pair := newPair(slow, fast)
			updates += playBoth(t, rand, pair, 20)
			fastUpdates += pair.onGround
		}
	}
	t.Logf("%d games, %d on ground rules; %d updates, %d on ground rules", games, onGround, updates, fastUpdates)
	if 2*onGround < games || 2*fastUpdates < updates {
		t.Errorf("only %d of %d games on ground rules, and %d of %d updates", onGround, games, fastUpdates, updates)
	}
}

// playBoth plays at random on both engines and returns the number of updates.
func playBoth(t testing.TB, rand *game.Rand, p *pair, most int) int {
	t.Helper()
	p.check(t)
	for n := range most {
		if over, _ := p.slow.Terminal(p.state); over && rand.Choose(4) > 0 {
			return n // often, but what follows is defined, too
		}
		moves, dt, ok := randomUpdate(t, rand, p.slow, p.state)
		if !ok {
			return n
		}
		p.update(t, dt, moves)
		if !p.other.OnGround() && rand.Choose(4) > 0 {
			return n + 1 // nearly everything that follows is irregular, too
		}
	}
	return most
}

// randomUpdate draws moves of some roles, which are sometimes not legal, and their time.
func randomUpdate(t testing.TB, rand *game.Rand, g *timed.Game, s timed.State) (moves []timed.Move, dt timed.Time, ok bool) {
	t.Helper()
	for r := range g.Roles() {
		legal, err := g.Legal(s, game.Role(r))
		if err != nil {
			t.Fatal(err)
		}
		switch n := rand.Choose(40); {
		case n == 0:
			moves = append(moves, timed.Move{Role: game.Role(r), Text: "(never " + strconv.Itoa(r) + ")"})
		case n < 20 && len(legal) > 0:
			moves = append(moves, timed.Move{Role: game.Role(r), Text: legal[rand.Choose(len(legal))]})
		}
	}
	left := s.Expiry() - s.Now()
	if s.Expiry() == timed.Forever {
		left = 3 * timed.Unit
		if len(moves) == 0 {
			return nil, 0, false
		}
	}
	switch {
	case len(moves) == 0 || rand.Choose(3) == 0:
		return moves, left, true
	case rand.Choose(8) == 0:
		return moves, timed.Time(rand.Choose(int(left) + 1)), true
	}
	eighth := timed.Unit / 8
	return moves, min(left, eighth*timed.Time(rand.Choose(int(left/eighth)+1))), true
}

// Every game of the library in real time runs on ground rules, and as the interpreter says.
func TestEnginesAgreeOnTheLibrary(t *testing.T) {
	plays, most := 3, 80
	if os.Getenv("LUDEX_FULL") != "" {
		plays, most = 40, 1000
	}
	count := 0
	for _, lib := range library.Games() {
		if lib.IsRBG() || !libraryProgram(t, lib.Name).Dialect.Timed() {
			continue
		}
		count++
		t.Run(lib.Name, func(t *testing.T) {
			slow, fast := openEngines(t, libraryProgram(t, lib.Name))
			if fast.Engine() != timed.EngineCircuit {
				t.Fatal(fast.Note())
			}
			rand := game.NewRand(7)
			for range plays {
				playBoth(t, rand, newPair(slow, fast), most)
			}
		})
	}
	if count == 0 {
		t.Error("the library has no games in real time")
	}
}
