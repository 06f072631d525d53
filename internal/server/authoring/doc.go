// Package authoring answers what authors of games ask while they write: the problems of a text,
// how its board looks, and which rules apply in a position. The workshop shows the answers, in
// the arena and in pages without a server.
package authoring
