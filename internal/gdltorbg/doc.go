// Package gdltorbg writes games in GDL as regular boardgames. Facts of which exactly one
// holds become what lies on a cell, numbers become variables, and every move becomes an
// alternative of the rules: what it needs, what it changes at once, and what the keeper
// changes after it, case by case.
//
// Which facts belong together is guessed from random plays (slots.go), and so is who is on
// turn (turns.go). Conditions come from the transition system of the ground rules (cond.go),
// and the changes that a move makes from the same system with the move put in (effects.go).
// The guesses need not be right, since the result is compared with the game before it is
// returned (same.go): it is proved to be the same game, or all states are looked at.
package gdltorbg
