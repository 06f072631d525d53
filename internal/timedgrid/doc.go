// Package timedgrid makes a game in turns of a game in real time: players move at multiples
// of a length of time, the grid, and at no other instants.
//
// The rules are followed exactly. Lifetimes run out when they do, random moves when it can;
// what is lost is the instants between. So everything that studies games in turns can study
// games in real time: solvers, counts of positions, what roles know and believe. A finer grid
// says more, and takes longer.
//
// In a step of the game in turns every player waits or moves, and time passes up to the
// next instant; random's moves are steps of their own that take no time. Where information
// is hidden, each instant has the same steps whether or not anything happens, since roles have
// clocks but do not hear of what they do not see.
package timedgrid
