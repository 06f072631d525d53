package realtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/timed"
)

// turnsPlayer lets a player of turn-based games play the translation of one. It asks for
// one move per turn and makes it before the turn is over: in virtual time at once,
// since thinking takes no game time, and live as soon as the player has chosen;
// the player's context ends shortly before the turn.
type turnsPlayer struct {
	translation *timed.Translation
	original    game.Game
	player      player.Player

	ctx     context.Context
	cancel  context.CancelFunc
	setup   Setup
	machine game.Machine
	rand    *game.Rand
	state   game.State // of the original game in this turn

	end   timed.Time // of the turn
	began bool       // a turn has begun
	own   game.Move  // the player's move of the turn
	made  []timed.Move
	early []timed.Move // of random, for the turn that begins
	sees  []string

	plan timed.Plan
	ok   bool
	live liveTurns

	mu     sync.Mutex // guards faults
	faults int
}

// newTurnsPlayer returns a player for a translated game that leaves its decisions to a
// player of the original.
func newTurnsPlayer(t *timed.Translation, original game.Game, p player.Player) *turnsPlayer {
	return &turnsPlayer{translation: t, original: original, player: p}
}

// PlaysTurns reports whether a player leaves its decisions to a player of turn-based
// games, which needs to know the state.
func PlaysTurns(p Player) bool {
	_, ok := p.(*turnsPlayer)
	return ok
}

// Start implements [Player].
func (t *turnsPlayer) Start(ctx context.Context, s Setup) error {
	*t = turnsPlayer{translation: t.translation, original: t.original, player: t.player, setup: s, end: -1,
		machine: t.original.NewMachine(), rand: game.NewRand(s.Seed)}
	if !slices.Equal(s.Game.Roles(), t.original.Roles()) {
		return fmt.Errorf("the roles are %v in turns and %v in real time", t.original.Roles(), s.Game.Roles())
	}
	t.ctx, t.cancel = context.WithCancel(ctx)
	start, stop := limited(t.ctx, s.StartClock-player.Reserve(s.StartClock))
	defer stop()
	return t.player.Start(start, t.playerSetup(nil))
}

// playerSetup returns the setup of the player for a match, or for a restart in a
// later state.
func (t *turnsPlayer) playerSetup(from game.State) player.Setup {
	s := player.Setup{Game: t.original, Role: t.setup.Role, From: from, StartClock: t.setup.StartClock,
		PlayClock: t.setup.Clock, Nodes: t.setup.Nodes, Seed: t.setup.Seed}
	if t.setup.Live != nil {
		s.PlayClock = t.turnLength()
	}
	return s
}

// turnLength returns the real time of a turn.
func (t *turnsPlayer) turnLength() time.Duration {
	return t.translation.End(t.setup.Game.Initial()).Duration(t.setup.Live.Unit)
}

// Stop implements [Player].
func (t *turnsPlayer) Stop() {
	if t.cancel == nil {
		return
	}
	t.cancel()
	t.live.wait()
	t.player.Stop()
	t.cancel = nil
}

// Faults implements [Faulter].
func (t *turnsPlayer) Faults() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.faults
}

func (t *turnsPlayer) fault() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.faults++
}

// Note implements [player.Noter].
func (t *turnsPlayer) Note() string { return player.NoteOf(t.player) }

// Hear collects notices about the turn.
func (t *turnsPlayer) Hear(n timed.Notice) {
	t.live.receive(n)
	switch {
	case n.Kind == timed.Chance && (n.Time == t.end || !t.began):
		t.early = append(t.early, n.Moves...)
	case n.Kind == timed.Joint && n.Time == t.end:
		t.sees = n.Percepts // moves of this instant have no effect
	case n.Kind == timed.Joint || n.Kind == timed.Chance:
		t.made = append(t.made, n.Moves...)
	}
}

// Next asks the player if a turn has begun.
func (t *turnsPlayer) Next(v *timed.View) (timed.Plan, bool) {
	if end := t.translation.End(v.State); end != t.end && end != timed.Forever {
		t.begin(v, end)
	}
	if v.Moved || v.Refused {
		t.ok = false
	}
	return t.plan, t.ok
}

// begin tells the player about the last turn and asks for a move in this one.
func (t *turnsPlayer) begin(v *timed.View, end timed.Time) {
	last := t.lastTurn()
	t.end, t.began, t.ok = end, true, false
	t.made, t.early, t.sees = t.early, nil, nil
	state, err := t.original.ParseState(t.translation.Facts(v.State))
	if err != nil {
		t.fault()
		return
	}
	turn := t.turn(last, state)
	t.state = state
	if turn.legal = t.machine.Legal(state, t.setup.Role, nil); len(turn.legal) == 0 {
		return
	}
	turn.end = end
	turn.draw = turn.legal[t.rand.Choose(len(turn.legal))]
	if t.setup.Live != nil {
		t.live.begin(t, turn)
		return
	}
	t.own = t.decide(turn, t.setup.Clock-player.Reserve(t.setup.Clock))
	t.plan, t.ok = timed.Plan{At: v.Open, Move: t.text(t.own)}, true
}

