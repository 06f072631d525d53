package learn

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"ludex/game"
	"ludex/internal/neural"
)

// Options configure learning. [Defaults] are good for most games.
type Options struct {
	Seed    uint64
	Threads int
	Hidden  int     // units of the network
	Lambda  float32 // of TD(λ)
	Opening int     // random steps at the beginning of a play, at most
	Random  int     // one in so many steps is random
	Breadth int     // moves that are valued in a state, at most
	Plays   int     // per round
	Reuse   int     // how often a sample is trained, on average
	Rounds  int     // whose samples are kept
	Rate    float32 // of gradient descent, at the beginning
	// Elsewhere, if not nil, has plays made by other processes.
	Elsewhere BatchPlayer `json:"-"`
}

// Defaults returns good options.
func Defaults() Options {
	return Options{Seed: 1, Threads: 1, Hidden: 128, Lambda: 0.8, Opening: 5, Random: 50, Breadth: 48, Plays: 32, Reuse: 2, Rounds: 50, Rate: 0.02}
}

// batch is the number of samples of a step of gradient descent.
const batch = 64

// A Learner learns a game. It is not safe for concurrent use.
type Learner struct {
	// Model is what was learned so far.
	Model *Model
	// Loss is the mean squared error of the last round.
	Loss float64

	game    game.Game
	opt     Options
	survey  survey
	limit   int // steps of a play
	players []*selfPlayer
	trainer *neural.Trainer
	rand    *game.Rand
	kept    [][]neural.Sample // of the last rounds
	samples []neural.Sample   // scratch memory
	images  images
}

// New prepares to learn a game. With a model, it goes on from there.
func New(ctx context.Context, g game.Game, from *Model, opt Options) (*Learner, error) {
	if g.Hidden() {
		return nil, errHidden
	}
	source := game.CapabilitiesOf(g).Features
	if source == nil {
		return nil, errNoFeatures
	}
	if err := (neural.Shape{Features: len(source.Features()), Hidden: opt.Hidden, Roles: len(g.Roles())}).Check(); err != nil {
		return nil, err
	}
	v, err := newSurvey(ctx, g, source, opt.Seed)
	if err != nil {
		return nil, err
	}
	l := &Learner{game: g, opt: opt, survey: v}
	if from == nil {
		l.Model = newModel(g, source, &v, opt)
	} else {
		net, err := from.For(g)
		if err != nil {
			return nil, err
		}
		again := *from
		net.Ignore(v.redundant)
		again.Net, again.Features, again.Supplied = net, source.Features(), false
		again.Trials, again.Curve = slices.Clip(from.Trials), slices.Clip(from.Curve)
		l.Model = &again
	}
	l.rand = game.NewRand(opt.Seed + uint64(l.Model.Plays))
	l.trainer = l.Model.Net.NewTrainer(opt.Threads, batch)
	if s, ok := source.(game.Symmetric); ok {
		l.images.symmetries = s.Symmetries(ctx)
	}
	l.limit = min(int(4*v.length)+50, game.MaxSteps(g))
	for range opt.Threads {
		l.players = append(l.players, newSelfPlayer(g, l.Model.Net, source, &l.opt, l.limit))
	}
	return l, nil
}

// newModel returns a model that has learned nothing.
func newModel(g game.Game, source game.Featurer, v *survey, opt Options) *Model {
	texts := source.Features()
	net := neural.New(neural.Shape{Features: len(texts), Hidden: opt.Hidden, Roles: len(g.Roles()), ConstantSum: v.constantSum})
	net.Randomize(opt.Seed, texts)
	net.Clear(v.redundant)
	net.Ignore(v.redundant)
	for f, r := range v.movers {
		net.SetMover(int(f), r)
	}
	return &Model{
		Rules: source.Fingerprint(), Game: g.Name(), Seed: opt.Seed, Method: Method{Search: Playouts}, Features: texts, Net: net,
	}
}

// Simultaneous reports whether several roles decided at once in a random play.
func (l *Learner) Simultaneous() bool { return l.survey.simultaneous }

// Length returns the mean number of steps of a random play.
func (l *Learner) Length() float64 { return l.survey.length }

// Round makes some plays and learns from them. The progress is between 0, at the
// beginning, and 1, at the end.
func (l *Learner) Round(ctx context.Context, progress float64) error {
	temperature := 0.15 + 0.6*(1-progress)
	first := l.opt.Seed<<20 + uint64(l.Model.Plays)
	play := l.playHere
	if l.opt.Elsewhere != nil {
		play = l.playElsewhere
	}
	plays, err := play(ctx, first, temperature)
	if err != nil {
		return err
	}
	l.Model.Plays += len(plays)
	round := slices.Concat(plays...)
	l.Model.Positions += len(round)
	if l.kept = append(l.kept, round); len(l.kept) > l.opt.Rounds {
		l.kept = l.kept[1:]
	}
	l.train(len(round)*l.opt.Reuse, float32(1-0.9*progress)*l.opt.Rate)
	return nil
}

// playHere makes the plays of a round.
func (l *Learner) playHere(ctx context.Context, first uint64, temperature float64) ([][]neural.Sample, error) {
	plays := make([][]neural.Sample, l.opt.Plays)
	errs := make([]error, len(l.players))
	var next atomic.Int64
	var all sync.WaitGroup
	for k, p := range l.players {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(plays) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if plays[i], errs[k] = p.play(ctx, first+uint64(i), temperature); errs[k] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return plays, errors.Join(append(errs, ctx.Err())...)
}

// train trains with so many of the samples that are kept.
func (l *Learner) train(count int, rate float32) {
	total := 0.0
	n := 0
	for ; n < count; n += batch {
		l.samples = l.samples[:0]
		for range batch {
			round := l.kept[l.rand.Choose(len(l.kept))]
			l.samples = append(l.samples, round[l.rand.Choose(len(round))])
		}
		l.images.replace(l.samples, l.rand)
		total += l.trainer.Step(l.samples, rate)
	}
	l.Loss = total / float64(n)
}
