package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludex/internal/intervals"
	"ludex/internal/store"
)

// A Comparison is the result of a match between two of its players.
type Comparison struct {
	A, B   string
	Score  float64 // of A: 1 if it did better, ½ if as well, 0 if worse
	Weight float64
}

// Compare splits results into comparisons of two players. In a match of n each of
// the n(n-1)/2 comparisons weighs 2/n, so that the match counts as much as the n-1
// that put its players in order. Matches of one, of a player with himself, and
// those that were cut off yield no comparison.
func Compare(results []store.Result) []Comparison {
	var list []Comparison
	for _, res := range results {
		if !res.Over {
			continue
		}
		var roles []int
		for r, name := range res.Players {
			if name != "" && r < len(res.Points) {
				roles = append(roles, r)
			}
		}
		value := func(r int) float64 {
			if len(res.Goals) == len(res.Players) {
				return float64(res.Goals[r])
			}
			return res.Points[r]
		}
		for i, a := range roles {
			for _, b := range roles[i+1:] {
				if res.Players[a] == res.Players[b] {
					continue
				}
				c := Comparison{A: res.Players[a], B: res.Players[b], Weight: 2 / float64(len(roles)), Score: 0.5}
				switch x, y := value(a), value(b); {
				case x > y:
					c.Score = 1
				case x < y:
					c.Score = 0
				}
				list = append(list, c)
			}
		}
	}
	return list
}

// A Rating is the estimated strength of a player on the scale of Elo: 400 points
// more are ten to one.
type Rating struct {
	Rank   int     `json:"rank"`
	Name   string  `json:"name"`
	Elo    float64 `json:"elo"`
	Error  float64 `json:"error"` // to either side, with 95 per cent confidence
	Played int     `json:"played"`
	Score  float64 `json:"score"` // the mean against the others
}

// RateOptions say how to rate.
type RateOptions struct {
	// Anchor is a player whose rating is Mean. Without one it is the mean of all.
	Anchor string
	Mean   float64 // 0 is DefaultMean
}

// DefaultMean is the mean of ratings.
const DefaultMean = 1500

// MaxRated is how many players can be rated at once.
const MaxRated = 1000

const (
	// perLogit is the difference in Elo of one unit of log odds.
	perLogit = 400 / math.Ln10
	// prior is a number of draws against an average player that is added for every
	// player. It keeps the ratings of players finite that win or lose everything, or
	// have not met, and changes others little.
	prior = 0.1
)

// RateResults returns the ratings that follow from results. Played is the number of
// matches in which a player was compared with others.
func RateResults(results []store.Result, opt RateOptions) ([]Rating, error) {
	list, err := Rate(Compare(results), opt)
	if err != nil {
		return nil, err
	}
	played := map[string]int{}
	for _, res := range results {
		names := map[string]bool{}
		for _, c := range Compare([]store.Result{res}) {
			names[c.A], names[c.B] = true, true
		}
		for name := range names {
			played[name]++
		}
	}
	for i := range list {
		list[i].Played = played[list[i].Name]
	}
	return list, nil
}

// Rate returns the ratings that make the comparisons most likely, by the model of
// Bradley and Terry, in which the odds of two players are the ratio of their
// strengths and a draw is half a win. Errors come from the curvature of the
// likelihood (the observed Fisher information). The best player is first.
func Rate(list []Comparison, opt RateOptions) ([]Rating, error) {
	if opt.Mean == 0 {
		opt.Mean = DefaultMean
	}
	b, err := newScoreMatrix(list)
	if err != nil {
		return nil, err
	}
	if err := b.solve(); err != nil {
		return nil, err
	}
	anchor := -1
	if opt.Anchor != "" {
		if anchor = slices.Index(b.names, opt.Anchor); anchor < 0 {
			return nil, fmt.Errorf("the anchor %q has not played", opt.Anchor)
		}
	}
	return b.ratings(anchor, opt.Mean)
}

// A scoreMatrix has the scores of all players against each other.
type scoreMatrix struct {
	names []string
	games [][]float64 // by two players
	score [][]float64 // of the first
	count []int       // comparisons of a player
	theta []float64   // log odds against an average player
}

