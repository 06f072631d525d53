package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/source"
)

// A Server has players of ours answer a manager.
type Server struct {
	NewPlayer player.Maker
	// NewTimed makes the player of a game in real time. If it is nil none of
	// those are played.
	NewTimed func(ctx context.Context, r *rules.Rules) (realtime.Player, error)
}

// Serve has players answer a manager, in games that are not in real time; see
// [Server.Serve].
func Serve(ctx context.Context, c Conn, newPlayer player.Maker) error {
	return (&Server{NewPlayer: newPlayer}).Serve(ctx, c)
}

// Serve has players answer a manager at the other end of a connection, one match
// after the other, until the connection or the context ends. What was wrong with
// a message is told to the manager.
func (s *Server) Serve(ctx context.Context, c Conn) error {
	e := &end{Server: s, conn: c}
	defer e.stop()
	for {
		m, err := c.Receive(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = e.handle(ctx, m)
		case !errors.Is(err, ErrNoMessage):
			return err
		}
		if err != nil {
			if err := e.send(ctx, Message{Type: Error, Step: m.Step, Reason: err.Error()}); err != nil {
				return err
			}
		}
	}
}

// An end is the player's end of a connection.
type end struct {
	*Server
	conn    Conn
	sending sync.Mutex // a player in real time sends whenever it wants to
	match   string

	player  player.Player // nil between matches, and in real time
	timed   *timedEnd     // nil but in real time
	rules   *rules.Rules
	game    game.Game
	role    game.Role
	tracker *player.Tracker // nil if something is hidden
	lexicon game.Lexicon    // nil if nothing is
}

// send sends a message about the match.
func (s *end) send(ctx context.Context, m Message) error {
	s.sending.Lock()
	defer s.sending.Unlock()
	m.Match = s.match
	return s.conn.Send(ctx, m)
}

func (s *end) handle(ctx context.Context, m Message) error {
	switch m.Type {
	case Start:
		return s.start(ctx, m)
	case Stop:
		s.stop()
		return nil
	case Notice:
		if s.timed == nil {
			return errNoMatch
		}
		return s.timed.hear(m)
	case Play, Event:
		if s.player == nil {
			return errNoMatch
		}
		if m.Type == Play {
			return s.play(ctx, m)
		}
		return s.observe(ctx, m)
	}
	return nil // of a later version
}

// errNoMatch is reported for messages about no match.
var errNoMatch = errors.New("no match has started")

func (s *end) stop() {
	if s.timed != nil {
		s.timed.stop()
		s.timed = nil
	}
	if s.player != nil {
		s.player.Stop()
		s.player = nil
	}
}

// start opens the game and has a player prepare for it.
func (s *end) start(ctx context.Context, m Message) error {
	s.stop()
	s.match = m.Match
	outer := ctx
	ctx, cancel := within(ctx, m.StartClock)
	defer cancel()
	var err error
	if s.rules, err = rulesOf(m); err != nil {
		return err
	}
	if m.Timed {
		return s.startTimed(outer, ctx, m)
	}
	if s.game, _, err = s.rules.Open(ctx, rules.Opening{}); err != nil {
		return err
	}
	if s.role, err = roleOf(s.game, m.Role); err != nil {
		return err
	}
	setup := player.Setup{
		Game: s.game, Role: s.role, Nodes: m.Nodes, Seed: m.Seed,
		StartClock: time.Duration(m.StartClock) * time.Millisecond, PlayClock: time.Duration(m.PlayClock) * time.Millisecond,
	}
	if len(m.State) > 0 {
		if setup.From, err = s.game.ParseState(m.State); err != nil {
			return err
		}
	}
	if err := s.follow(setup); err != nil {
		return err
	}
	p := s.NewPlayer()
	if err := p.Start(ctx, setup); err != nil {
		p.Stop()
		return err
	}
	s.player = p
	return s.send(ctx, Message{Type: Ready})
}

