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

// A Game is rules together with a reasoner; it implements [game.Game].
//
// The roles are the players. The player to move has the legal moves of the rules, and the
// others only have the move [Noop]. The game has perfect information and no chance. The
// keeper is not a role: what it does is part of the move before.
type Game struct {
	rules       *rbg.Game
	engine      string
	memory      budget.Memory
	newReasoner func() Reasoner
	roles       []string
	byName      []int // the roles in the order of their names
	layout      Layout
	texts       texts
	moves       table
	cells       map[string]int // by text, and by the name in low-level rules
}

var (
	_ game.Game         = (*Game)(nil)
	_ game.PerftCounter = (*Game)(nil)
	_ game.StepLimiter  = (*Game)(nil)
)

// New makes a game of rules and of reasoners for them. Each machine gets a reasoner of
// its own. The name of the engine is what [Game.Engine] returns. The memory is for the
// moves of a position, and for all moves that are met.
func New(g *rbg.Game, engine string, memory budget.Memory, newReasoner func() Reasoner) *Game {
	p := &Game{rules: g, engine: engine, memory: memory, newReasoner: newReasoner, texts: newTexts(g)}
	p.layout = NewLayout(len(g.Board.Cells), len(g.Variables), len(g.Pieces))
	p.moves.start(memory, math.MaxInt32/max(len(g.Players), 1))
	for i := range g.Players {
		p.roles = append(p.roles, g.Players[i].Name)
		p.byName = append(p.byName, i)
	}
	slices.SortFunc(p.byName, func(a, b int) int { return cmp.Compare(p.roles[a], p.roles[b]) })
	p.cells = make(map[string]int, 2*len(g.Board.Cells))
	for c := range g.Board.Cells {
		p.cells[g.Board.Cells[c].Name] = c
	}
	for c, text := range p.texts.cells {
		p.cells[text] = c
	}
	return p
}

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

// Random implements [game.Game]: there is no chance role.
func (g *Game) Random() game.Role { return game.NoRole }

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
