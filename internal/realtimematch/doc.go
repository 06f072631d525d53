// Package realtimematch plays matches between players of games in real time. Package
// match builds on it: it adds records and series.
package realtimematch
