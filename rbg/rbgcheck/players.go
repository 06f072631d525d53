package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var players = &Check{
	Name:  "players",
	Doc:   "Each player can move and score.",
	Codes: []*source.Code{idlePlayer, constantScore, lowScore, chanceScore},
	Run:   runPlayers,
}

var (
	idlePlayer = &source.Code{ID: "RBG056", Severity: source.Warning,
		Title: "a player who is never to move",
		Doc: `No switch to the player, as in "->white", can ever be passed: the rules have
none, or none that a play gets to.`}
	constantScore = &source.Code{ID: "RBG057", Severity: source.Warning,
		Title: "a score that never changes",
		Doc: `A player's name is a variable, the score. It begins with 0, and no assignment
that a play gets to gives it another value, so every play ends with 0 points for
the player. Results are set like this:

    {? winAt(me)} [$ me=100, opp=0] ->> {}`}
	lowScore = &source.Code{ID: "RBG058", Severity: source.Hint,
		Title: "a score that never reaches its bound",
		Doc: `The bound in the declaration of a player is the best result. Where results are
compared with those of other games they are scaled to it, 100 for the bound. No
assignment gives the player that many points.`}
	chanceScore = &source.Code{ID: "RBG059", Severity: source.Error,
		Title: "a score of chance",
		Doc: `The player named random moves by chance: all its moves are equally likely. It
wants nothing, so it has no score. A player who does want something needs another
name.`}
)

func runPlayers(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	n := len(p.Game.Players)
	moves, mayMove, mayScore := make([]bool, n), make([]bool, n), make([]bool, n)
	for i, e := range f.edges {
		switch {
		case e.expr == nil || e.scope != outside:
		case e.expr.Kind == rbg.Switch && e.expr.Player != rbg.Keeper:
			moves[e.expr.Player] = moves[e.expr.Player] || f.passed[i]
			mayMove[e.expr.Player] = true
		case e.expr.Kind == rbg.Assign && e.expr.Variable < n:
			mayScore[e.expr.Variable] = mayScore[e.expr.Variable] || !f.passed[i]
		}
	}
	for i, player := range p.Game.Players {
		if i == p.Game.Random() {
			p.chanceScores(f, i)
		}
		// The unreachable parts may be those in which the player moves or scores.
		if !moves[i] && !(p.lost && mayMove[i]) {
			p.Report(idlePlayer, player.Origin, "%s is never to move", player.Name)
		}
		switch best := f.values[i].hi; {
		case i == p.Game.Random():
		case p.lost && mayScore[i]:
		case best == 0:
			p.Report(constantScore, player.Origin, "the score of %s never changes", player.Name).
				Advise("set it where the play is won or lost, as in [$ %s=100]", player.Name)
		case best < int64(player.Bound):
			p.Report(lowScore, player.Origin, "%s never gets more than %d of %d points", player.Name, best, player.Bound)
		}
	}
}

// chanceScores reports where chance is given points.
func (p *Pass) chanceScores(f *flow, player int) {
	reported := map[*rbg.Expr]bool{}
	for _, e := range f.edges {
		if e.expr != nil && e.expr.Kind == rbg.Assign && e.expr.Variable == player && !reported[e.expr] {
			reported[e.expr] = true
			p.Report(chanceScore, e.expr.Origin, "%s moves by chance and has no score", rbg.Random)
		}
	}
}
