package prove

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/gdlengine"
	"ludex/internal/prove/claim"
	"ludex/internal/rbgengine"
	"ludex/internal/spelling"
	"ludex/rules"
)

// LoadWithoutSystem returns a game that has no transition system, and why it has none. Questions about it
// are answered by its language, or by random plays that show something.
func LoadWithoutSystem(ctx context.Context, r *rules.Rules, why error) (*Loaded, error) {
	g, _, err := r.Open(ctx, game.Opening{Engine: gdlengine.Reference})
	if err != nil {
		return nil, err
	}
	fast := g
	if r.IsRBG() {
		if f, _, err := r.Open(ctx, game.Opening{Engine: rbgengine.Sets}); err == nil {
			fast = f
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text := func(_ game.State, role game.Role, m game.Move) string { return g.MoveText(role, m) }
	return &Loaded{Game: newInterpreter(g, text), rules: r, plays: newInterpreter(fast, text), why: why}, nil
}

// roleNames returns the roles but chance.
func (l *Loaded) roleNames() []string {
	var names []string
	if l.System == nil {
		for i, name := range l.Game.Roles() {
			if game.Role(i) != l.Game.Random() {
				names = append(names, name)
			}
		}
		return names
	}
	for _, r := range l.System.Roles {
		if !r.Chance {
			names = append(names, r.Name)
		}
	}
	return names
}

// A player plays a game without a transition system at random, to answer questions about it.
type player struct {
	*Prover
	list    []Question
	answers []Answer
	rng     *rand.Rand
	played  int
	moves   [][]string // of the current play
	seen    map[string]int
	at      *replayer
}

// maxPlayed is how many plays are tried.
const maxPlayed = 2000

// decideByPlays answers questions about a game without a transition system.
func (p *Prover) decideByPlays(ctx context.Context, list []Question) ([]Answer, error) {
	x := &player{Prover: p, list: list, answers: make([]Answer, len(list)), rng: rand.New(rand.NewPCG(p.opt.Seed, 0))}
	asked := 0
	for i, q := range list {
		x.answers[i] = Answer{Property: q.Name, Verdict: Open, Method: q.Unasked}
		if why, proof := p.byLanguage(ctx, q); why != "" {
			x.answers[i] = Answer{Property: q.Name, Verdict: Proved, Method: why, Language: true}
			p.noteLanguage(q, proof)
		} else if q.Unasked == "" {
			asked++
		}
	}
	limit, cancel := p.within(ctx, 1)
	defer cancel()
	if asked > 0 {
		p.opt.Progress("what random plays show")
	}
	var failed error
	for asked > 0 && x.played < maxPlayed && failed == nil && limit.Err() == nil {
		var found int
		found, failed = x.play(limit)
		asked -= found
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(failed, errNotShown):
		return nil, failed
	case limit.Err() != nil:
		failed = nil
	}
	for i := range x.answers {
		if x.open(i) {
			x.answers[i].Method, x.answers[i].Time = x.tried(failed), budget.Used(limit)
		}
	}
	return x.answers, nil
}

// tried says why a question is open. Random plays may have failed, such as for lack of memory.
func (x *player) tried(failed error) string {
	if failed != nil {
		return fmt.Sprintf("%v, and playing at random failed: %v", x.loaded.why, failed)
	}
	return fmt.Sprintf("%v, and none of %s shows anything", x.loaded.why, spelling.Count(x.played, "random play"))
}

// open reports whether plays may still answer a question.
func (x *player) open(i int) bool { return x.answers[i].Verdict == Open && x.list[i].Unasked == "" }

// play plays to the end, and returns how many questions that answers.
func (x *player) play(ctx context.Context) (found int, err error) {
	m := x.loaded.plays.NewMachine()
	m.Bind(ctx)
	x.at = &replayer{game: x.loaded.plays, m: m, states: []game.State{m.Initial(nil)}}
	x.moves, x.seen = nil, map[string]int{}
	x.played++
	for step := 0; ; step++ {
		n, err := x.look(ctx)
		found += n
		if err != nil || ctx.Err() != nil || step == maxSteps {
			return found, err
		}
		s := x.at.states[step]
		joint := x.draw(s)
		if m.Err() != nil {
			return found, m.Err()
		}
		if joint == nil {
			return found, nil
		}
		var texts []string
		for r, move := range joint {
			texts = append(texts, x.loaded.plays.MoveText(game.Role(r), move))
		}
		x.moves, x.at.joints = append(x.moves, texts), append(x.at.joints, joint)
		x.at.states = append(x.at.states, m.Next(s, joint, nil))
	}
}

// draw returns a random joint move, or nil if there is none.
func (x *player) draw(s game.State) []game.Move {
	if x.at.m.Terminal(s) {
		return nil
	}
	var joint []game.Move
	for r := range x.loaded.plays.Roles() {
		legal := x.at.m.Legal(s, game.Role(r), nil)
		if len(legal) == 0 {
			return nil
		}
		joint = append(joint, legal[x.rng.IntN(len(legal))])
	}
	return joint
}

// look answers the questions that the current play answers, once the interpreter has replayed it.
func (x *player) look(ctx context.Context) (found int, err error) {
	last := len(x.at.states) - 1
	loop := x.comesBack(last)
	for i, q := range x.list {
		if !x.open(i) {
			continue
		}
		play := &Play{Moves: x.moves[:last:last], Loop: -1}
		if q.Property.Kind == claim.Ends {
			play.Loop = loop
		}
		bad, err := loop >= 0, error(nil)
		if q.Property.Kind != claim.Ends {
			bad, err = x.at.violates(q.Property, play)
		}
		if failed := x.at.m.Err(); failed != nil {
			return found, failed
		}
		if err == nil && bad {
			err = replay(ctx, x.game, q.Property, play)
		}
		if err != nil {
			return found, fmt.Errorf("%s: the play %v: %w", q.Name, play.Moves, err)
		}
		if bad {
			x.answer(i, play)
			found++
		}
	}
	return found, x.at.m.Err()
}

// comesBack returns when the state was seen before in the play, or -1.
func (x *player) comesBack(last int) int {
	key := fmt.Sprint(x.at.states[last])
	if first, ok := x.seen[key]; ok {
		return first
	}
	x.seen[key] = last
	return -1
}

// answer notes what a play shows.
func (x *player) answer(i int, play *Play) {
	verdict := Refuted
	if x.list[i].Reach {
		verdict = Proved
	}
	x.answers[i] = Answer{Property: x.list[i].Name, Verdict: verdict, Method: "random plays", Play: play}
}

// sumOfPlay returns the sum of the goals at the end of a random play of a game without a transition
// system.
func (l *Loaded) sumOfPlay(ctx context.Context, seed uint64) (sum int, found bool) {
	limit, cancel := budget.WithSetup(ctx, "playing", SetupTime)
	defer cancel()
	x := &player{Prover: New(l, Options{Time: SetupTime}), rng: rand.New(rand.NewPCG(seed, 1))}
	for range defaultRounds {
		if _, err := x.play(limit); err != nil || limit.Err() != nil {
			return 0, false
		}
		if s := x.at.states[len(x.at.states)-1]; x.at.m.Terminal(s) {
			return x.at.sum(s)
		}
	}
	return 0, false
}
