package compiled

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/rbgengine/compiled/gogen"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/tiers"
	"ludex/rbg"
)

// sample are the games that are compiled by default: one of each kind of set, as
// building takes its time.
var sample = []string{"breakthrough_6x6", "hex_9x9"}

// games returns the games to compile.
func games(t *testing.T) []string {
	if rbgenginetest.Full() {
		return rbgenginetest.Games(t)
	}
	return sample
}

// cache is a folder that all tests of a run share, so that a game is built once.
var cache string

func TestMain(m *testing.M) {
	if os.Getenv(deaf) != "" {
		ignoreInput()
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "compiled-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		cache = dir
		return m.Run()
	}())
}

// compile compiles a game. It skips the test if there is no toolchain.
func compile(t testing.TB, g *rbg.Game, opt Options) *Game {
	t.Helper()
	opt.Cache = cache
	c, err := New(context.Background(), g, opt)
	if errors.Is(err, ErrNoToolchain) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestCompare compares compiled programs with the reference interpreter, state by
// state.
func TestCompare(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Read(t, name)
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			cmp := enginecompare.Comparison{Plies: 60, Seed: 1}
			if rbgenginetest.ManyMoves(name) {
				cmp.Plies = 2
			}
			if _, err := cmp.Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPlayouts compares playouts with the sets engine: with equal seeds they are the same.
func TestPlayouts(t *testing.T) {
	for _, name := range games(t) {
		if rbgenginetest.ManyMoves(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Read(t, name)
			s, err := sets.New(context.Background(), g, sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			c := compile(t, g, Options{})
			samePlayouts(t, s, c, game.PlayoutOptions{Count: 20, Seed: 7, Threads: 2, MaxSteps: 300})
			sameRuns(t, s, c)
		})
	}
}

// samePlayouts has two engines make the same playouts.
func samePlayouts(t *testing.T, a, b game.Playouter, opt game.PlayoutOptions) {
	t.Helper()
	want, err := a.Playouts(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Playouts(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if got.Playouts != want.Playouts || got.States != want.States || got.Cut != want.Cut || got.Finished != want.Finished {
		t.Errorf("playouts give %+v, the sets engine %+v", got, want)
	}
	for i := range want.Goals {
		if got.Goals[i] != want.Goals[i] {
			t.Errorf("the goals are %v, want %v", got.Goals, want.Goals)
		}
	}
}

// sameRuns has both engines run playouts from the states of a random play, with trails: a search may
// take either of them.
func sameRuns(t *testing.T, s *sets.Game, c *Game) {
	t.Helper()
	c.ShareMoves(s.Game)
	m := s.NewMachine()
	p := game.NewPlayout(s, m)
	p.Reset(nil, 5)
	a, b := s.NewRunner(), c.NewRunner()
	for seed := uint64(0); seed < 8 && !p.Over(); seed++ {
		want, got := make([]game.PlayoutResult, 1), make([]game.PlayoutResult, 1)
		opt := game.PlayoutOptions{Count: 3, Seed: seed, Trail: 40, MaxSteps: 200}
		for runner, results := range map[game.Runner][]game.PlayoutResult{a: want, b: got} {
			if err := runner.Run(t.Context(), []game.State{p.State}, opt, results); err != nil {
				t.Fatal(err)
			}
			results[0].Elapsed, results[0].First = 0, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("step %d: %+v, the sets engine has %+v", seed, got, want)
		}
		for range 3 {
			if !p.Over() {
				if err := p.Step(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestPerft compares counts with the table.
func TestPerft(t *testing.T) {
	_, counts := rbgenginetest.Counts(t)
	limit := uint64(200_000)
	if rbgenginetest.Full() {
		limit = math.MaxUint64
	}
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			c := compile(t, rbgenginetest.Read(t, name), Options{})
			for _, want := range counts[name] {
				if want.Leaves > limit {
					break
				}
				got, err := c.Perft(context.Background(), nil, want.Depth, false)
				if err != nil {
					t.Fatal(err)
				}
				if d := got[want.Depth]; d.Leaves != want.Leaves || d.States != want.States {
					t.Errorf("depth %d: %d leaves and %d states, want %d and %d", want.Depth, d.Leaves, d.States, want.Leaves, want.States)
				}
			}
		})
	}
}

// TestTerminal compares counts of terminal states.
func TestTerminal(t *testing.T) {
	c := compile(t, rbgenginetest.Parse(t, choices), Options{})
	got, err := c.Perft(context.Background(), nil, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint64{1, 6, 0}; got[0].Leaves != want[0] || got[1].Leaves != want[1] || got[1].Terminal != 6 || got[2].Leaves != want[2] {
		t.Errorf("%+v", got)
	}
}

// turning is a game in which rays of pieces are turned over, also from cells from
// which the way back does not end where it began.
const turning = `
#players = a(10), b(10)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,y,y,x,e,y,x,y,y,e] [e,x,y,y,e,x,y,e,e,x])
#anySquare = ((up* + down*)(left* + right*))
#can(me; opp; dir) = (dir {opp} dir ({opp} dir)* {me})
#turn(me; opp; dir; back) = ({! can(me; opp; dir)} + dir {opp} [me] dir ({opp} [me] dir)* {me} back ({me} back)* {e})
#all(me; opp) = (turn(me; opp; left; right) turn(me; opp; right; left) turn(me; opp; up; down) turn(me; opp; up right; down left))
#rules = (
    ->a anySquare {e, y} ->> all(x; y) [x]
    ->b anySquare {e, x} ->> all(y; x) [y]
  )*
`

// TestFlip compares a keeper with choices with the reference.
func TestFlip(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	g := rbgenginetest.Parse(t, turning)
	ref, err := rbgref.New(g)
	if err != nil {
		t.Fatal(err)
	}
	cmp := enginecompare.Comparison{Plies: 300, Seed: 1}
	if _, err := cmp.Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
		t.Error(err)
	}
}

func TestGame(t *testing.T) {
	gametest.Run(t, compile(t, rbgenginetest.Read(t, sample[0]), Options{}), 20)
}

const choices = `
#players = a(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,e,e,x])
#anySquare = (left* + right*)
#rules = ->a anySquare ({e} [y] [$ a = 20] + {x} [e] (left {e} [$ a = 0] + left^2 {e} [$ a = 80] + left^3 {e} [x] [$ a = 100])) ->> {}
`

// TestUniform checks that all moves are chosen equally often. There are six, three of which
// give 20 points.
func TestUniform(t *testing.T) {
	c := compile(t, rbgenginetest.Parse(t, choices), Options{})
	runner := c.NewRunner()
	start := []game.State{c.NewMachine().Initial(nil)}
	results := make([]game.PlayoutResult, 1)
	const n = 3000
	seen := map[uint64]float64{}
	for seed := range uint64(n) {
		if err := runner.Run(context.Background(), start, game.PlayoutOptions{Count: 1, Seed: seed * 7919}, results); err != nil {
			t.Fatal(err)
		}
		if r := &results[0]; r.Finished != 1 || r.States != 1 {
			t.Fatalf("%+v", *r)
		}
		seen[results[0].Goals[0]]++
	}
	chi := 0.0
	for goal, part := range map[uint64]float64{20: 3, 0: 1, 80: 1, 100: 1} {
		want := n * part / 6
		chi += (seen[goal] - want) * (seen[goal] - want) / want
	}
	if chi > 16.27 { // one in a thousand, with three degrees of freedom
		t.Errorf("chi square is %.1f: %v", chi, seen)
	}
}

// TestRunner compares a runner with playouts from each state, with trails.
func TestRunner(t *testing.T) {
	c := compile(t, rbgenginetest.Read(t, sample[0]), Options{})
	m := c.NewMachine()
	a := m.Initial(nil)
	moves := m.Legal(a, 0, nil)
	b := m.Next(a, []game.Move{moves[0], 0}, nil)
	runner := c.NewRunner()
	results := make([]game.PlayoutResult, 2)
	opt := game.PlayoutOptions{Count: 5, Seed: 3, Trail: 10}
	if err := runner.Run(context.Background(), []game.State{a, b}, opt, results); err != nil {
		t.Fatal(err)
	}
	for i, from := range []game.State{a, b} {
		opt.From = from
		want, err := c.Playouts(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if results[i].Steps != want.Steps || results[i].Goals[0] != want.Goals[0] || len(results[i].Trail) == 0 || len(results[i].Trail) != len(want.Trail) {
			t.Errorf("state %d: %+v, want %+v", i, results[i], want)
		}
	}
}

// TestCanceled checks that long work ends with the context, and that the process answers again
// then.
func TestCanceled(t *testing.T) {
	c := compile(t, rbgenginetest.Read(t, sample[0]), Options{})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := c.Perft(ctx, nil, 30, false)
		done <- err
	}()
	r, err := c.Playouts(context.Background(), game.PlayoutOptions{Time: 5 * time.Millisecond})
	if err != nil || r.States == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if r, err := c.Playouts(ctx, game.PlayoutOptions{}); err != nil || r.Playouts != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := c.Playouts(context.Background(), game.PlayoutOptions{Count: 3}); err != nil || r.Finished != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestCrash checks that a crash is reported and the next request is answered.
func TestCrash(t *testing.T) {
	c := compile(t, rbgenginetest.Read(t, sample[0]), Options{})
	p, err := c.pool.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Process.Kill()
	p.cmd.Process.Wait()
	c.pool.giveBack(p)
	if _, err := c.Playouts(context.Background(), game.PlayoutOptions{Count: 1}); err == nil {
		t.Error("a program that was killed answers")
	}
	if r, err := c.Playouts(context.Background(), game.PlayoutOptions{Count: 1}); err != nil || r.Playouts != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestKilledInSearch kills the program of a tiered game. The search goes on by the first
// engine, and nothing is asked of the program any more.
func TestKilledInSearch(t *testing.T) {
	c := compile(t, rbgenginetest.Read(t, sample[0]), Options{})
	first := struct{ game.Game }{c.sets} // it is slow, since it has no playouts of its own
	g := tiers.New(first, 0, []tiers.Candidate{{
		Engine: "compiled", Open: func(context.Context) (game.Game, error) { return c, nil }, Fallible: true,
	}}, tiers.Options{})
	g.Prepare(t.Context())
	fast, replaced := g.Fastest(game.ForSearch)
	if fast.Engine() != "compiled" {
		t.Fatalf("the engine is %s: %+v", fast.Engine(), g.Tiers())
	}
	runner := game.NewRunner(fast)
	from, results := []game.State{g.NewMachine().Initial(nil)}, make([]game.PlayoutResult, 1)
	for range 3 {
		if err := runner.Run(t.Context(), from, game.PlayoutOptions{Count: 4, Seed: 1}, results); err != nil || results[0].Playouts != 4 {
			t.Fatalf("%+v, %v", results[0], err)
		}
		for _, p := range c.pool.idle {
			p.cmd.Process.Kill()
			p.cmd.Process.Wait()
		}
	}
	select {
	case <-replaced:
	default:
		t.Error("searches are not told")
	}
	if now, _ := g.Fastest(game.ForSearch); now.Engine() != "sets" || len(c.pool.idle) > 0 {
		t.Errorf("the engine is %s, and %d programs run", now.Engine(), len(c.pool.idle))
	}
	if tier := g.Tiers()[1]; !strings.Contains(tier.Refused, "crashed") || len(tier.Uses) > 0 {
		t.Errorf("known: %+v", tier)
	}
}

// TestCache checks that a game is built once.
func TestCache(t *testing.T) {
	g := rbgenginetest.Parse(t, choices)
	compile(t, g, Options{})
	if s := compile(t, g, Options{}).Stats(); s.Build != 0 || s.Lines == 0 || filepath.Dir(s.Path) != cache {
		t.Errorf("%+v", s)
	}
}

// TestEndless asks for what does not end. The answer is an error, and the next
// request is answered.
func TestEndless(t *testing.T) {
	const head = "#players = a(10), b(10)\n#pieces = e, x, y\n#variables = v(9), w(2000000)\n#board = rectangle(up,down,left,right, [e,e,e])\n#rules = "
	rules := []string{"->a ([x])* {y} ->b", "->a [x] (->>)*", "->a [x] ->> ([x] [y])* {e} ->b"}
	if !rbgenginetest.Full() {
		rules = rules[:1]
	}
	for _, r := range rules {
		c := compile(t, rbgenginetest.Parse(t, head+r), Options{})
		for range 2 {
			if _, err := c.Playouts(context.Background(), game.PlayoutOptions{Count: 1}); err == nil {
				t.Errorf("%s: a playout does not fail", r)
			}
		}
	}
}

// TestNoToolchain checks the error on a machine without Go.
func TestNoToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := New(context.Background(), rbgenginetest.Parse(t, choices), Options{Cache: cache}); !errors.Is(err, ErrNoToolchain) {
		t.Errorf("the error is %v", err)
	}
}

// TestPackage writes a package, which must be well formed and pass its tests.
func TestPackage(t *testing.T) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	names := []string{"ticTacToe"}
	if rbgenginetest.Full() {
		names = rbgenginetest.Games(t)
	}
	for _, name := range names {
		if rbgenginetest.ManyMoves(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			files, err := Package{Leaves: 2000}.Files(context.Background(), rbgenginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := Write(dir, files); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(goCommand, "test", ".") // which also vets
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			if err := Write(dir, files); err != nil {
				t.Errorf("the files cannot be written again: %v", err)
			}
			if err := os.WriteFile(filepath.Join(dir, "play.go"), []byte("package mine\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if Write(dir, files) == nil {
				t.Error("a file of somebody else is written over")
			}
		})
	}
}

func TestPackageName(t *testing.T) {
	for name, want := range map[string]string{"a/ticTacToe.rbg": "tictactoe", "9x9.rbg": "game9x9", "main.rbg": "gamemain", "hex_9x9.rbg": "hex9x9", "go.rbg": "gamego", "☺.rbg": "game"} {
		if got := packageName(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
	if _, err := (Package{Name: "a-b"}).Files(context.Background(), rbgenginetest.Parse(t, choices)); err == nil {
		t.Error("a package can be named a-b")
	}
}

// FuzzReader checks that no answer crashes the reader.
func FuzzReader(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0})
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > math.MaxUint16 {
			return
		}
		r := readerMoves(data)
		_ = r
		var res game.PlayoutResult
		res.Clear(2)
		a := reader{data: data}
		a.result(&res)
		if len(res.Trail)*12 > len(data) {
			t.Error("a trail is longer than what it was read from")
		}
	})
}

func TestMoveLimits(t *testing.T) {
	for _, through := range []bool{false, true} {
		open := func(g *rbg.Game, memory budget.Memory) (game.Game, error) {
			return compile(t, g, Options{Memory: memory, Through: through}), nil
		}
		rbgenginetest.RunLimits(t, open)
		rbgenginetest.RunOver(t, open)
	}
}

// deaf is the environment variable that makes this test program answer only the first
// request, and not end with its input.
const deaf = "LUDEX_TEST_DEAF"

func ignoreInput() {
	os.Stdout.Write([]byte("\x0a\x00\x00\x00\x01\x00\x00\x00\x00ludex"))
	never := make(chan os.Signal, 1)
	signal.Notify(never, os.Interrupt) // so that Go does not see a deadlock
	<-never
}

// TestUnresponsiveProgram ends a program that does not read its input.
func TestUnresponsiveProgram(t *testing.T) {
	t.Setenv(deaf, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := start(t.Context(), self, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.close()
	if p.cmd.ProcessState == nil {
		t.Error("the program was not waited for")
	}
	if p, err = start(t.Context(), self, 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.ask(ctx, gogen.OpMoves, nil); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "crashed") {
		t.Errorf("a program that does not listen: %v", err)
	}
	if !p.broken {
		t.Error("a program that was killed is used again")
	}
}
