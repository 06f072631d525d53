package seat

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rulestest"
	"ludex/player"
	"ludex/rules"
)

// A stub is a player whose behaviour a test determines. It makes the last legal
// move, so that its answers can be told from the answers of an engine.
type stub struct {
	start   func(ctx context.Context) error
	choose  func(ctx context.Context) error
	observe error

	setup  player.Setup
	events int
}

func (s *stub) Start(ctx context.Context, setup player.Setup) error {
	s.setup = setup
	if s.start == nil {
		return nil
	}
	return s.start(ctx)
}

func (s *stub) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	var err error
	if s.choose != nil {
		err = s.choose(ctx)
	}
	return legal[len(legal)-1], err
}

func (s *stub) Observe(context.Context, player.Event) error {
	s.events++
	return s.observe
}

func (s *stub) Stop() {}

// thinks uses all of its time.
func thinks(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// ignoreContext goes on although its time is over.
func ignoreContext(context.Context) error {
	time.Sleep(time.Hour)
	return nil
}

var errBroken = errors.New("broken")

// slow opens the fast engine after a time.
func slow(d time.Duration) opener {
	return func(r *rules.Rules, ctx context.Context, o rules.Opening) (game.Game, string, error) {
		if o.Engine == "" {
			time.Sleep(d)
		}
		return r.Open(ctx, o)
	}
}

// A manager plays with a seat by its clocks.
type manager struct {
	*testing.T
	*Seat
	clock time.Duration
}

const (
	startClock = 10 * time.Second
	playClock  = 4 * time.Second
	margin     = time.Second
)

// tictactoe takes a seat in a match of tic-tac-toe, and waits until the seat is
// ready.
func tictactoe(t *testing.T, r *rules.Rules, open opener, maker player.Maker) *manager {
	m := &manager{T: t, clock: playClock}
	m.Seat = newSeat(context.Background(), Match{
		Rules: func(context.Context) (*rules.Rules, error) { return r, nil }, Role: "White",
		Received: time.Now(), StartClock: startClock, PlayClock: playClock, Guess: "noop",
	}, Options{NewPlayer: maker, Margin: margin}, open)
	began := time.Now()
	m.Await(context.Background())
	if took := time.Since(began); took > startClock-margin/2 {
		t.Errorf("the start was answered after %v", took)
	}
	return m
}

// ask asks for a move, which has to come in time.
func (m *manager) ask(want string) {
	m.Helper()
	began := time.Now()
	got := m.Choose(context.Background(), began, m.clock, nil)
	if took := time.Since(began); got != want || took > m.clock-margin/2 {
		m.Errorf("the answer is %s after %v, and not %s", got, took, want)
	}
}

// tell tells of a step.
func (m *manager) tell(joint ...string) { m.Observe(Step{Joint: joint}) }

// end ends the match, and waits for what does not listen.
func (m *manager) end() {
	m.Stop()
	m.group.Wait()
}

// TestLateEngine covers a fast engine that is ready after the start clock has ended.
// The interpreter plays, until the fast engine has caught up.
func TestLateEngine(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		var players []*stub
		m := tictactoe(t, r, slow(startClock+3*playClock/2), func() player.Player {
			players = append(players, &stub{choose: thinks})
			return players[len(players)-1]
		})
		m.ask("(mark 3 3)")
		m.tell("(mark 3 3)", "noop")
		m.ask("noop")
		m.tell("noop", "(mark 3 2)")
		time.Sleep(playClock)
		m.ask("(mark 3 1)")
		m.tell("(mark 3 1)", "noop")
		m.ask("noop")
		m.end()
		if len(players) != 2 || players[0].events != 1 || players[1].events != 3 {
			t.Fatalf("%d players", len(players))
		}
		if _, ok := players[0].setup.Game.(*gdlref.Game); !ok {
			t.Errorf("the first player plays with %T", players[0].setup.Game)
		}
		if _, ok := players[1].setup.Game.(*gdlref.Game); ok {
			t.Error("the second player plays with the interpreter")
		}
	})
}

// TestNoEngine covers engines whose preparation never ends.
func TestNoEngine(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	for name, open := range map[string]opener{
		"never": func(_ *rules.Rules, ctx context.Context, _ rules.Opening) (game.Game, string, error) {
			<-ctx.Done()
			return nil, "", ctx.Err()
		},
		"deaf": func(*rules.Rules, context.Context, rules.Opening) (game.Game, string, error) {
			time.Sleep(time.Hour)
			return nil, "", errBroken
		},
		"broken": func(*rules.Rules, context.Context, rules.Opening) (game.Game, string, error) {
			return nil, "", errBroken
		},
		"panic": func(*rules.Rules, context.Context, rules.Opening) (game.Game, string, error) { panic("engine") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := tictactoe(t, r, open, func() player.Player { return new(stub) })
				m.ask("noop")
				m.tell("noop", "noop")
				m.ask("noop")
				m.end()
			})
		})
	}
}

