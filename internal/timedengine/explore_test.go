//go:build !js

package timedengine_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedengine"
)

// A zonePlay is a play at random in which every state must be in a zone.
type zonePlay struct {
	*testing.T
	reach  *timedengine.Reach
	engine *timedengine.Engine
	prog   *timedengine.Program
	rand   *game.Rand
	state  timedengine.State
	rests  bool
	first  bool
	count  int
}

// legal returns the legal moves of a role.
func (p *zonePlay) legal(role int) []timedengine.Move {
	var out []timedengine.Move
	for _, text := range p.engine.Legal(p.state.Node, role) {
		n, _ := p.prog.FindMove(role, text)
		out = append(out, timedengine.Move{Role: int32(role), Move: n})
	}
	return out
}

// step makes an update. It reports false if nothing can happen, or this is no state on ground
// rules.
func (p *zonePlay) step() bool {
	p.Helper()
	if !p.reach.Has(p.state, p.rests, p.first) {
		p.Fatalf("no zone has the state after %d updates: %+v", p.count, p.state)
	}
	if p.engine.Terminal(p.state.Node) {
		return false
	}
	if random := p.prog.Random(); random >= 0 && !p.rests {
		if legal := p.legal(random); len(legal) > 0 {
			return p.update(p.state.Now, legal[p.rand.Choose(len(legal)):][:1], true)
		}
	}
	var moves []timedengine.Move
	for role := range p.prog.Roles() {
		if legal := p.legal(role); role != p.prog.Random() && len(legal) > 0 && p.rand.Choose(2) == 0 {
			moves = append(moves, legal[p.rand.Choose(len(legal))])
		}
	}
	at := p.state.Expiry()
	if len(moves) > 0 && (at == gdl.Forever || p.rand.Choose(2) == 0) {
		at = min(at, p.state.Now+2_000_000_000)
		steps := int((at - p.state.Now) / 50_000_000) // so that lifetimes often run out together
		at = p.state.Now + 50_000_000*gdl.Lifetime(p.rand.Choose(steps+1))
		if at == p.state.Now && !p.first {
			at += 50_000_000
		}
		at = min(at, p.state.Expiry())
	}
	if at == gdl.Forever {
		return false
	}
	return p.update(at, moves, false)
}

func (p *zonePlay) update(at gdl.Lifetime, moves []timedengine.Move, chance bool) bool {
	next, _, err := p.engine.Update(p.state, at, moves)
	if errors.Is(err, timedengine.ErrIrregular) {
		p.Fatal("irregular, though all plays were looked at")
	}
	p.rests = chance && p.state.Same(next)
	p.first = p.first && chance
	p.state = next
	p.count++
	return true
}

// randomRules are patterns of rules that do not compare lifetimes: F is a fact, L a lifetime, W a
// role, M a move.
var randomRules = []string{
	"next(T,F) :- true(T,F)",
	"next(T,F) :- true(T,F) & ~does(W,M)",
	"next(T,F) :- true(T,F) & ~holds(F)",
	"next(L,F) :- expired(F)",
	"next(L,F) :- expired(F) & ~holds(F)",
	"next(L,F) :- does(W,M) & ~holds(F)",
	"next(L,F) :- does(W,M)",
	"next(T,F) :- true(T,F) & does(W,M)",
	"legal(W,M) :- holds(F)",
	"legal(W,M) :- holds(F) & ~holds(F)",
	"legal(W,M) :- true(infinity,F)",
	"terminal :- expired(F)",
	"terminal :- holds(F) & holds(F)",
	"goal(x,100) :- holds(F)",
}

// randomGame returns a game that makes no sense.
func randomGame(r *game.Rand) string {
	pick := func(list ...string) string { return list[r.Choose(len(list))] }
	fill := func(rule string) string {
		var b strings.Builder
		for _, c := range rule {
			switch c {
			case 'F':
				b.WriteString(pick("p", "q", "s", "t"))
			case 'L':
				b.WriteString(pick("0.25", "0.5", "1", "2", "infinity"))
			case 'W':
				b.WriteString(pick("x", "y", "random"))
			case 'M':
				b.WriteString(pick("go", "stay"))
			default:
				b.WriteRune(c)
			}
		}
		return b.String()
	}
	text := "role(x) role(y) role(random) goal(x,0) :- ~holds(p)\nholds(G) :- true(T,G)\nlegal(x,go) :- holds(p)\n"
	text += fill("init(1,p) init(L,q) init(L,s)\n")
	text += fill("next(T,p) :- true(T,p) & ~does(W,M)\nterminal :- expired(F)\nlegal(y,stay) :- ~holds(F)\nlegal(random,go) :- expired(F)\ngoal(y,0) sees(x,a) :- does(W,M)\n")
	for range 3 + r.Choose(8) {
		text += fill(randomRules[r.Choose(len(randomRules))]) + "\n"
	}
	return text
}

// TestExplore: the zones of random games have all states that plays come to, and what is
// said of all plays holds for each.
func TestExplore(t *testing.T) {
	games := 150
	if os.Getenv("LUDEX_FULL") != "" {
		games = 3000
	}
	explored, ended := 0, 0
	for i := range games {
		p, err := compile(t, randomGame(game.NewRand(uint64(i))))
		if err != nil {
			t.Fatal(err)
		}
		reach, err := timedengine.Explore(t.Context(), p, 300)
		if err != nil {
			continue // too large, or with several lifetimes of a fact
		}
		explored++
		proved, updates := reach.Ends()
		if proved {
			ended++
		}
		for seed := range uint64(5) {
			play := &zonePlay{T: t, reach: reach, engine: reach.Engine(), prog: p, rand: game.NewRand(seed), first: true}
			play.state = play.engine.Initial()
			for play.count < 60 && play.step() {
			}
			over := play.engine.Terminal(play.state.Node)
			switch {
			case proved && updates >= 0 && play.count > updates:
				t.Fatalf("a play has %d updates, and at most %d are said to be possible", play.count, updates)
			case over && reach.Goals == nil:
				checkGoals(t, play)
			case !over && play.count < 60 && play.state.Expiry() == gdl.Forever && reach.Stuck == nil && reach.Waits == nil:
				t.Fatalf("a play gets stuck: %+v", play.state)
			}
		}
	}
	t.Logf("of %d games %d were explored, and %d end", games, explored, ended)
	if explored < games/10 || ended == 0 {
		t.Errorf("of %d games %d were explored, and %d end", games, explored, ended)
	}
}

// checkGoals checks that every player has one goal value.
func checkGoals(t *testing.T, p *zonePlay) {
	t.Helper()
	for role := range p.prog.Roles() {
		if goals := p.engine.Goals(p.state.Node, role); role != p.prog.Random() && len(goals) != 1 {
			t.Fatalf("role %d has the goals %v", role, goals)
		}
	}
}
