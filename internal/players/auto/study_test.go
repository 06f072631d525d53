package auto

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/training"
	"ludex/player"
)

// A thinker ponders after each of its moves.
type thinker struct {
	*Player
	t     *testing.T
	moves int
	adopt *learn.Model // used from the third move on, if it is not nil
}

func (p *thinker) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	m, err := p.Player.Choose(ctx, legal)
	if p.moves++; p.moves == 3 {
		p.study.better = p.adopt
	}
	inner, cancel := context.WithTimeout(p.t.Context(), 2*slice)
	defer cancel()
	if err := p.Ponder(inner); err != nil {
		p.t.Error(err)
	}
	return m, err
}

// play plays against random moves and returns the note of the thinker.
func (p *thinker) play(g game.Game) string {
	p.t.Helper()
	res, err := player.Play(p.t.Context(), player.Match{
		Game: g, Players: []player.Player{p, new(basic.Random)}, PlayClock: 20 * time.Second, StartClock: time.Second, Seed: 1,
	})
	if err != nil || !res.Over || len(playertest.BadFaults(res.Faults)) > 0 {
		p.t.Fatalf("%v, %+v", err, res.Faults)
	}
	return res.Notes[0]
}

// While others think a player learns, and the next match of the same game goes on from
// what was learned, but not that of another game or of another kind.
func TestPonderingLearns(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "connectthree")
	build := Kind(nil).Declare(flag.NewFlagSet("", flag.ContinueOnError))
	rules := game.CapabilitiesOf(g).Features.Fingerprint()
	before := 0
	for range 2 {
		p := build().(*Player)
		p.Threads = 1
		note := (&thinker{Player: p, t: t}).play(g)
		l := p.memory.recall(rules)
		if !strings.Contains(note, "went on learning") || l.Newest == nil || l.Newest.Plays <= before {
			t.Fatalf("%d plays before; %+v; %s", before, l.Newest, note)
		}
		if p.study.wanted || p.study.course != nil {
			t.Error("learning goes on after the match")
		}
		before = l.Newest.Plays
	}
	other := Kind(nil).Declare(flag.NewFlagSet("", flag.ContinueOnError))().(*Player)
	if l := other.memory.recall(rules); l.Newest != nil {
		t.Error("another kind knows what was learned")
	}
}

// While others think a player learns only if the match may last until a trial. In half of the time of
// others it learns as long as before, for 15 s at least, and a third goes into trials.
func TestPays(t *testing.T) {
	model := func(learned time.Duration) *learn.Model { return &learn.Model{Time: learned} }
	for name, test := range map[string]struct {
		clock    time.Duration
		roles    int
		length   float64
		from     *learn.Model
		pondered time.Duration
		times    int
		better   *learn.Model
		want     bool
	}{
		"short clock":                      {clock: 200 * time.Millisecond, roles: 2, length: 60, from: model(54 * time.Second)},
		"nothing learned":                  {clock: time.Second, roles: 2, length: 60},
		"nothing learned, longer":          {clock: 2 * time.Second, roles: 2, length: 60, want: true},
		"learned for a minute":             {clock: 5 * time.Second, roles: 2, length: 60, from: model(time.Minute)},
		"learned for a minute, longer":     {clock: 10 * time.Second, roles: 2, length: 60, from: model(time.Minute), want: true},
		"others are faster":                {clock: 10 * time.Second, roles: 2, length: 60, pondered: 4 * time.Second, times: 20},
		"others are slower":                {clock: 200 * time.Millisecond, roles: 2, length: 60, pondered: time.Minute, times: 10, want: true},
		"more roles":                       {clock: time.Second, roles: 4, length: 70, want: true},
		"a network that is not used yet":   {clock: 200 * time.Millisecond, roles: 2, length: 60, better: model(0), want: true},
		"no clock, and nobody has thought": {roles: 2, length: 60},
	} {
		p := &Player{setup: player.Setup{PlayClock: test.clock}, profile: Profile{Roles: test.roles, Length: test.length}}
		p.study.from.Newest, p.study.pondered, p.study.ponderings, p.study.better = test.from, test.pondered, test.times, test.better
		if got := p.pays(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
		if p.study.exhausted = true; !p.pays() {
			t.Errorf("%s: does not learn though nothing is left to search", name)
		}
	}
}

// With a budget of nodes nothing is learned or remembered.
func TestNothingLearnedWithNodes(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "connectthree")
	p := &Player{memory: new(memory)}
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 10, PlayClock: time.Second}); err != nil {
		t.Fatal(err)
	}
	if p.study.wanted {
		t.Error("it would learn")
	}
	p.Stop()
}

// A better network is used at once, in the middle of a match.
func TestAdopt(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "connectthree")
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Round(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	l.Model.Method = learn.Method{Search: learn.BestFirst, Share: 1}
	p := &thinker{Player: &Player{Threads: 1}, t: t, adopt: l.Model}
	if note := p.play(g); !strings.Contains(note, "best-first with the network, learned from 32 plays") {
		t.Error(note)
	}
}

// A network of an earlier match is used in the next one without a start clock.
func TestRemembered(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "connectthree")
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	l.Model.Method = learn.Method{Search: learn.BestFirst, Share: 1}
	p := &Player{Threads: 1, memory: new(memory)}
	rules := game.CapabilitiesOf(g).Features.Fingerprint()
	p.memory.keep(rules, training.Learned{Newest: l.Model, Used: l.Model})
	if chosen, note := p.learned(t.Context(), player.Setup{Game: g, PlayClock: time.Second}); chosen == nil || !strings.Contains(note, "best-first") {
		t.Errorf("%T, %s", chosen, note)
	}
	for i := range rememberedGames {
		p.memory.keep(string(rune('a'+i)), training.Learned{Newest: l.Model})
	}
	if p.memory.recall(rules).Newest != nil {
		t.Error("the memory has no limit")
	}
}

// A game that was solved is not solved again in the next match, and nothing is remembered
// with a number of nodes.
func TestSolvedOnce(t *testing.T) {
	g, seen := playertest.Open(t, "kuhnpoker"), new(memory)
	play := func(nodes int) *Player {
		p := &Player{Threads: 1, memory: seen}
		if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: nodes}); err != nil {
			t.Fatal(err)
		}
		return p
	}
	play(100)
	if seen.last.strategy != nil {
		t.Error("a strategy is remembered that depends on a number of nodes")
	}
	first := play(0)
	kept := seen.last.strategy
	if kept == nil {
		t.Fatal("nothing is remembered")
	}
	again := play(0)
	legal := g.NewMachine().Legal(g.NewMachine().Initial(nil), 0, nil)
	if a, b := first.Mixture(legal), again.Mixture(legal); seen.last.strategy != kept || !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("solved again: %v and %v", a, b)
	}
}
