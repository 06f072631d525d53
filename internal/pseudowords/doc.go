// Package pseudowords generates nonsense words that replace the words of a game
// description, and keeps the dictionary for the way back.
package pseudowords