// TestBadPlayers covers players that do not do what they should.
func TestBadPlayers(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	for name, test := range map[string]struct {
		player        stub
		first, second string
	}{
		"good":            {stub{choose: thinks}, "(mark 3 3)", "(mark 3 3)"},
		"prepares":        {stub{start: thinks}, "(mark 3 3)", "(mark 3 3)"},
		"deaf":            {stub{choose: ignoreContext}, "(mark 1 1)", "(mark 1 1)"},
		"deaf at first":   {stub{start: ignoreContext}, "(mark 1 1)", "(mark 1 1)"},
		"fails":           {stub{choose: func(context.Context) error { return errBroken }}, "(mark 1 1)", "(mark 1 1)"},
		"fails to start":  {stub{start: func(context.Context) error { return errBroken }}, "(mark 1 1)", "(mark 1 1)"},
		"fails to listen": {stub{observe: errBroken}, "(mark 3 3)", "(mark 1 1)"},
		"panics":          {stub{choose: func(context.Context) error { panic("player") }}, "(mark 1 1)", "(mark 1 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := tictactoe(t, r, (*rules.Rules).Open, func() player.Player {
					p := test.player
					return &p
				})
				m.ask(test.first)
				m.tell("(mark 1 2)", "noop")
				m.tell("noop", "(mark 1 3)")
				m.ask(test.second)
				m.end()
			})
		})
	}
}

// TestLost covers a manager whose steps cannot be followed.
func TestLost(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	for name, step := range map[string]Step{
		"illegal":  {Joint: []string{"noop", "(mark 1 1)"}},
		"unknown":  {Joint: []string{"noop", "(jump 1 1)"}},
		"nonsense": {Joint: []string{"noop", "((("}},
		"too few":  {Joint: []string{"noop"}},
		"gap":      {Joint: []string{"noop", "(mark 1 2)"}, Number: 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := tictactoe(t, r, (*rules.Rules).Open, func() player.Player { return new(stub) })
				m.Observe(Step{Joint: []string{"(mark 1 1)", "noop"}, Number: step.Number / 3})
				m.Observe(step)
				m.ask("noop")
				m.tell("(mark 2 2)", "noop")
				m.ask("noop")
				m.end()
			})
		})
	}
}

// TestRepeatedStep checks that a step with a number counts once.
func TestRepeatedStep(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		m := tictactoe(t, r, (*rules.Rules).Open, func() player.Player { return new(stub) })
		for _, number := range []int{1, 1, 2, 1, 2} {
			m.Observe(Step{Number: number, Joint: [][]string{{"(mark 1 1)", "noop"}, {"noop", "(mark 3 3)"}}[number-1]})
		}
		m.ask("(mark 3 2)")
		m.end()
	})
}

// TestNextQuestion covers a manager that goes on before it has an answer.
func TestNextQuestion(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		m := tictactoe(t, r, (*rules.Rules).Open, func() player.Player { return &stub{choose: thinks} })
		first := make(chan time.Duration)
		began := time.Now()
		go func() {
			m.Choose(context.Background(), began, playClock, nil)
			first <- time.Since(began)
		}()
		synctest.Wait()
		time.Sleep(time.Second)
		m.tell("(mark 1 1)", "noop")
		go m.ask("noop")
		if took := <-first; took != time.Second {
			t.Errorf("the first question was answered after %v", took)
		}
		time.Sleep(playClock)
		m.end()
	})
}

// TestStop checks that the end of a match ends a question.
func TestStop(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		m := tictactoe(t, r, (*rules.Rules).Open, func() player.Player { return &stub{choose: thinks} })
		m.clock = 0 // none
		go m.end()
		began := time.Now()
		m.Choose(context.Background(), began, 0, nil)
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v to stop", took)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		m.Choose(ctx, began, 0, nil)
	})
}

// TestNoClock checks that without clocks nothing is hurried.
func TestNoClock(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		s := newSeat(context.Background(), Match{
			Rules: func(context.Context) (*rules.Rules, error) { return r, nil }, Role: "white", Received: time.Now(),
		}, Options{NewPlayer: func() player.Player {
			return &stub{choose: func(ctx context.Context) error {
				time.Sleep(time.Hour)
				return ctx.Err()
			}}
		}}, slow(time.Hour))
		s.Await(context.Background())
		if got := s.Choose(context.Background(), time.Now(), 0, nil); got != "(mark 3 3)" {
			t.Error(got)
		}
		s.Stop()
	})
}

