// Package compiled is the compiled engine of Regular Boardgames: the set program of a
// game ([ludex/internal/rbgengine/sets]) is printed as Go source
// ([ludex/internal/rbgengine/compiled/gogen]), built with the Go toolchain of the
// machine, and runs in processes of its own.
//
// Programs are cached in a folder of the user by a hash of the source, the toolchain
// and the processor, so that a game is built once.
//
// Playouts and game trees are computed by processes, which are asked over pipes. A
// process ends when its input ends, and so with its parent. Single states are computed
// by the machines of the sets engine, since a request to another process takes longer
// than the computation; with [Options.Through], they are computed by processes as well,
// which tests the compiled program.
//
// # Protocol
//
// A request is the length of what follows, its number, its kind ([gogen.Op]) and its
// data. A response is the length, the number of the request, 0 or 1 for an error, and
// the data, which is the message if there is an error. Numbers are little-endian. A
// position is a byte for every cell, the values of the variables, the current cell and
// the last switch.
package compiled
