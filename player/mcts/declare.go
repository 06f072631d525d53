package mcts

import "flag"

// Declare adds the options to a set; their present values are the defaults. It is for
// kinds of players that are built on this search.
func (o *Options) Declare(set *flag.FlagSet) { o.declare(set) }
