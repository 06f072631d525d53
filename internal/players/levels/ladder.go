package levels

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Count is the number of levels of a game.
const Count = 10

// A Level is how a level plays, and how strong that is.
type Level struct {
	// Nodes is the number of simulations for a move, or of states that the network values.
	Nodes int `json:"nodes"`
	// Temperature is by how many goal points a move must be worse than another one to
	// be chosen 1/e times as often. At 0 the best move is made.
	Temperature float64 `json:"temperature"`
	// Sight is the probability of looking for a win in one move, and for moves that
	// let an opponent win in one.
	Sight float64 `json:"sight"`
	// Network identifies the network that comes with Ludex by which the level searches,
	// best-first. If it is empty, the level uses tree search with playouts.
	Network string `json:"network,omitempty"`

	// Elo is the rating on this game, on a scale on which random play has 0, and Error is
	// its 95 % interval to either side. They are 0 if the level was not measured.
	Elo   float64 `json:"elo,omitempty"`
	Error float64 `json:"error,omitempty"`
	// Against are the matches against the level below, or against random play.
	Against Matches `json:"against,omitzero"`
	// Merged says that no stronger level is known: this one plays like the level below.
	Merged bool `json:"merged,omitempty"`
	// Seen are positions in which wins in one move were counted.
	Seen Tactics `json:"seen,omitzero"`
}

// Matches are the results of matches against the level below.
type Matches struct {
	Games int     `json:"games"`
	Score float64 `json:"score"`
}

// Tactics counts positions of plays in which there was a win in one move.
type Tactics struct {
	Wins    int `json:"wins"`    // in which the role could win at once
	Missed  int `json:"missed"`  // and did not
	Threats int `json:"threats"` // in which most moves, but not all, let an opponent win at once
	Allowed int `json:"allowed"` // and such a move was made
}

// Add adds the counts of other positions.
func (t *Tactics) Add(o Tactics) {
	t.Wins += o.Wins
	t.Missed += o.Missed
	t.Threats += o.Threats
	t.Allowed += o.Allowed
}

// A Ladder has the levels of a game, the weakest first.
type Ladder struct {
	Rules    string `json:"rules"` // the fingerprint; "" if the ladder is for any game
	Game     string `json:"game"`
	Seed     uint64 `json:"seed"`
	Measured bool   `json:"measured"`            // the levels have ratings
	MaxNodes int    `json:"max_nodes,omitempty"` // of the levels that were tried
	// Unfinished says that the measurement was stopped: there may be stronger levels.
	Unfinished bool    `json:"unfinished,omitempty"`
	Levels     []Level `json:"levels"`
}

// Level returns a level by its number, counted from 1.
func (l *Ladder) Level(number int) (Level, error) {
	if number < 1 || number > len(l.Levels) {
		return Level{}, fmt.Errorf("there is no level %d: use 1 to %d", number, len(l.Levels))
	}
	return l.Levels[number-1], nil
}

// Title describes a level in a few words.
func (l *Ladder) Title(number int) string {
	level, err := l.Level(number)
	switch {
	case err != nil:
		return err.Error()
	case !l.Measured:
		return fmt.Sprintf("Level %d (not measured)", number)
	case level.Merged:
		return fmt.Sprintf("Level %d, Elo %.0f, as strong as the level below", number, level.Elo)
	}
	return fmt.Sprintf("Level %d, Elo %.0f", number, level.Elo)
}

// Nearest returns the number of the level whose rating is the nearest.
func (l *Ladder) Nearest(elo float64) (int, error) {
	if !l.Measured {
		return 0, errors.New("the levels were not measured on this game, so they have no Elo: choose one by its number, or measure them with \"ludex levels --measure\"")
	}
	best := 1
	for i := range l.Levels {
		if math.Abs(l.Levels[i].Elo-elo) < math.Abs(l.Levels[best-1].Elo-elo) {
			best = i + 1
		}
	}
	return best, nil
}

// Distinct returns the number of the highest level that is stronger than the one below.
func (l *Ladder) Distinct() int {
	for i := len(l.Levels); i > 1; i-- {
		if !l.Levels[i-1].Merged {
			return i
		}
	}
	return 1
}

// check refuses ladders that cannot be played.
func (l *Ladder) check() error {
	if len(l.Levels) != Count {
		return fmt.Errorf("%d levels instead of %d", len(l.Levels), Count)
	}
	for i := range l.Levels {
		if err := l.Levels[i].check(); err != nil {
			return fmt.Errorf("level %d: %w", i+1, err)
		}
	}
	return nil
}

// maxNodes bounds the nodes of a level.
const maxNodes = 10_000_000

// check refuses parameters that make no sense.
func (l *Level) check() error {
	switch {
	case l.Nodes < 1 || l.Nodes > maxNodes:
		return fmt.Errorf("nodes: from 1 to %d", maxNodes)
	case !(l.Temperature >= 0 && l.Temperature <= 1e6):
		return errors.New("temperature: from 0 to 1000000 goal points")
	case !(l.Sight >= 0 && l.Sight <= 1):
		return errors.New("sight: from 0 to 1")
	}
	return nil
}

// At returns the parameters of a strength: as it grows by 1, the temperature halves, and
// the nodes grow by a factor of √2. The ladders of all games are made of such levels.
func At(strength, sight float64) Level {
	l := Level{
		Nodes:       int(math.Round(firstNodes * math.Exp2(strength/2))),
		Temperature: round(firstTemperature * math.Exp2(-strength)),
		Sight:       sight,
	}
	l.Nodes = max(l.Nodes, minNodes)
	if l.Temperature < lastTemperature {
		l.Temperature = 0
	}
	return l
}

// Strength returns the strength at which [At] has a level's number of nodes, or its
// temperature where there are not fewer nodes.
func (l *Level) Strength() float64 {
	if l.Nodes <= minNodes && l.Temperature > 0 {
		return min(math.Log2(firstTemperature/l.Temperature), 2*math.Log2(minNodes/firstNodes))
	}
	return 2 * math.Log2(float64(l.Nodes)/firstNodes)
}

const (
	firstNodes       = 50.0
	minNodes         = 30
	firstTemperature = 64
	lastTemperature  = 0.25
)

// round rounds a number to two digits.
func round(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// SightOf returns how often a level looks for wins in one move. From the third level on it
// always does.
func SightOf(number int) float64 {
	switch number {
	case 1:
		return 0.25
	case 2:
		return 0.6
	}
	return 1
}

// Default returns the levels for games that were not measured: about what the levels of
// games that were measured are.
func Default() *Ladder {
	const weakest, strongest = -2.5, 9.0
	l := new(Ladder)
	for i := range Count {
		strength := weakest + (strongest-weakest)*float64(i)/(Count-1)
		l.Levels = append(l.Levels, At(strength, SightOf(i+1)))
	}
	return l
}
