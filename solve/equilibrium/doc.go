// Package equilibrium finds out how to play games in which somebody knows what
// others do not, or in which several move at once: strategies from which nobody
// gains by departing.
//
// A [Tree] is a game in extensive form: decisions, chance, and the information
// sets of each player, which hold what the player cannot tell apart. [FromGame]
// makes one of any game that is small enough; a [Builder] makes one by hand. A
// [Profile] says how all players choose.
//
//   - [Tree.Assess] says what a profile is worth, and how much each player would
//     gain by the best response to it. The sum of these gains is NashConv; it is 0
//     exactly in equilibrium.
//   - [NewCFR] improves a profile by counterfactual regret minimisation, in the
//     form called CFR+: players take turns, regrets are never negative, later
//     iterations count more.
//   - [NewSampler] does so by external sampling: an iteration follows one draw of
//     chance and of the other players, and so costs far less and brings less.
//   - [Tree.Exact] solves games of one player, and of two of whom one gets what the
//     other loses, as fractions: by the linear program of the sequence form.
//
// For two players with payoffs of constant sum NashConv goes to 0, and bounds how
// far a strategy is from the best: who plays it gets the value of the game less
// NashConv at least, whatever the other does. With other payoffs, or more players,
// there is no such promise, and NashConv tells how well it went.
//
// # Sequences
//
// Nobody forgets what they did, so all that matters of a strategy is how likely a
// player makes the whole sequence of choices that leads to an end. Everything here
// but sampling works with these numbers: a leaf of the tree counts by the product
// of its chance and the likelihoods of one sequence for each player, and the tree
// between root and leaves is not looked at again.
package equilibrium
