package mcts

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
)

// Options configure a search. [Defaults] are good for most games.
type Options struct {
	Nodes   int // simulations per move if a match sets neither a budget nor a clock
	Threads int // evaluating goroutines
	Memory  int // limit of the graph in MiB

	// Explore is the exploration constant, in standard deviations of evaluations.
	Explore float64
	// Urgency is added to the value of untried moves (first play urgency), between
	// -1 and 1.
	Urgency float64
	// Playouts is the number of playouts per position; 0 chooses it automatically, for a
	// clock by measuring.
	Playouts int
	// Evaluator makes an evaluator per thread; nil is random playouts.
	Evaluator func(game.Game) (Evaluator, error)
	// Batch bounds the number of positions evaluated together, for games that
	// support it; 0 is no bound.
	Batch int
	// Policy is the playout policy. All but Uniform run playouts step by step.
	Policy Policy
	// Grave is the number of visits from which a node collects AMAF statistics, if
	// playouts report their moves; 0 is never.
	Grave int
	// Simultaneous is the selection rule for simultaneous moves.
	Simultaneous Simultaneous

	// Split is the number of moves from which on moves are decided part by part, if
	// the game defines parts; 0 is never.
	Split int

	Graph bool // transpositions share a node
	// Symmetry says when only one of several moves that differ by a symmetry of the rules is
	// tried.
	Symmetry SymmetryUse
	Solver   bool // maintain bounds, and solve positions by them
	Reuse    bool // keep the graph after a move
}

// Defaults returns the options of a good search.
func Defaults() Options {
	return Options{
		Nodes: 10_000, Threads: 1, Memory: 256,
		Explore: 0.6, Policy: Auto, Grave: 50, Simultaneous: Regret,
		Split: defaultSplit, Graph: true, Symmetry: WithClock, Solver: true, Reuse: true,
	}
}

// A Policy chooses the moves of playouts.
type Policy string

// The policies.
const (
	// Auto is Uniform if the game runs playouts of its own, else Grams. Without a clock,
	// it is also Grams if the options set a number of playouts per position below four.
	Auto    Policy = "auto"
	Uniform Policy = "uniform" // all moves are equally likely
	Mast    Policy = "mast"    // move-average sampling (MAST)
	Grams   Policy = "grams"   // n-gram selection (NST)
)

// Simultaneous is a selection rule for simultaneous moves.
type Simultaneous string

// The selection rules for simultaneous moves.
const (
	Regret    Simultaneous = "regret"    // regret matching: mixed strategies
	Decoupled Simultaneous = "decoupled" // decoupled UCT: confidence bounds per role
)

// A SymmetryUse says when symmetries are used.
type SymmetryUse string

// The ways to use symmetries. Not every engine knows them, so that with a number of nodes a search
// with them would not be the same on each.
const (
	WithClock SymmetryUse = "clock"
	Always    SymmetryUse = "always"
	Never     SymmetryUse = "never"
)

// check returns what is wrong with the options.
func (o Options) check() error {
	switch {
	case o.Threads < 1:
		return errors.New("a search needs a thread")
	case o.Memory < 1:
		return errors.New("a search needs memory")
	case o.Urgency < -1 || o.Urgency > 1:
		return errors.New("an urgency is between -1 and 1")
	case o.Explore < 0 || o.Playouts < 0 || o.Batch < 0 || o.Grave < 0 || o.Split < 0 || o.Nodes < 1:
		return errors.New("a negative option")
	}
	return nil
}

// declare adds the options to a set; their present values are the defaults.
func (o *Options) declare(set *flag.FlagSet) {
	set.IntVar(&o.Nodes, "nodes", o.Nodes, "simulations for a move without a clock")
	set.IntVar(&o.Threads, "threads", o.Threads, "goroutines that evaluate")
	set.IntVar(&o.Memory, "memory", o.Memory, "MiB for the graph")
	set.Float64Var(&o.Explore, "explore", o.Explore, "how much moves tried seldom are preferred")
	set.Float64Var(&o.Urgency, "urgency", o.Urgency, "how much better a move never tried is taken to be than the position")
	set.IntVar(&o.Playouts, "playouts", o.Playouts, "playouts for a position; 0 is as many as are worth it")
	set.IntVar(&o.Batch, "batch", o.Batch, "positions evaluated together at most; 0 is as many as the game can")
	set.Var(&choice[Policy]{&o.Policy, []Policy{Auto, Uniform, Mast, Grams}}, "policy", "how playouts choose moves: auto, uniform, mast or grams")
	set.IntVar(&o.Grave, "grave", o.Grave, "visits from which a position collects what is seen of moves; 0 is never")
	set.Var(&choice[Simultaneous]{&o.Simultaneous, []Simultaneous{Regret, Decoupled}}, "simultaneous", "moves at the same time: regret or decoupled")
	set.IntVar(&o.Split, "split", o.Split, "moves from which on they are decided part by part; 0 is never")
	set.BoolVar(&o.Graph, "graph", o.Graph, "store positions once, however they are reached")
	set.Var(&choice[SymmetryUse]{&o.Symmetry, []SymmetryUse{WithClock, Always, Never}}, "symmetry", "try one of several moves that differ by a symmetry: clock (if there is one), always or never")
	set.BoolVar(&o.Solver, "solver", o.Solver, "solve positions by bounds")
	set.BoolVar(&o.Reuse, "reuse", o.Reuse, "go on with the graph after a move")
}

// A choice is an option with a few values. It implements [flag.Value].
type choice[T ~string] struct {
	value *T
	of    []T
}

// String implements [flag.Value].
func (c *choice[T]) String() string {
	if c.value == nil {
		return ""
	}
	return string(*c.value)
}

// Set implements [flag.Value].
func (c *choice[T]) Set(text string) error {
	if !slices.Contains(c.of, T(text)) {
		var names []string
		for _, v := range c.of {
			names = append(names, string(v))
		}
		return fmt.Errorf("use %s", strings.Join(names, ", "))
	}
	*c.value = T(text)
	return nil
}
