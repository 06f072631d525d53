package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rules"
)

// Serve has players answer a manager at the other end of a connection, one match
// after the other, until the connection or the context ends. What was wrong with
// a message is told to the manager.
func Serve(ctx context.Context, c Conn, newPlayer player.Maker) error {
	s := &server{conn: c, newPlayer: newPlayer}
	defer s.stop()
	for {
		m, err := c.Receive(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = s.handle(ctx, m)
		case !errors.Is(err, ErrNoMessage):
			return err
		}
		if err != nil {
			if err := c.Send(ctx, Message{Type: Error, Step: m.Step, Reason: err.Error()}); err != nil {
				return err
			}
		}
	}
}

// A server is the player's end of a connection.
type server struct {
	conn      Conn
	newPlayer player.Maker
	player    player.Player // nil between matches

	rules   *rules.Rules
	game    game.Game
	role    game.Role
	tracker *player.Tracker // nil if something is hidden
	lexicon game.Lexicon    // nil if nothing is
}

func (s *server) handle(ctx context.Context, m Message) error {
	switch m.Type {
	case Start:
		return s.start(ctx, m)
	case Stop:
		s.stop()
		return nil
	case Play, Event:
		if s.player == nil {
			return errors.New("no match has started")
		}
		if m.Type == Play {
			return s.play(ctx, m)
		}
		return s.observe(ctx, m)
	}
	return nil // of a later version
}

func (s *server) stop() {
	if s.player != nil {
		s.player.Stop()
		s.player = nil
	}
}

// start opens the game and has a player prepare for it.
func (s *server) start(ctx context.Context, m Message) error {
	s.stop()
	ctx, cancel := within(ctx, m.StartClock)
	defer cancel()
	name := m.Game
	if m.Language == string(rules.RBG) {
		name += ".rbg"
	} else {
		name += ".kif"
	}
	var err error
	if s.rules, err = rules.Parse(name, m.Rules); err != nil {
		return err
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
	p := s.newPlayer()
	if err := p.Start(ctx, setup); err != nil {
		p.Stop()
		return err
	}
	s.player = p
	return s.conn.Send(ctx, Message{Type: Ready})
}

// follow makes ready for what a player will be told.
func (s *server) follow(setup player.Setup) error {
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
func (s *server) play(ctx context.Context, m Message) error {
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
	return s.conn.Send(ctx, Message{Type: Move, Step: m.Step, Move: texts[move]})
}

// observe tells the player what happened.
func (s *server) observe(ctx context.Context, m Message) error {
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
func (s *server) joint(texts []string) (joint []game.Move, err error) {
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
func (s *server) move(r game.Role, text string) (game.Move, error) {
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
