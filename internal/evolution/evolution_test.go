package evolution_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"ludex/internal/evolution"
	"ludex/internal/report"
	"ludex/internal/trial"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func lookup(t *testing.T, name string) *rules.Rules {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	return rules.Read(source.NewFile(g.File, g.Rules()), rules.Options{})
}

var settings = evolution.Settings{Seed: 4, Mutants: 60, Batch: 8, X: "length", Y: "branching", Size: 6, Most: 2}

func newRun(t *testing.T) *evolution.Run {
	t.Helper()
	r, err := evolution.New(settings, []*rules.Rules{lookup(t, "breakthrough-rbg"), lookup(t, "nim")})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// invented returns what a trial might find, by the text alone.
func invented(item trial.Item) trial.Result {
	h := fnv.New64a()
	h.Write([]byte(item.Rules.Text()))
	n := h.Sum64()
	if item.Rules.Problems.HasErrors() {
		return trial.Result{Tier: trial.Check, Failed: "errors"}
	}
	if n%3 == 0 {
		return trial.Result{Tier: trial.Random, Failed: "it does not end"}
	}
	value := func(m uint64) report.Estimate { return report.NewEstimate(9, float64(n%m), 0, 100) }
	return trial.Result{Tier: trial.Passed, Quality: float64(n%97) / 97, Signature: "x",
		Figures: []trial.Figure{{Measure: "length", Value: value(101)}, {Measure: "branching", Value: value(53)}}}
}

// atOnce and shuffled try items in different orders.
func atOnce(ctx context.Context, item trial.Item) (trial.Result, error) {
	return invented(item), ctx.Err()
}

func shuffled(ctx context.Context, item trial.Item) (trial.Result, error) {
	h := fnv.New32a()
	h.Write([]byte(item.Key))
	for range h.Sum32() % 1000 {
		runtime.Gosched()
	}
	return invented(item), ctx.Err()
}

// whole runs an evolution and returns its log.
func whole(t *testing.T, r *evolution.Run, known map[int]trial.Result, try evolution.Trier) string {
	t.Helper()
	var log bytes.Buffer
	out := json.NewEncoder(&log)
	if err := out.Encode(r.Head()); err != nil {
		t.Fatal(err)
	}
	if err := r.Go(t.Context(), known, try, func(c *evolution.Candidate) error { return out.Encode(c) }); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// TestReproducible has the same run in another order, and stopped and continued.
func TestReproducible(t *testing.T) {
	want := whole(t, newRun(t), nil, atOnce)
	if got := whole(t, newRun(t), nil, shuffled); got != want {
		t.Error("the order of the results matters")
	}
	half := want[:len(want)/2] // in the middle of a line
	again := newRun(t)
	known, length, err := again.ReadLog(strings.NewReader(half))
	if err != nil || len(known) == 0 || length != int64(strings.LastIndex(half, "\n")+1) {
		t.Fatalf("%d known, %d bytes: %v", len(known), length, err)
	}
	var tried atomic.Int64
	got := whole(t, again, known, func(ctx context.Context, item trial.Item) (trial.Result, error) {
		tried.Add(1)
		return shuffled(ctx, item)
	})
	if got != want {
		t.Error("a run that was continued is another one")
	}
	if all := strings.Count(want, "\n") - 1; int(tried.Load())+len(known) > all {
		t.Errorf("%d tried and %d known of %d", tried.Load(), len(known), all)
	}
	other := newRun(t)
	other.Settings.Seed++
	if _, _, err := other.ReadLog(strings.NewReader(half)); err == nil {
		t.Error("the log of another run is read")
	}
}

// TestStopped keeps what was finished before the context ended.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, kept := newRun(t), 0
	var begun atomic.Int64
	err := r.Go(ctx, nil, func(ctx context.Context, item trial.Item) (trial.Result, error) {
		if begun.Add(1) == 30 {
			cancel()
		}
		return atOnce(ctx, item)
	}, func(*evolution.Candidate) error { kept++; return nil })
	if seeds := len(r.Seeds); !errors.Is(err, context.Canceled) || kept != len(r.All) || kept < 30-settings.Batch-seeds || kept > settings.Mutants {
		t.Errorf("%v, %d kept", err, kept)
	}
}

// TestFailing ends a run with the first error of a trial, or of whoever keeps the results.
func TestFailing(t *testing.T) {
	stop := errors.New("no more")
	err := newRun(t).Go(t.Context(), nil, func(_ context.Context, item trial.Item) (trial.Result, error) {
		return invented(item), stop
	}, func(*evolution.Candidate) error { return nil })
	if !errors.Is(err, stop) {
		t.Error(err)
	}
	r, kept := newRun(t), 0
	err = r.Go(t.Context(), nil, shuffled, func(*evolution.Candidate) error {
		if kept++; kept == 20 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || kept != 20 {
		t.Errorf("%v, %d kept", err, kept)
	}
}

// TestWindow tries up to a batch of mutants at a time, and not all of a batch wait for the slowest.
func TestWindow(t *testing.T) {
	var going, most atomic.Int64
	release := make(chan struct{})
	slow := fmt.Sprintf("game %d", 10)
	r := newRun(t)
	err := r.Go(t.Context(), nil, func(ctx context.Context, item trial.Item) (trial.Result, error) {
		n := going.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		defer going.Add(-1)
		switch item.Key {
		case slow:
			<-release
		case fmt.Sprintf("game %d", 10+settings.Batch-1):
			close(release) // without having waited for the slow one
		}
		return atOnce(ctx, item)
	}, func(*evolution.Candidate) error { return nil })
	if err != nil || len(r.All) != settings.Mutants+len(r.Seeds) || most.Load() > int64(settings.Batch) {
		t.Errorf("%v, %d candidates, %d at a time", err, len(r.All), most.Load())
	}
}

// TestResults checks counts, map and page.
func TestResults(t *testing.T) {
	r := newRun(t)
	whole(t, r, nil, atOnce)
	counts, copies := r.Counts()
	if counts[0].Reached+copies != settings.Mutants || counts[len(counts)-1].Ended == 0 {
		t.Errorf("%+v, %d copies", counts, copies)
	}
	best := r.Best()
	if len(best) == 0 {
		t.Fatal("the map is empty")
	}
	var list []*evolution.Listed
	for i, c := range best {
		if i > 0 && c.Result.Quality > best[i-1].Result.Quality {
			t.Error("the best is not first")
		}
		if c.Cell == nil || !c.Kept || len(r.History(c)) == 0 {
			t.Errorf("%+v", c)
		}
		list = append(list, &evolution.Listed{Candidate: c, History: r.History(c), Page: "game.html", Nearest: "nim", Diff: "<b>"})
	}
	var page bytes.Buffer
	if err := r.WritePage(&page, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"60 mutants of breakthrough-rbg, nim", `<a href="game.html">Play</a>`, "&lt;b&gt;", "<svg"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	var without bytes.Buffer
	if err := r.WritePage(&without, nil); err != nil || !strings.Contains(without.String(), "No mutant is on the map") {
		t.Errorf("a page without mutants does not say so: %v", err)
	}
	for _, c := range r.Archive.All() {
		if begins := fmt.Sprintf("%d is %s", c.Number, c.Name); c.Parent < 0 && !strings.Contains(page.String(), begins) {
			t.Errorf("the page does not say that %s", begins)
		}
	}
}

// TestConfirm tries games again: those that pass come first, those that fail last. A run that is
// continued takes the second trials from its log.
func TestConfirm(t *testing.T) {
	r := newRun(t)
	text := bytes.NewBufferString(whole(t, r, nil, atOnce))
	log := json.NewEncoder(text)
	first := r.Best()
	if len(first) < 4 {
		t.Fatalf("only %d games are on the map", len(first))
	}
	results := map[string]trial.Result{}
	for i, res := range []trial.Result{{Tier: trial.Play, Failed: "drawn"}, {Tier: trial.Passed, Quality: 0.1}, {Tier: trial.Passed, Quality: 0.2}} {
		results[fmt.Sprintf("game %d again", first[i].Number)] = res
	}
	err := r.Confirm(t.Context(), 3, func(_ context.Context, item trial.Item) (trial.Result, error) {
		res, ok := results[item.Key]
		if !ok || item.Options.Seed == settings.Seed || item.Options.Games != evolution.Again*settings.Try.Games {
			t.Errorf("tried again: %s, %+v", item.Key, item.Options)
		}
		return res, nil
	}, func(c *evolution.Candidate) error { return log.Encode(c) })
	if err != nil {
		t.Fatal(err)
	}
	again := r.Best()
	if again[0] != first[2] || again[1] != first[1] || again[2] != first[3] || again[len(again)-1] != first[0] {
		t.Error("the games that passed again are not first, or the one that failed is not last")
	}
	continued := newRun(t)
	known, _, err := continued.ReadLog(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	whole(t, continued, known, nobody(t))
	if err := continued.Confirm(t.Context(), 3, nobody(t), nil); err != nil {
		t.Fatal(err)
	}
	for i, c := range continued.Best() {
		if c.Number != again[i].Number || (c.Again == nil) != (again[i].Again == nil) {
			t.Errorf("the run that was continued has game %d in place %d, not %d", c.Number, i, again[i].Number)
		}
	}
}

// nobody is a trier that should not be needed.
func nobody(t *testing.T) evolution.Trier {
	return func(_ context.Context, item trial.Item) (trial.Result, error) {
		t.Errorf("%s is tried once more", item.Key)
		return trial.Result{}, nil
	}
}

func TestSettings(t *testing.T) {
	for _, s := range []evolution.Settings{{X: "length", Y: "length"}, {X: "length", Y: "beauty"}} {
		if _, err := evolution.New(s, nil); err == nil {
			t.Errorf("%+v are accepted", s)
		}
	}
	nim := lookup(t, "nim")
	if _, err := evolution.New(settings, []*rules.Rules{nim, nim}); err == nil {
		t.Error("a game is accepted twice")
	}
	if _, err := evolution.New(settings, []*rules.Rules{lookup(t, "duel")}); err == nil {
		t.Error("a game in real time is accepted")
	}
}

func TestNearest(t *testing.T) {
	known := []evolution.Known{{Name: "a", Text: "one two // x\nthree"}, {Name: "b", Text: "one four five"}}
	if i, n := evolution.Nearest("one two four", true, known); i != 0 && i != 1 || n != 2 {
		t.Errorf("%d, %d words", i, n)
	}
	if i, n := evolution.Nearest("five four\none // two", true, known); i != 1 || n != 0 {
		t.Errorf("%d, %d words", i, n)
	}
	if i, _ := evolution.Nearest("one", true, nil); i != -1 {
		t.Error(i)
	}
}
