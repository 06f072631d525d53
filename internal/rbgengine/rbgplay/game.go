// Package rbgplay makes a [ludex/game.Game] of Regular Boardgames rules and
// a [Reasoner] that computes with them. It holds what all reasoners share: the encoding of
// states, the texts of moves and facts, and the player to move.
package rbgplay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/rbg"
)

// A Game combines rules with a reasoner; it implements [game.Game].
//
// The roles are the players. The player to move has the legal moves of the rules, and the
// others only have the move [Noop]. The game has perfect information; a player named
// random moves by chance. The keeper is not a role: what it does is part of the move before.
type Game struct {
	rules       *rbg.Game
	engine      string
	memory      budget.Memory
	newReasoner func() Reasoner
	roles       []string
	random      game.Role
	byName      []int // the roles in the order of their names
	layout      Layout
	features    features
	texts       texts
	moves       *table         // may be shared with other engines
	cells       map[string]int // by text, and by the name in low-level rules
	symmetries  *symmetryProofs
}

var (
	_ game.Game         = (*Game)(nil)
	_ game.PerftCounter = (*Game)(nil)
	_ game.StepLimiter  = (*Game)(nil)
)

// New makes a game from rules and reasoners for them. Each machine gets its own
// reasoner. [Game.Engine] returns the name of the engine. The memory bounds the moves
// of a position and the table of all moves met.
func New(g *rbg.Game, engine string, memory budget.Memory, newReasoner func() Reasoner) *Game {
	p := &Game{rules: g, engine: engine, memory: memory, newReasoner: newReasoner, texts: newTexts(g), moves: new(table), symmetries: new(symmetryProofs)}
	if p.random = game.NoRole; g.Random() != rbg.NoPlayer {
		p.random = game.Role(g.Random())
	}
	p.layout = NewLayout(len(g.Board.Cells), len(g.Variables), len(g.Pieces))
	p.moves.start(memory, math.MaxInt32/max(len(g.Players), 1))
	for i := range g.Players {
		p.roles = append(p.roles, g.Players[i].Name)
		p.byName = append(p.byName, i)
	}
	slices.SortFunc(p.byName, func(a, b int) int { return cmp.Compare(p.roles[a], p.roles[b]) })
	p.features = newFeatures(p)
	p.cells = make(map[string]int, 2*len(g.Board.Cells))
	for c := range g.Board.Cells {
		p.cells[g.Board.Cells[c].Name] = c
	}
	for c, text := range p.texts.cells {
		p.cells[text] = c
	}
	return p
}

// As returns the game with the name of another engine, and a table of moves of its own.
func (g *Game) As(engine string) *Game { return New(g.rules, engine, g.memory, g.newReasoner) }

// ShareMoves gives the moves of g the numbers that they have in base, a game of the
// same rules on another engine. It must be called before g is used.
func (g *Game) ShareMoves(base *Game) { g.moves = base.moves }

// Rules returns the rules. The caller must not change them.
func (g *Game) Rules() *rbg.Game { return g.rules }

// Name implements [game.Game]: it is the name of the file.
func (g *Game) Name() string {
	if g.rules.File == nil {
		return "the description"
	}
	return g.rules.File.Name()
}

// Engine implements [game.Game].
func (g *Game) Engine() string { return g.engine }

// Roles implements [game.Game]: they are the players.
func (g *Game) Roles() []string { return g.roles }

// Random implements [game.Game]: it is the player with that name.
func (g *Game) Random() game.Role { return g.random }

// Hidden implements [game.Game]: everybody sees everything.
func (g *Game) Hidden() bool { return false }

// MaxSteps implements [game.StepLimiter]: board games can be long.
func (g *Game) MaxSteps() int { return 10_000 }

// NewMachine implements [game.Game]. The machine is a [*Machine].
func (g *Game) NewMachine() game.Machine {
	m := &Machine{game: g, reasoner: g.newReasoner(), moves: Moves{Memory: g.memory}, ctx: context.Background()}
	m.states, _ = m.reasoner.(StateReasoner)
	return m
}

// MoveText implements [game.Game].
func (g *Game) MoveText(_ game.Role, m game.Move) string {
	if e := g.moves.at(m); e != nil {
		return e.text
	}
	return "?"
}

// PerceptText implements [game.Game].
func (g *Game) PerceptText(p game.Percept) string {
	r := game.Role(int(p) % len(g.roles))
	return "(moves " + g.roles[r] + " " + g.MoveText(r, game.Move(int(p)/len(g.roles))) + ")"
}

// percept returns the number of the percept that a role makes a move.
func (g *Game) percept(r int, m game.Move) game.Percept {
	return game.Percept(int(m)*len(g.roles) + r)
}

// Goal returns the goal value of a score: its percentage of the bound, rounded.
func Goal(score, bound int32) int {
	return int((200*int64(score) + int64(bound)) / (2 * int64(bound)))
}

var _ game.MoveSplitter = (*Game)(nil)

// Part implements [game.MoveSplitter]: the parts of a move are its actions.
func (g *Game) Part(_ game.Role, m game.Move, i int) (part uint64, ok bool) {
	e := g.moves.at(m)
	if e == nil || i >= len(e.actions) {
		return 0, false
	}
	return e.actions[i].Part(), true
}

// Part returns the action as a part of a move.
func (a Action) Part() uint64 { return uint64(uint32(a.Cell))<<32 | uint64(uint32(a.Index)) }

// Base returns the game itself, for callers that hold an engine's game.
func (g *Game) Base() *Game { return g }
