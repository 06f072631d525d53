package rbgwellformed

import (
	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
	"ludex/source"
)

// report adds what was found, each place in the rules once.
func (k *keeper) report(list *source.List) {
	seen := map[[2]source.Span]bool{}
	for _, c := range k.choices { // the first position reached for each place
		a, b := c.firstDifference(k.rules)
		if places := [2]source.Span{a.Span, b.Span}; !seen[places] {
			seen[places] = true
			k.reportChoice(list, c, a, b)
		}
	}
	if k.failure != nil {
		reportFailure(list, k.failure, texts(k.rules, k.led))
	}
}

func (k *keeper) reportChoice(list *source.List, c *choice, a, b *rbg.Expr) {
	d := a.Report(list, keeperMatters, "the keeper has a choice here that matters: %s", c.difference)
	if b.Span != a.Span {
		d.Note(b.Span, "it could also go on here")
	}
	d.Advise("it could do %s, or %s", c.text(k.rules, c.first), c.text(k.rules, c.second))
	if len(c.path) == 0 {
		d.Advise("this is so before the first move")
	}
	advise(d, texts(k.rules, c.path))
}

// firstDifference returns the actions in which the two continuations differ first.
func (c *choice) firstDifference(g *rbg.Game) (a, b *rbg.Expr) {
	i := 0
	for i < len(c.first)-1 && i < len(c.second)-1 && c.first[i] == c.second[i] {
		i++
	}
	return g.Modifiers[c.first[i].Index-1], g.Modifiers[c.second[i].Index-1]
}

// text writes what a continuation does.
func (c *choice) text(g *rbg.Game, move []rbgplay.Action) string {
	const most = 8
	text := ""
	for i, a := range move {
		if i == most {
			return text + " …"
		}
		if i > 0 {
			text += " "
		}
		cell := g.Board.CellText(int(a.Cell))
		switch e := g.Modifiers[a.Index-1]; e.Kind {
		case rbg.Off:
			text += cell + " [" + g.Pieces[e.Piece].Name + "]"
		case rbg.Assign:
			text += "[$ " + g.Variables[e.Variable].Name + "]"
		case rbg.Switch:
			text += cell + " ->"
			if e.Player == rbg.Keeper {
				text += ">"
			} else {
				text += g.Players[e.Player].Name
			}
		}
	}
	return text
}

// texts writes the moves of a play as people do.
func texts(g *rbg.Game, path [][]rbgplay.Action) []string {
	list := make([]string, 0, len(path))
	made, err := rbgref.New(g)
	p, ok := made.(*rbgplay.Game)
	if err != nil || !ok {
		return nil
	}
	m := p.NewMachine()
	joint := make([]game.Move, len(g.Players))
	for s := m.Initial(nil); len(list) < len(path); s = m.Next(s, joint, nil) {
		clear(joint)
		move := path[len(list)]
		mover := moverOf(g, p, s)
		if mover == rbg.Keeper {
			return nil
		}
		if joint[mover], err = p.FindActions(m, s, game.Role(mover), move); err != nil {
			return append(list, rbgplay.PairsText(move))
		}
		list = append(list, p.MoveText(game.Role(mover), joint[mover]))
	}
	return list
}

// moverOf returns who is to move in a state.
func moverOf(g *rbg.Game, p *rbgplay.Game, s game.State) int {
	var at rbgplay.Position
	p.Position(s, &at)
	return g.Mover(int(at.Switch))
}
