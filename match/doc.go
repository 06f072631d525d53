// Package match is the game manager. It plays matches between players of any kind
// and writes a [Record] of each that others can read, check and trust.
//
// A [Config] says what is played, by whom and how; [Run] plays it. The game decides
// which event loop that is: package player's for turns, package realtime's for a
// clock. Everything else is shared: the record, its signature, players by name
// ([Roster]) and matches in which entrants take turns at the seats ([Series]).
// [Write] writes the record of a match that its caller played.
//
// A record is handed to Config.Keep before any player is sent another message, so
// that nothing that a player has been told can be lost. [Record.Check] proves that
// a record follows from the rules and the seed. [Record.Sign] and [Trust] show that
// it is what its host wrote.
package match
