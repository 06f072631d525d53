package training

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/bestfirst"
	"ludex/internal/players/infoset"
	"ludex/player"
	"ludex/player/mcts"
)

// TreeSearch is the player "mcts", which uses a network if the option net names one.
func TreeSearch() player.Kind {
	kind := mcts.Kind()
	kind.Declare = func(set *flag.FlagSet) func() player.Player {
		tree := mcts.Defaults()
		tree.Declare(set)
		var net networkOptions
		net.declare(set)
		return func() player.Player {
			if net.model == nil {
				return mcts.NewPlayer(tree)
			}
			return &networkPlayer{search: learn.MCTS, network: net, playouts: tree.Playouts, tree: tree}
		}
	}
	return kind
}

// ISMCTS is the player "ismcts", which gives moves the values of a network before it
// searches if the option net names one.
func ISMCTS() player.Kind {
	kind := infoset.TreeSearch()
	kind.Declare = func(set *flag.FlagSet) func() player.Player {
		opt := infoset.Defaults()
		opt.Declare(set)
		var net networkOptions
		net.declareFile(set)
		set.IntVar(&opt.Prior, "prior", opt.Prior, "simulations that the values of the network count as")
		return func() player.Player {
			if net.model == nil {
				return infoset.NewPlayer(opt)
			}
			return &networkPlayer{search: learn.ISMCTS, network: net, views: opt}
		}
	}
	return kind
}

// BestFirst is the player "bestfirst", which uses the network that the option net names,
// or the one in the user's folder, or the one that comes with Ludex.
func BestFirst() player.Kind {
	return player.Kind{
		Name: "bestfirst",
		Doc:  "follows the best moves by a network that \"ludex train\" learned",
		Main: "net",
		Declare: func(set *flag.FlagSet) func() player.Player {
			var net networkOptions
			net.declare(set)
			tree := mcts.Defaults()
			playouts := set.Int("playouts", 0, "playouts for a position if the share is below 1; 0 is as in the trials")
			set.IntVar(&tree.Threads, "threads", tree.Threads, "goroutines that search")
			set.IntVar(&tree.Memory, "memory", bestfirst.Defaults().Memory, "MiB for the tree")
			return func() player.Player {
				return &networkPlayer{search: learn.BestFirst, network: net, playouts: *playouts, tree: tree}
			}
		},
	}
}

// Policy is the player "policy", which plays games that hide information by a network
// without a search: the one that the option net names, or the user's own.
func Policy() player.Kind {
	return player.Kind{
		Name: "policy",
		Doc:  "for hidden information: plays by a network that \"ludex train\" learned, without a search",
		Main: "net",
		Declare: func(set *flag.FlagSet) func() player.Player {
			var net networkOptions
			net.declareFile(set)
			return func() player.Player {
				return &networkPlayer{search: learn.Policy, network: net, tree: mcts.Defaults()}
			}
		},
	}
}

// networkOptions are the options that choose a network and its weight.
type networkOptions struct {
	path  string
	model *learn.Model // nil if no file was named
	share *float64     // nil if it was not given
}

// declareFile adds the option of the file to a set. It is read once, for all players of the
// kind.
func (o *networkOptions) declareFile(set *flag.FlagSet) {
	set.Func("net", "the file of a network that values positions", func(path string) (err error) {
		o.path = path
		o.model, err = learn.Load(path)
		return err
	})
}

// declare adds the options to a set.
func (o *networkOptions) declare(set *flag.FlagSet) {
	o.declareFile(set)
	set.Func("share", "weight of the network, from 0 to 1, the rest is that of playouts; as in the trials if it is not given", func(text string) error {
		share, err := strconv.ParseFloat(text, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return errors.New("use a number from 0 to 1")
		}
		o.share = &share
		return nil
	})
}

// find returns the network for a game, and a description of where it is from.
func (o *networkOptions) find(g game.Game) (*learn.Model, string, error) {
	if o.model != nil {
		return o.model, "the network " + o.path, nil
	}
	m, err := learn.Find(g)
	switch {
	case err != nil:
		return nil, "", err
	case m == nil:
		return nil, "", fmt.Errorf("there is no network for %s: \"ludex train\" learns one, and net=FILE names one", g.Name())
	}
	return m, m.Origin(), nil
}

// mixedPlayouts is the number of playouts for a position if nothing else says it.
const mixedPlayouts = 16

// method returns how a search uses a network: as in the trials, unless the options say
// otherwise.
func (o *networkOptions) method(search string, tried learn.Method, playouts int) learn.Method {
	m := learn.Method{Search: search, Share: 1}
	if tried.Search == search {
		m = tried
	}
	if o.share != nil {
		m.Share = *o.share
	}
	if playouts > 0 {
		m.Playouts = playouts
	}
	if m.Share < 1 && m.Playouts == 0 {
		m.Playouts = mixedPlayouts
	}
	return m
}
