// Package match is the game manager: it runs matches between players of any kind
// and keeps a record of each that others can read, check and trust.
//
// [Run] plays a match of any game that is not in real time, and [RunTimed] one
// that is. What happened is in a [Record] from the first moment on, and whoever
// asks to keep it is given it before anybody is sent another message, so that
// nothing that a player has been told can be lost. [Record.Check] proves that a record
// follows from the rules and the seed; [Record.Sign] and [Trust] that it
// is what its host wrote.
package match
