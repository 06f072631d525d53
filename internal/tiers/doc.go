// Package tiers plays a game on the fastest engine that is ready, as a just-in-time
// compiler does.
//
// A game opens on an engine that is ready at once. When playouts are first requested,
// faster engines are prepared in the background, one after the other, on one thread of
// low priority. Each is compared with the engines before it, and takes over the uses for
// which it is the fastest: playouts, searches, single states, counting positions. The
// measurements are stored under the hash of the rules, so that the next time only the
// winners are prepared.
//
// All engines of a game must have the same states and the same numbers of moves. A
// machine changes engines when it is bound to a context, a runner never: a search in
// progress keeps its engine, and its tree.
//
// Results that must depend on a seed alone come from [Game.Fixed], the first engine. Its runners
// move to an engine that draws the same playouts, where there is one.
package tiers
