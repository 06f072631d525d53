// Package knowledgecheck checks games with hidden information by visiting their
// developments: whether players always know their legal moves, the end of the game and
// their results, and whether they can tell all developments apart.
package knowledgecheck
