// Package basic has the simplest players: they are what others are measured by,
// and what a match falls back on.
package basic
