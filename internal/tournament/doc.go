// Package arena holds tournaments: who meets whom, what the results are worth, and
// how strong the players are.
//
// A tournament is a [Config], read from a file. Its [Config.Schedule] follows from
// the configuration and the results so far, and from nothing else: every match has
// a key and a seed that never change. [Host.Run] plays what has no result yet, and
// keeps each record together with its result in the store. So a manager that is
// stopped or killed at any moment finds, when it is started again, the same
// matches to play, and none is lost or counted twice.
//
// [Config.Table] adds the results up, [Rate] estimates the strength of players, and
// [Page] shows everything in a browser.
package tournament
