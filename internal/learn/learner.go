package learn

import (
	"context"
	"slices"

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
	// Device, if not nil, makes plays and learns from them.
	Device Device `json:"-"`
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
	players []playMaker
	trainer *neural.Trainer
	rand    *game.Rand
	round   *round            // that was interrupted, or nil
	kept    [][]neural.Sample // of the last rounds
	samples []neural.Sample   // scratch memory
	images  images
}

// New prepares to learn a game. With a model, it goes on from there.
func New(ctx context.Context, g game.Game, from *Model, opt Options) (*Learner, error) {
	source := game.CapabilitiesOf(g).Features
	switch {
	case source == nil:
		return nil, errNoFeatures
	case g.Hidden() && opt.Elsewhere != nil:
		return nil, errElsewhere
	}
	texts := featureTexts(g, source)
	if err := (neural.Shape{Features: len(texts), Hidden: opt.Hidden, Roles: len(g.Roles())}).Check(); err != nil {
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
		again.Net, again.Features, again.Supplied = net, texts, false
		again.Trials, again.Curve = slices.Clip(from.Trials), slices.Clip(from.Curve)
		l.Model = &again
	}
	if opt.Device != nil && len(opt.Device.Lacks()) > 0 { // what seems redundant may replace what is lacking
		l.Model.Net.Clear(opt.Device.Lacks())
		l.Model.Net.Ignore(opt.Device.Lacks())
	}
	l.rand = game.NewRand(opt.Seed + uint64(l.Model.Plays))
	l.trainer = l.Model.Net.NewTrainer(opt.Threads, batch)
	if s, ok := source.(game.Symmetric); ok && !g.Hidden() { // they map states, not views
		l.images.symmetries = s.Symmetries(ctx)
	}
	l.limit = min(int(4*v.length)+50, game.MaxSteps(g))
	for range opt.Threads {
		if g.Hidden() {
			l.players = append(l.players, newViewPlayer(g, l.Model.Net, &l.opt, l.limit))
		} else {
			l.players = append(l.players, newSelfPlayer(g, l.Model.Net, source, &l.opt, l.limit))
		}
	}
	return l, nil
}

// A playMaker makes plays of a game with itself and returns samples of them.
type playMaker interface {
	play(ctx context.Context, seed uint64, temperature float64) ([]neural.Sample, error)
}

// featureTexts returns the texts of the features of networks for a game: of states, or of
// views if the game hides information.
func featureTexts(g game.Game, source game.Featurer) []string {
	if g.Hidden() {
		return viewTexts()
	}
	return source.Features()
}

// newModel returns a model that has learned nothing.
func newModel(g game.Game, source game.Featurer, v *survey, opt Options) *Model {
	texts := featureTexts(g, source)
	net := neural.New(neural.Shape{Features: len(texts), Hidden: opt.Hidden, Roles: len(g.Roles()), ConstantSum: v.constantSum})
	net.Randomize(opt.Seed, texts)
	net.Clear(v.redundant)
	net.Ignore(v.redundant)
	for f, r := range v.movers {
		net.SetMover(int(f), r)
	}
	if g.Hidden() {
		for r := range g.Roles() {
			net.SetMover(int(roleFeature(r)), r)
		}
	}
	return &Model{
		Rules: source.Fingerprint(), Game: g.Name(), Seed: opt.Seed, Method: Method{Search: Playouts}, Features: texts, Net: net,
	}
}

// Simultaneous reports whether several roles decided at once in a random play.
func (l *Learner) Simultaneous() bool { return l.survey.simultaneous }

// Length returns the mean number of steps of a random play.
func (l *Learner) Length() float64 { return l.survey.length }
