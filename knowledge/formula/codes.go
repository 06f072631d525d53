package formula

import "ludex/source"

// The problems of formulas.
var (
	syntax = &source.Code{ID: "FML001", Severity: source.Error, Title: "a formula that cannot be read",
		Doc: `The text is no formula. Examples of formulas:

    knows(jane, hasCard(jane,ace))
    knows(jane, ~knows(rick, hasCard(jane,ace)))
    next exists C in card(C): knows(jane, hasCard(jane,C))
    common({jane,rick}, bettingRound)`}
	meaning = &source.Code{ID: "FML002", Severity: source.Error, Title: "a formula that does not fit the game",
		Doc: `The formula names a role that the game has not, asks what random knows, uses a
variable that no quantifier binds, or quantifies over a relation that the
description has not or that depends on the state. Or a name in it is a fact of
states as well as a relation: true(coin(1)) is the fact, static(coin(1)) the
relation.`}
)

// Codes lists every code this package reports.
var Codes = []*source.Code{syntax, meaning}