// TestAgain checks that the second play of a game begins at once, though the player
// would like to prepare as long as before the first.
func TestAgain(t *testing.T) {
	r := rulestest.Read(t, "tictactoe-rbg")
	synctest.Test(t, func(t *testing.T) {
		var starts, chosen atomic.Int64
		var opened atomic.Int64
		s := newSeat(context.Background(), Match{
			Rules: func(context.Context) (*rules.Rules, error) { return r, nil }, Number: 1, Received: time.Now(), StartClock: startClock, Guess: "1 1",
			Text: func(g game.Game, _ game.Role, m game.Move) string {
				return rbgplay.PairsText(game.First(g).(interface {
					Actions(game.Move) []rbgplay.Action
				}).Actions(m))
			},
		}, Options{Margin: margin, NewPlayer: func() player.Player {
			return &stub{
				start:  func(ctx context.Context) error { starts.Add(1); return thinks(ctx) },
				choose: func(ctx context.Context) error { chosen.Add(1); return thinks(ctx) },
			}
		}}, func(r *rules.Rules, ctx context.Context, o rules.Opening) (game.Game, string, error) {
			opened.Add(1)
			return r.Open(ctx, o)
		})
		began := time.Now()
		s.Await(context.Background())
		if took := time.Since(began); took != startClock-margin {
			t.Errorf("preparing took %v", took)
		}
		for plays := range 5 {
			began := time.Now()
			move := s.Choose(context.Background(), began, lateStart, nil)
			if took := time.Since(began); took != lateStart-lateStart/3 || move == "1 1" {
				t.Errorf("play %d: %q after %v", plays, move, took)
			}
			s.Observe(Step{Mover: move})
			if plays < 4 {
				s.Again()
			}
			if plays%2 == 0 {
				synctest.Wait() // until the player prepares; otherwise it is asked at once
			}
		}
		s.Stop()
		if starts.Load() != 5 || chosen.Load() != 5 || opened.Load() != 2 {
			t.Errorf("%d starts, %d moves, %d engines", starts.Load(), chosen.Load(), opened.Load())
		}
	})
}

// TestUnreadable covers rules that cannot be played.
func TestUnreadable(t *testing.T) {
	for name, test := range map[string]struct {
		text, want string
	}{
		"empty":    {"", "noop"},
		"brackets": {"((((", "noop"},
		"a role":   {"(role white)", "noop"},
		"a fact":   {"(legal black sit) (legal white (jump 1)) (<= (p", "(jump 1)"},
		"a rule":   {"(<= (legal ?r wait) (role ?r)) (<= (p ?x) (not (q ?x)))", "wait"},
		"another":  {"(legal black sit) )", "sit"},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			s := New(context.Background(), Match{
				Rules: func(ctx context.Context) (*rules.Rules, error) {
					return Read(ctx, nil, "match.kif", test.text, rules.Options{AsGDL: true})
				},
				Role: "white", Guess: "noop",
			}, Options{NewPlayer: func() player.Player { return new(stub) }, Log: slog.New(slog.NewTextHandler(&log, nil))})
			s.Await(context.Background())
			if got := s.Choose(context.Background(), time.Now(), time.Hour, nil); got != test.want {
				t.Errorf("the guess is %s, and not %s", got, test.want)
			}
			s.Stop()
			if !strings.Contains(log.String(), "level=") {
				t.Error("nothing was logged")
			}
		})
	}
}

func TestReserve(t *testing.T) {
	for _, test := range []struct{ margin, clock, want time.Duration }{
		{0, 10 * time.Second, 100 * time.Millisecond},
		{0, 100 * time.Millisecond, 20 * time.Millisecond},
		{500 * time.Millisecond, 10 * time.Second, 500 * time.Millisecond},
		{500 * time.Millisecond, time.Second, time.Second / 3},
		{time.Hour, 30 * time.Second, 10 * time.Second},
	} {
		opt := Options{Margin: test.margin}
		if got := opt.Reserve(test.clock); got != test.want {
			t.Errorf("the margin %v of a clock of %v is %v, and not %v", test.margin, test.clock, got, test.want)
		}
	}
}

// TestReadLogs checks that problems of rules are logged, but only a limited number.
func TestReadLogs(t *testing.T) {
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, nil))
	if _, err := Read(t.Context(), log, "match.kif", strings.Repeat("(role)\n(<= p)\n)\n", 50), rules.Options{AsGDL: true}); err == nil {
		t.Error("nothing is wrong with nonsense")
	}
	if got := strings.Count(out.String(), "\n"); got != maxLogged+1 || !strings.Contains(out.String(), "match.kif:") {
		t.Errorf("%d lines were logged", got)
	}
}

func FuzzGuess(f *testing.F) {
	f.Add("(role a) (legal a noop) (<= (legal ?r (move ?x)) (p ?x))", "a")
	f.Add("(<= (legal a (f (g 1))) ((", "b")
	f.Fuzz(func(t *testing.T, text, role string) {
		r, _ := Read(t.Context(), nil, "match.kif", text, rules.Options{AsGDL: true})
		if move := guess(r, role, "noop"); move == "" || strings.ContainsAny(move, "?\n") && !strings.ContainsAny(text, "?\n") {
			t.Errorf("the guess is %q", move)
		}
	})
}
