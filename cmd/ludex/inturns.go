package main

import (
	"errors"
	"fmt"
	"strings"
)

// inTurns says, for verbs that do not take games in real time, why not and what to use instead.
// GAME stands for the game.
var inTurns = map[string]struct{ why, instead string }{
	"prove": {"proofs are about one step after the other, and here anything may happen at any moment",
		`"ludex check --deep GAME" decides about all plays whether it ends, can get stuck, has goals and can be won, and "ludex solve GAME" solves it on a grid`},
	"train": {"networks learn from positions between moves, and here a move may come at any moment",
		`"ludex match GAME realtime random:rate=2" plays it with a player that needs no training`},
	"levels": {"levels say how long players think about a move, and here the clock runs while they think",
		`"ludex match GAME realtime random:rate=2 --games 100" measures players, and other rates are weaker or stronger opponents`},
	"vary": {"what vary measures are plays in turns",
		`"ludex report FILE" measures a game in real time, so write each variant to a file`},
	"print": {"paper has no clock that ends lifetimes",
		`"ludex show GAME" draws the board, "ludex page GAME" writes a page that plays it, and "ludex play GAME" plays it in the terminal`},
}

// refuseTimed says why the verb does not take a game in real time, and what to use instead.
func refuseTimed(verb, game string) error {
	text, ok := inTurns[verb]
	if !ok {
		return fmt.Errorf("%s is a game in real time, which \"ludex %s\" does not know; \"ludex help\" lists verbs, and most others do", game, verb)
	}
	return errors.New(game + " is a game in real time: " + text.why + "; " + strings.ReplaceAll(text.instead, "GAME", game))
}
