// Package bestfirst is a player that searches best first with a learned network. It
// follows the best moves down to a position that was not looked at before, values all
// positions after it at once, and corrects the values on the way back (unbounded
// best-first minimax; Korf and Chickering 1996, Cohen-Solal 2020). In the end it makes
// the move that it followed most often.
//
// It plays games of any number of roles that move in turns. Every role maximises its own
// goal, and chance takes the mean.
package bestfirst
