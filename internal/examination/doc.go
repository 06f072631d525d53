// Package examination tests whether a program, for example a language model, understands
// rules of games.
//
// An [Exam] is a list of questions with exact answers, made from a seed: about games of
// the library whose words are replaced by nonsense words, and about games that are
// generated for the exam, so that no answer can be known from elsewhere. There are four
// kinds of questions:
//
//	legality    which of these moves are legal
//	prediction  which of these facts hold after some moves
//	planning    which move begins a forced win, or how long the shortest solution is
//	knowledge   which of these statements about who knows what are true
//
// Every question lists choices, and asks for one of them or for all that are right, so
// that it is known how often a guess is right. [Run] asks a program, in JSON lines, and
// [Score] counts.
package examination
