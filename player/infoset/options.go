package infoset

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// Options say how the players of this package work. [Defaults] are good for most
// games.
type Options struct {
	Nodes  int // simulations for a move, where a match sets neither budget nor clock
	Memory int // of the trees, in MiB

	// Explore is how much a move that was tried seldom is preferred, in units of
	// the spread of what playouts say.
	Explore float64
	// Select says how simulations choose moves.
	Select Selection

	Common    int // developments of the common set at most; negative is none
	Exact     int // developments of the information set at most
	Particles int // how many are followed when there are more

	// Inquire lets a role follow all that it thinks possible to the end, instead of
	// searching trees, where it learns by its own moves and nobody is in the way.
	Inquire bool

	// Blind makes every role see the state in simulations.
	Blind bool
}

// Defaults returns the options of a good search.
func Defaults() Options {
	return Options{Nodes: 10_000, Memory: 256, Explore: 0.7, Select: Auto, Common: 20_000, Exact: 50_000, Particles: 2_000, Inquire: true}
}

// A Selection is a way to choose moves in simulations.
type Selection string

// The ways to choose.
const (
	Auto   Selection = "auto"   // Smooth where it is known what everybody thinks possible, else Bounds
	Bounds Selection = "bounds" // upper confidence bounds: one best move
	Smooth Selection = "smooth" // bounds, and now and then what was done so far: mixed strategies
	Regret Selection = "regret" // regret matching: mixed strategies, and right ones in the long run
)

// check returns what is wrong with the options.
func (o Options) check() error {
	switch {
	case o.Memory < 1:
		return errors.New("a search needs memory")
	case o.Nodes < 1 || o.Explore < 0 || o.Exact < 1 || o.Particles < 1:
		return errors.New("an option is too small")
	}
	return nil
}

// Declare adds the options to a set; their present values are the defaults.
func (o *Options) Declare(set *flag.FlagSet) {
	set.IntVar(&o.Nodes, "nodes", o.Nodes, "simulations for a move without a clock")
	set.IntVar(&o.Memory, "memory", o.Memory, "MiB for the trees")
	set.Float64Var(&o.Explore, "explore", o.Explore, "how much moves tried seldom are preferred")
	if !o.Blind {
		set.Var(&o.Select, "select", "how simulations choose moves: auto, bounds, smooth or regret")
		o.declareInquire(set)
	}
	o.declareSets(set)
}

// declareInquire adds the option of inquiries.
func (o *Options) declareInquire(set *flag.FlagSet) {
	set.BoolVar(&o.Inquire, "inquire", o.Inquire, "follow all that is possible where a role learns by its own moves and nobody is in the way")
}

// declareSets adds the options of what is kept of information sets.
func (o *Options) declareSets(set *flag.FlagSet) {
	set.IntVar(&o.Common, "common", o.Common, "developments at most of all that anybody thinks possible; negative is none")
	set.IntVar(&o.Exact, "exact", o.Exact, "developments at most of an information set that is known exactly")
	set.IntVar(&o.Particles, "particles", o.Particles, "developments that are followed when there are more")
}

// String implements [flag.Value].
func (s *Selection) String() string { return string(*s) }

// Set implements [flag.Value].
func (s *Selection) Set(text string) error {
	all := []string{string(Auto), string(Bounds), string(Smooth), string(Regret)}
	if !slices.Contains(all, text) {
		return fmt.Errorf("use %s", strings.Join(all, ", "))
	}
	*s = Selection(text)
	return nil
}