func newScoreMatrix(list []Comparison) (*scoreMatrix, error) {
	b := new(scoreMatrix)
	for _, c := range list {
		b.names = append(b.names, c.A, c.B)
	}
	slices.Sort(b.names)
	b.names = slices.Compact(b.names)
	n := len(b.names)
	if n > MaxRated {
		return nil, fmt.Errorf("%d players are too many to rate at once: at most %d can be; choose a game or a tournament", n, MaxRated)
	}
	for range n {
		b.games, b.score = append(b.games, make([]float64, n)), append(b.score, make([]float64, n))
	}
	b.theta, b.count = make([]float64, n), make([]int, n)
	for _, c := range list {
		i, _ := slices.BinarySearch(b.names, c.A)
		j, _ := slices.BinarySearch(b.names, c.B)
		b.count[i]++
		b.count[j]++
		b.games[i][j] += c.Weight
		b.games[j][i] += c.Weight
		b.score[i][j] += c.Weight * c.Score
		b.score[j][i] += c.Weight * (1 - c.Score)
	}
	return b, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slope returns the gradient of the likelihood and the observed Fisher information.
func (b *scoreMatrix) slope() (gradient []float64, information [][]float64) {
	n := len(b.theta)
	gradient, information = make([]float64, n), make([][]float64, n)
	for i := range n {
		information[i] = make([]float64, n)
		p := logistic(b.theta[i])
		gradient[i] = prior * (0.5 - p)
		information[i][i] = prior * p * (1 - p)
		for j := range n {
			if b.games[i][j] == 0 {
				continue
			}
			p := logistic(b.theta[i] - b.theta[j])
			w := b.games[i][j] * p * (1 - p)
			gradient[i] += b.score[i][j] - b.games[i][j]*p
			information[i][i] += w
			information[i][j] -= w
		}
	}
	return gradient, information
}

// likelihood returns the logarithm of how likely the results are.
func (b *scoreMatrix) likelihood() float64 {
	sum := 0.0
	for i, x := range b.theta {
		sum -= prior / 2 * (softplus(x) + softplus(-x))
		for j, y := range b.theta {
			if b.score[i][j] > 0 {
				sum -= b.score[i][j] * softplus(y-x)
			}
		}
	}
	return sum
}

// softplus returns log(1+exp(x)) without overflow.
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// solve maximises the likelihood, which is concave, by Newton's method.
func (b *scoreMatrix) solve() error {
	for range 200 {
		gradient, information := b.slope()
		factor, err := cholesky(information)
		if err != nil {
			return err
		}
		step := solve(factor, gradient)
		largest := 0.0
		for _, s := range step {
			largest = max(largest, math.Abs(s))
		}
		b.climb(step, largest > nearby)
		if largest < 1e-8 {
			return nil
		}
	}
	return errors.New("the ratings do not converge")
}

// nearby is the step size below which Newton's method converges quadratically. The
// likelihood is too flat there to test whether it still grows.
const nearby = 1e-3

// climb makes a step, which is halved in careful mode while it would decrease the
// likelihood.
func (b *scoreMatrix) climb(step []float64, careful bool) {
	before, from := b.likelihood(), slices.Clone(b.theta)
	for scale := 1.0; scale > 1e-6; scale /= 2 {
		for i, s := range step {
			b.theta[i] = from[i] + scale*s
		}
		if !careful || b.likelihood() >= before {
			return
		}
	}
}

// ratings returns the ratings relative to an anchor, or to the mean of all if it
// is -1.
func (b *scoreMatrix) ratings(anchor int, mean float64) ([]Rating, error) {
	n := len(b.theta)
	if n == 0 {
		return []Rating{}, nil
	}
	_, information := b.slope()
	factor, err := cholesky(information)
	if err != nil {
		return nil, err
	}
	reference := make([]float64, n) // the weights of the players that the rating is relative to
	zero := 0.0
	for i := range n {
		switch {
		case anchor < 0:
			reference[i] = 1 / float64(n)
		case i == anchor:
			reference[i] = 1
		}
		zero += reference[i] * b.theta[i]
	}
	list := make([]Rating, n)
	for i, name := range b.names {
		list[i] = Rating{
			Name: name, Elo: mean + perLogit*(b.theta[i]-zero), Error: intervals.Z95 * perLogit * deviation(factor, reference, i),
			Played: b.count[i], Score: sum(b.score[i]) / sum(b.games[i]),
		}
	}
	rankRatings(list)
	return list, nil
}

// deviation returns the standard deviation of a player's log odds against a
// mixture of players.
func deviation(factor [][]float64, reference []float64, player int) float64 {
	contrast := make([]float64, len(reference))
	for j, weight := range reference {
		contrast[j] = -weight
	}
	contrast[player]++
	variance := 0.0
	for _, x := range forward(factor, contrast) {
		variance += x * x
	}
	return math.Sqrt(variance)
}

func sum(list []float64) float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	return total
}

// rankRatings puts the best player first.
func rankRatings(list []Rating) {
	slices.SortStableFunc(list, func(x, y Rating) int { return cmp.Compare(rounded(y.Elo), rounded(x.Elo)) })
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && rounded(list[i].Elo) == rounded(list[i-1].Elo) {
			list[i].Rank = list[i-1].Rank
		}
	}
}
