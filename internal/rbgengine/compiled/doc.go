// Package compiled is the engine of Regular Boardgames that is compiled: the set
// program of a game ([ludex/internal/rbgengine/sets]) is printed as Go source
// ([ludex/internal/rbgengine/compiled/gogen]), built with the Go toolchain of the machine,
// and runs in processes of its own.
//
// What is built is kept in a cache folder of the user, by a hash of the source,
// the toolchain and the processor, so that a game is built once.
//
// Playouts and counts are made by processes, which are asked over pipes. A process
// ends when its input ends, and so with the program that has started it. Single
// states are computed by the machines of the sets engine, since a question to
// another process takes longer than the answer; with [Options.Through], they are
// asked for as well, which shows that the compiled program is right.
//
// # Questions and answers
//
// A question is the length of what follows, its number, what is asked, and the
// data; an answer is the length, the number of the question, 0 or 1 for an error,
// and the data, which is the message in case of an error. Numbers are written with
// the lowest byte first. A position is a byte for every cell, the values of the
// variables, the current cell and the switch that was passed last.
package compiled
