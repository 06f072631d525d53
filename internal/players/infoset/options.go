package infoset

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"ludex/internal/neural"
)

// Options configure the players of this package. [Defaults] are good for most games.
type Options struct {
	Nodes  int // simulations for a move, where a match sets neither budget nor clock
	Memory int // of the trees, in MiB

	// Explore is the exploration constant, in units of the range of playout results.
	Explore float64
	// Select is the selection rule of simulations.
	Select Selection

	Common    int // developments of the common set at most; negative is none
	Exact     int // developments of the information set at most
	Particles int // how many are followed when there are more

	// Inquire replaces the tree search by rollouts of the belief state where a role
	// learns by its own moves and others do not interfere.
	Inquire bool

	// Net is a network of views, or nil. Its values of the role's moves count as those of
	// Prior simulations.
	Net   *neural.Network
	Prior int

	// Determinize makes every role see the state in simulations.
	Determinize bool
}

// Defaults returns the options of a good search.
func Defaults() Options {
	return Options{Nodes: 10_000, Memory: 256, Explore: 0.7, Select: Auto, Common: 20_000, Exact: 50_000, Particles: 2_000, Inquire: true, Prior: 1_000}
}

// A Selection is a rule by which simulations choose moves.
type Selection string

// The selection rules.
const (
	Auto   Selection = "auto"   // Smooth where the common set is known, else Bounds
	Bounds Selection = "bounds" // upper confidence bounds: one best move
	Smooth Selection = "smooth" // bounds mixed with the average strategy (smooth UCT)
	Regret Selection = "regret" // regret matching: mixed strategies that converge
)

// check returns an error if an option is invalid.
func (o Options) check() error {
	switch {
	case o.Memory < 1:
		return errors.New("a search needs memory")
	case o.Prior < 0 || o.Nodes < 1 || o.Explore < 0 || o.Exact < 1 || o.Particles < 1:
		return errors.New("an option is too small")
	}
	return nil
}

// Declare adds the options to a flag set; their current values are the defaults.
func (o *Options) Declare(set *flag.FlagSet) {
	set.IntVar(&o.Nodes, "nodes", o.Nodes, "simulations for a move without a clock")
	set.IntVar(&o.Memory, "memory", o.Memory, "MiB for the trees")
	set.Float64Var(&o.Explore, "explore", o.Explore, "how much moves tried seldom are preferred")
	if !o.Determinize {
		set.Var(&o.Select, "select", "how simulations choose moves: auto, bounds, smooth or regret")
		o.declareInquire(set)
	}
	o.declareSets(set)
}

// declareInquire adds the flag of Inquire.
func (o *Options) declareInquire(set *flag.FlagSet) {
	set.BoolVar(&o.Inquire, "inquire", o.Inquire, "follow all that is possible where a role learns by its own moves and nobody is in the way")
}

// declareSets adds the flags of the tracker.
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