// rulesOf reads the rules of a match.
func rulesOf(m Message) (*rules.Rules, error) {
	var opt rules.Options
	name := m.Game + ".kif"
	switch m.Language {
	case string(rules.RBG):
		name = m.Game + ".rbg"
	case gdl.GDLII.String(): // it hides information even if the rules do not say so
		opt.Dialect = gdl.GDLII
	}
	r := rules.Read(source.NewFile(name, []byte(m.Rules)), opt)
	return r, r.Problems.Err()
}

// follow makes ready for what a player will be told.
func (s *end) follow(setup player.Setup) error {
	s.tracker, s.lexicon = nil, nil
	if !s.game.Hidden() {
		s.tracker = player.NewTracker(setup)
		return nil
	}
	var ok bool
	if s.lexicon, ok = s.game.(game.Lexicon); !ok {
		return fmt.Errorf("%s hides information and has no lexicon", s.game.Name())
	}
	return nil
}

// within ends a context a little before a clock does, so that the answer is there
// in time.
func within(ctx context.Context, milliseconds int64) (context.Context, context.CancelFunc) {
	if milliseconds <= 0 {
		return context.WithCancel(ctx)
	}
	clock := time.Duration(milliseconds) * time.Millisecond
	return context.WithTimeout(ctx, clock-player.Reserve(clock))
}

func roleOf(g game.Game, name string) (game.Role, error) {
	for r, n := range g.Roles() {
		if n == name {
			return game.Role(r), nil
		}
	}
	return 0, fmt.Errorf("there is no role %q", name)
}

// play answers with a move.
func (s *end) play(ctx context.Context, m Message) error {
	if len(m.Legal) == 0 {
		return errors.New("no move is legal")
	}
	legal := make([]game.Move, len(m.Legal))
	texts := make(map[game.Move]string, len(m.Legal))
	for i, text := range m.Legal {
		var err error
		if legal[i], err = s.move(s.role, text); err != nil {
			return err
		}
		texts[legal[i]] = text
	}
	thinking, cancel := within(ctx, m.PlayClock)
	defer cancel()
	move, err := s.player.Choose(thinking, legal)
	if err != nil {
		return err
	}
	return s.send(ctx, Message{Type: Move, Step: m.Step, Move: texts[move]})
}

// observe tells the player what happened.
func (s *end) observe(ctx context.Context, m Message) error {
	var e player.Event
	var err error
	if e.Own, err = s.move(s.role, m.Own); err != nil {
		return err
	}
	if s.tracker != nil {
		if e.Joint, err = s.joint(m.Joint); err != nil {
			return err
		}
		if err := s.tracker.Observe(e); err != nil {
			return err
		}
	}
	percepts := slices.Clone(m.Percepts)
	slices.Sort(percepts) // in other words they have another order
	for _, text := range percepts {
		seen, ok := s.lexicon.FindPercept(text)
		if !ok {
			return fmt.Errorf("%s is no percept", text)
		}
		e.Percepts = append(e.Percepts, seen)
	}
	return s.player.Observe(ctx, e)
}

// joint returns the joint move that texts mean.
func (s *end) joint(texts []string) (joint []game.Move, err error) {
	if len(texts) != len(s.game.Roles()) {
		return nil, fmt.Errorf("%d moves for %d roles", len(texts), len(s.game.Roles()))
	}
	joint = make([]game.Move, len(texts))
	for r, text := range texts {
		if joint[r], err = s.move(game.Role(r), text); err != nil {
			return nil, err
		}
	}
	return joint, nil
}

// move returns the move that a text means. Where nothing is hidden it has to be
// legal.
func (s *end) move(r game.Role, text string) (game.Move, error) {
	if s.tracker != nil {
		legal := s.tracker.Machine.Legal(s.tracker.State, r, nil)
		return rules.Plain(s.rules).FindMove(s.game, r, legal, text)
	}
	move, ok := s.lexicon.FindMove(r, text)
	if !ok {
		return 0, &game.IllegalMoveError{Text: text}
	}
	return move, nil
}
