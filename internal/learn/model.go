package learn

import (
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/neural"
)

// A Model is a network with what is known about it. It is stored in one file.
type Model struct {
	Rules string `json:"rules"` // the fingerprint of the rules, see [game.Featurer]
	Game  string `json:"game"`
	Seed  uint64 `json:"seed"`

	Plays     int           `json:"plays"`
	Positions int           `json:"positions"`
	Time      time.Duration `json:"time"` // spent on learning

	// Method is how the network is best used.
	Method Method `json:"method"`
	// Trials are the matches that showed this, the oldest first.
	Trials []Trial `json:"trials,omitempty"`
	// Curve is the course of learning.
	Curve []Point `json:"curve,omitempty"`

	Features []string        `json:"-"` // the texts of the features
	Net      *neural.Network `json:"-"`
	Supplied bool            `json:"-"` // it comes with Ludex
}

// ID identifies the network among those for the same rules.
func (m *Model) ID() string {
	return fmt.Sprintf("%d plays, %d positions, seed %d", m.Plays, m.Positions, m.Seed)
}

// Helps reports whether trials showed that the network is better than playouts.
func (m *Model) Helps() bool { return m.Method.Search != Playouts }

// Confident reports whether trials showed with a confidence of 95 % that the network is
// better than playouts.
func (m *Model) Confident() bool {
	t := m.Proof()
	return m.Helps() && t != nil && t.Low > 0.5
}

// Origin says where a network is from that was found by its game.
func (m *Model) Origin() string {
	if m.Supplied {
		return "the network that comes with Ludex"
	}
	return "the user's network"
}

// Proof returns the last trial that showed how the network is best used, or nil if there was
// none.
func (m *Model) Proof() *Trial {
	var last *Trial
	for i := range slices.Backward(m.Trials) {
		switch t := &m.Trials[i]; {
		case t.Method != m.Method || t.Games == 0:
		case t.Better():
			return t
		case last == nil:
			last = t
		}
	}
	return last
}

// Tried reports whether there was a trial with enough games to say how the network is best
// used.
func (m *Model) Tried() bool {
	return slices.ContainsFunc(m.Trials, func(t Trial) bool { return t.Games >= FewGames })
}

// A Method is a way to use a network.
type Method struct {
	// Search is "best-first", "mcts", "policy", "ismcts", or "playouts": tree search without
	// the network.
	Search string `json:"search"`
	// Share is the weight of the network; the rest is that of playouts.
	Share float64 `json:"share"`
	// Playouts is the number of playouts per position; 0 is as the search likes.
	Playouts int `json:"playouts,omitempty"`
	// Prior is the number of simulations that the values of the network count as, where
	// information is hidden.
	Prior int `json:"prior,omitempty"`
}

// String describes the method in a few words.
func (m Method) String() string {
	switch {
	case m.Search == Playouts:
		return "tree search with playouts only"
	case m.Search == Policy:
		return "the network without a search"
	case m.Search == ISMCTS:
		return fmt.Sprintf("ismcts with the network's values as %d simulations", m.Prior)
	case m.Share >= 1:
		return m.Search + " with the network"
	}
	return fmt.Sprintf("%s with the network (%.0f %%) and %d playouts", m.Search, 100*m.Share, m.Playouts)
}

// The searches of methods.
const (
	BestFirst = "best-first"
	MCTS      = "mcts"
	Playouts  = "playouts"
	Policy    = "policy" // no search, where information is hidden
	ISMCTS    = "ismcts" // with the network's values of moves as a prior
)

// A Trial is a series of matches between two methods.
type Trial struct {
	Method  Method        `json:"method"`
	Against Method        `json:"against"`
	Plays   int           `json:"plays"` // the network had learned from
	Clock   time.Duration `json:"clock"` // for a move
	Games   int           `json:"games"`
	// Rivals is the number of opponents that a player of the method has, if there is more
	// than one, or 0.
	Rivals int `json:"rivals,omitempty"`
	// Score is the mean of the points. With several rivals the odds of winning are
	// multiplied by their number, so that equal players score 0.5 in any game.
	Score float64 `json:"score"`
	Low   float64 `json:"low"` // 95 % interval of the score
	High  float64 `json:"high"`
}

// FewGames is how many games a trial needs to say anything.
const FewGames = 4

const (
	needed    = 0.55 // score of a method that is better than another
	neededLow = 0.45 // the lower end of its 95 % interval: a few lucky games do not suffice
)

// Better reports whether the trial shows that its method is better than the other one.
func (t *Trial) Better() bool {
	return t.Games >= FewGames && t.Score >= needed && t.Low >= neededLow
}

// Worse reports whether the trial shows that its method is not better than the other one,
// and not just that it had too few games.
func (t *Trial) Worse() bool { return t.Games > 0 && t.High < needed }

// A Point is a point of the course of learning.
type Point struct {
	Time  time.Duration `json:"time"`
	Plays int           `json:"plays"`
	Loss  float64       `json:"loss"`
	// Score is the mean of the points in matches against the network of the point
	// before, with its 95 % interval. The first point has none.
	Score float64 `json:"score,omitempty"`
	Low   float64 `json:"low,omitempty"`
	High  float64 `json:"high,omitempty"`
	// Playouts are matches against tree search with playouts only, or nil.
	Playouts *Trial `json:"playouts,omitempty"`
}

// For returns the network with the features numbered as a game does.
func (m *Model) For(g game.Game) (*neural.Network, error) {
	source := game.CapabilitiesOf(g).Features
	switch {
	case source == nil:
		return nil, errNoFeatures
	case source.Fingerprint() != m.Rules:
		return nil, fmt.Errorf("the network was learned for other rules (%s)", m.Game)
	case m.Net.Shape().Roles != len(g.Roles()):
		return nil, fmt.Errorf("the network has %d roles, and the game has %d", m.Net.Shape().Roles, len(g.Roles()))
	}
	net := m.Net.Arrange(m.Features, featureTexts(g, source))
	net.IgnoreUnweighted()
	return net, nil
}
