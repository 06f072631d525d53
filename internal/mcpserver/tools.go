package mcpserver

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/internal/board"
	"ludex/rules"
)

// addTools adds all tools.
func (s *Server) addTools() {
	add(s, "games", "Lists games of the library, with names, languages and what they are about.", s.listGames)
	add(s, "rules", "Returns the text of the rules of a game of the library.", s.rulesText)
	add(s, "check", "Finds everything that is wrong with rules: every diagnostic has a code, a place and advice.", s.check)
	add(s, "fix", "Makes the changes that diagnostics propose, and returns the changed rules with what is left to do.", s.fix)
	add(s, "explain", "Explains a code of a diagnostic, such as GDL020; without a code it lists all of them.", s.explain)
	add(s, "position", "Shows a position: the facts that hold, the legal moves of every role, whether the play is over and the goals.", s.position)
	add(s, "simulate", "Plays on at random from a position to the end, the same for a seed everywhere.", s.simulate)
	add(s, "analyse", "Has a search look for the best moves of a position without hidden information. Values are goals from 0 to 100.", s.analyse)
	add(s, "why", "Explains by the rules why an atom holds in a position, as (legal white (mark 1 1)), or why not. In a regular boardgame it explains a move.", s.why)
	add(s, "knows", "Answers exactly who knows what in a game with hidden information, by a formula such as knows(jane, ~knows(rick, hasCard(jane,ace))).", s.knows)
	add(s, "draw", "Draws a position as text, and as an SVG picture if asked for.", s.draw)
	add(s, "play", "Begins a play against a player of Ludex. You are told what your role sees, and nothing more.", s.play)
	add(s, "move", "Makes your move in a play, and returns what happens until your next decision, or the end.", s.move)
}

// A gameArg names a game.
type gameArg struct {
	Game  string `json:"game,omitempty" jsonschema:"the name of a game of the library; with rules, a name for messages"`
	Rules string `json:"rules,omitempty" jsonschema:"the text of rules in GDL, GDL-II, rtGDL or Regular Boardgames, instead of a game of the library"`
}

// A positionArg names a position of a game.
type positionArg struct {
	gameArg
	Moves string `json:"moves,omitempty" jsonschema:"the moves that lead to the position, separated by semicolons; a role with one legal move may be left out"`
}

// A place is a position that a client named.
type place struct {
	*opened
	states []game.State
	joints [][]game.Move
}

// An opened game is one with a machine for a call.
type opened struct {
	rules   *rules.Rules
	game    game.Game
	machine game.Machine
	draw    func(context.Context) (*board.Board, error)
}

// find finds a game.
func (s *Server) find(a *gameArg) (*rules.Rules, error) {
	e, err := s.games.Find(a.ref())
	if err != nil {
		return nil, err
	}
	return e.Rules, nil
}

// open opens a turn-based game, on the fastest engine or a named one.
func (s *Server) open(ctx context.Context, a *gameArg, engine string) (*opened, error) {
	e, err := s.games.Find(a.ref())
	if err != nil {
		return nil, err
	}
	played, err := e.Rules.Playable(ctx)
	if err != nil {
		return nil, err
	}
	if played.IsTimed() {
		return nil, fmt.Errorf("%s is a game in real time, which this tool does not play", played.Name())
	}
	var g game.Game
	if engine == "" {
		g, _, err = e.Game(ctx)
	} else {
		g, _, err = played.Open(ctx, rules.Opening{Engine: engine})
	}
	if err != nil {
		return nil, err
	}
	o := &opened{rules: played, game: g, machine: g.NewMachine(), draw: e.Board}
	o.machine.Bind(ctx)
	return o, nil
}

// at opens a game and goes to a position.
func (s *Server) at(ctx context.Context, a *positionArg, engine string) (*place, error) {
	if err := short("moves", a.Moves); err != nil {
		return nil, err
	}
	o, err := s.open(ctx, &a.gameArg, engine)
	if err != nil {
		return nil, err
	}
	p := &place{opened: o}
	first := o.machine.Initial(nil)
	if err := o.machine.Err(); err != nil {
		return nil, err
	}
	if p.states, p.joints, err = o.rules.Replay(o.game, o.machine, first, a.Moves); err != nil {
		return nil, fmt.Errorf("moves: %w", err)
	}
	return p, nil
}

func (p *place) now() game.State { return p.states[len(p.states)-1] }

// show writes a canonical text in the syntax of the rules.
func (o *opened) show(text string) string { return o.rules.Show(text) }

func (o *opened) move(r game.Role, m game.Move) string { return o.show(o.game.MoveText(r, m)) }

// joint writes a joint move, without roles that had no choice if that is known.
func (o *opened) joint(joint []game.Move) []string {
	texts := make([]string, len(joint))
	for r, m := range joint {
		texts[r] = o.move(game.Role(r), m)
	}
	return texts
}
