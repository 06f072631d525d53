// Package words makes up nonsense words to take the place of those in a game
// description, and keeps the dictionary that leads back.
package pseudowords