// text returns the text of a move in the timed game.
func (t *turnsPlayer) text(m game.Move) string { return t.original.MoveText(t.setup.Role, m) }

// A lastTurn holds what was seen of the last turn.
type lastTurn struct {
	is    bool // there was one
	own   game.Move
	moves []timed.Move
	sees  []string
}

func (t *turnsPlayer) lastTurn() lastTurn {
	return lastTurn{is: t.began, own: t.ownMove(), moves: t.made, sees: t.sees}
}

// ownMove returns the move that was made for the role in this turn. It differs
// from the player's choice if that came too late.
func (t *turnsPlayer) ownMove() game.Move {
	own := t.own
	if t.setup.Live != nil {
		own = t.live.chosen()
	}
	for _, m := range t.made {
		if m.Role != t.setup.Role {
			continue
		}
		if move, err := game.FindMove(t.original, t.machine, t.state, m.Role, m.Text); err == nil {
			own = move
		}
	}
	return own
}

// A turn is the task of the player in one turn.
type turn struct {
	event  *player.Event // of the last turn, unless it is the first one
	resume game.State    // where to resume if the last turn was not a step of the original game
	legal  []game.Move
	draw   game.Move // one of them, in case the player fails
	end    timed.Time
}

// turn returns what the player is told about the last turn: an event, or, if a role
// did not move, which is impossible in the original game, the state in which to
// resume.
func (t *turnsPlayer) turn(last lastTurn, now game.State) turn {
	if !last.is {
		return turn{}
	}
	if t.original.Hidden() {
		percepts, err := t.percepts(last.sees)
		if err != nil {
			t.fault()
		}
		return turn{event: &player.Event{Own: last.own, Percepts: percepts}}
	}
	joint, err := t.joint(last.moves)
	if err == nil && slices.Equal(t.machine.Next(t.state, joint, nil), now) {
		return turn{event: &player.Event{Own: joint[t.setup.Role], Joint: joint}}
	}
	return turn{resume: now}
}

var errPassed = errors.New("a role let the turn pass")

// joint returns the joint move that consists of the moves of a turn.
func (t *turnsPlayer) joint(moves []timed.Move) ([]game.Move, error) {
	joint := make([]game.Move, len(t.original.Roles()))
	seen := make([]bool, len(joint))
	for _, m := range moves {
		move, err := game.FindMove(t.original, t.machine, t.state, m.Role, m.Text)
		if err != nil {
			return nil, err
		}
		joint[m.Role], seen[m.Role] = move, true
	}
	if slices.Contains(seen, false) {
		return nil, errPassed
	}
	return joint, nil
}

// decide lets the player choose a move within a time limit. Without a choice it is
// not asked.
func (t *turnsPlayer) decide(turn turn, limit time.Duration) game.Move {
	ctx, stop := limited(t.ctx, limit)
	defer stop()
	if err := t.tell(ctx, turn); err != nil {
		t.fault()
		return turn.draw
	}
	if len(turn.legal) == 1 {
		return turn.legal[0]
	}
	move, err := t.player.Choose(ctx, turn.legal)
	if err != nil || !slices.Contains(turn.legal, move) {
		t.fault()
		return turn.draw
	}
	return move
}

// tell lets the player know what happened.
func (t *turnsPlayer) tell(ctx context.Context, turn turn) error {
	switch {
	case turn.resume != nil:
		t.player.Stop()
		return t.player.Start(ctx, t.playerSetup(turn.resume))
	case turn.event != nil:
		return t.player.Observe(ctx, *turn.event)
	}
	return nil
}

// errNoLexicon is reported for an original game whose percepts cannot be found by
// text.
var errNoLexicon = errors.New("the engine of the original game does not know percepts by their texts")

// percepts returns the percepts of the original game for what the role saw at the
// end of a turn.
func (t *turnsPlayer) percepts(texts []string) ([]game.Percept, error) {
	lexicon := game.CapabilitiesOf(t.original).Vocabulary
	if lexicon == nil {
		return nil, errNoLexicon
	}
	var out []game.Percept
	for _, text := range texts {
		p, ok := lexicon.FindPercept(text)
		if !ok {
			return out, fmt.Errorf("the original game has no percept %s", text)
		}
		out = append(out, p)
	}
	return out, nil
}
