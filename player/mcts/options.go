package mcts

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// Options say how a search works. [Defaults] are good for most games.
type Options struct {
	Nodes   int // simulations for a move, where a match sets neither budget nor clock
	Threads int // goroutines that evaluate
	Memory  int // of the graph, in MiB

	// Explore is how much a move that was tried seldom is preferred, in units
	// of the spread of what evaluations say.
	Explore float64
	// Urgency is how much better a move that was never tried is taken to be than
	// the position itself, between -1 and 1.
	Urgency float64
	// Playouts is how many evaluate a position; 0 is as many as are worth it.
	Playouts int
	// Batch is how many positions are evaluated together at most, where a game
	// can do that; 0 is as many as it can.
	Batch int
	// Policy says how playouts choose moves. All but Uniform have to be run
	// step by step; Auto is Uniform if the game runs playouts of its own.
	Policy Policy
	// Grave is how often a position must be visited to collect what is seen of
	// moves below it, where playouts tell what was moved; 0 is never.
	Grave int
	// Simultaneous says how moves at the same time are chosen.
	Simultaneous Simultaneous

	// Split is from how many moves on a role decides one part of its move after
	// the other, if the game says what the parts are; 0 is never.
	Split int

	Graph  bool // positions are stored once, however they are reached
	Solver bool // keep bounds, and solve positions by them
	Reuse  bool // go on with the graph after a move
}

// Defaults returns the options of a good search.
func Defaults() Options {
	return Options{
		Nodes: 10_000, Threads: 1, Memory: 256,
		Explore: 0.45, Policy: Auto, Grave: 50, Simultaneous: Regret,
		Split: defaultSplit, Graph: true, Solver: true, Reuse: true,
	}
}

// A Policy is how playouts choose moves.
type Policy string

// The policies.
const (
	Auto    Policy = "auto"    // Uniform or Grams, whatever the game is good at
	Uniform Policy = "uniform" // all moves are equally likely
	Mast    Policy = "mast"    // moves that did well elsewhere are preferred
	Grams   Policy = "grams"   // also after the same one or two steps
)

// Simultaneous is how a search chooses where several roles have a choice.
type Simultaneous string

// The ways to choose.
const (
	Regret    Simultaneous = "regret"    // regret matching: mixed strategies
	Decoupled Simultaneous = "decoupled" // confidence bounds for each role alone
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

// Declare adds the options to a set; their present values are the defaults.
func (o *Options) Declare(set *flag.FlagSet) {
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
