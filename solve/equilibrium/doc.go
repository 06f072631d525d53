// Package equilibrium computes Nash equilibria of games with imperfect information
// or simultaneous moves.
//
// A [Tree] is a game in extensive form: decision nodes, chance nodes, and the
// information sets of each player. [FromGame] builds the tree of any game that is
// small enough; a [builder] builds one by hand. A [Profile] is a strategy for every
// player.
//
//   - [Tree.Assess] returns the values of a profile, and how much each player would
//     gain by a best response. The sum of these gains is NashConv; it is 0 exactly
//     in equilibrium.
//   - [newCFR] improves a profile by counterfactual regret minimisation, in the form
//     CFR+: alternating updates, regret matching⁺ and linear averaging.
//   - [newSampler] does so by external sampling (MCCFR): an iteration follows one
//     sample of chance and of the other players, so it is cheap and noisy.
//   - [Tree.exact] solves games of one player, and two-player constant-sum games, as
//     fractions, by the linear program of the sequence form.
//
// For two players with payoffs of constant sum, NashConv converges to 0 and bounds
// the exploitability of a strategy: it guarantees the value of the game less
// NashConv. With other payoffs, or more players, there is no such guarantee, and
// NashConv measures the result.
//
// # Sequences
//
// Players have perfect recall, so a strategy is determined by its realization plan:
// the probability with which a player makes the whole sequence of its choices that
// leads to a leaf. Everything here but sampling works with these numbers: a leaf
// counts by the product of its chance probability and the probabilities of one
// sequence per player, and the inner nodes of the tree are not visited again.
package equilibrium
