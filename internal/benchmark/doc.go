// Package benchmark measures how fast a game can be played at random, and how many
// positions it has at each depth (perft). Its reports are the same for the command line
// and the server: a report is encoded as JSON as it is, and [Report.Rows] has its numbers
// for people.
package benchmark
