package ggp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/knowledge"
	"ludex/player"
	"ludex/rules"
)

// patience is how much longer than its clocks a manager may be silent before
// another one can have the player.
const patience = 30 * time.Second

// A session is one match of a server. Messages are answered one after the other.
type session struct {
	match     string
	newPlayer player.Maker

	heard sync.Mutex
	until time.Time // when the match is given up if nothing more is heard

	mu     sync.Mutex
	player player.Player // nil before the start and after the end
	rules  *rules.Rules
	game   game.Game
	role   game.Role
	clock  time.Duration
	made   game.Move // what the player answered last

	open   *player.Tracker // of a game that hides nothing
	closed *knowledge.Tracker
}

// touch notes that the manager was heard, and has to be heard again after a clock.
func (t *session) touch(now time.Time, clock int) {
	t.heard.Lock()
	defer t.heard.Unlock()
	t.until = now.Add(time.Duration(clock)*time.Second + patience)
}

// forgotten reports whether the manager has been silent for too long.
func (t *session) forgotten(now time.Time) bool {
	t.heard.Lock()
	defer t.heard.Unlock()
	return now.After(t.until)
}

// deadline ends a context a little before a clock that began to run at a time.
func deadline(ctx context.Context, began time.Time, clock time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, began.Add(clock-player.Reserve(clock)))
}

// start opens the game and has the player prepare for it.
func (t *session) start(ctx context.Context, m Message, received time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	startClock := time.Duration(m.StartClock) * time.Second
	t.clock = time.Duration(m.PlayClock) * time.Second
	ctx, cancel := deadline(ctx, received, startClock)
	defer cancel()
	var err error
	if t.rules, err = rules.Parse("match.kif", m.Rules); err != nil {
		return err
	}
	// Half of the clock is for preparing an engine, as the player needs time too.
	if t.game, _, err = t.rules.Open(ctx, rules.Opening{Time: max(startClock/2, time.Second)}); err != nil {
		return err
	}
	if err := t.sit(m.Role); err != nil {
		return err
	}
	setup := player.Setup{Game: t.game, Role: t.role, StartClock: startClock, PlayClock: t.clock, Seed: uint64(received.UnixNano())}
	if t.game.Hidden() {
		if t.closed, err = knowledge.NewTracker(t.game, t.role, knowledge.TrackerOptions{Common: -1, Seed: setup.Seed}); err != nil {
			return err
		}
	} else {
		t.open = player.NewTracker(setup)
	}
	p := t.newPlayer()
	if err := p.Start(ctx, setup); err != nil {
		p.Stop()
		return err
	}
	t.player = p
	t.touch(time.Now(), m.PlayClock)
	return nil
}

// sit finds the role. Some managers write everything in capitals.
func (t *session) sit(name string) error {
	for r, n := range t.game.Roles() {
		if strings.EqualFold(n, name) {
			t.role = game.Role(r)
			return nil
		}
	}
	return fmt.Errorf("there is no role %s", name)
}

// play takes note of what happened and returns the player's move.
func (t *session) play(ctx context.Context, m Message, received time.Time) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.player == nil {
		return "", errors.New("the match is over")
	}
	defer func() { t.touch(time.Now(), int(t.clock/time.Second)) }()
	ctx, cancel := deadline(ctx, received, t.clock)
	defer cancel()
	if !m.First {
		if err := t.observe(ctx, m); err != nil {
			return "", err
		}
	}
	legal := t.legal()
	if len(legal) == 0 {
		return "", game.ErrStuck
	}
	move, err := t.player.Choose(ctx, legal)
	if err != nil {
		return "", err
	}
	t.made = move
	return t.game.MoveText(t.role, move), nil
}

// legal returns the legal moves of the role, so far as it knows.
func (t *session) legal() []game.Move {
	if t.open != nil {
		return t.open.Machine.Legal(t.open.State, t.role, nil)
	}
	return t.game.NewMachine().Legal(t.closed.State(0), t.role, nil)
}

// observe tells the player what happened.
func (t *session) observe(ctx context.Context, m Message) error {
	e, err := t.event(m)
	if err != nil {
		return err
	}
	if t.open != nil {
		err = t.open.Observe(e)
	} else {
		err = t.closed.Step(ctx, knowledge.Sight{Own: e.Own, Percepts: e.Percepts})
	}
	return errors.Join(err, t.player.Observe(ctx, e))
}

// event reads what happened.
func (t *session) event(m Message) (player.Event, error) {
	e := player.Event{Own: t.made}
	plain := rules.Plain(t.rules)
	if t.open == nil {
		return t.seen(e, m)
	}
	if len(m.Seen) != len(t.game.Roles()) {
		return e, fmt.Errorf("%d moves for %d roles", len(m.Seen), len(t.game.Roles()))
	}
	for r, text := range m.Seen {
		legal := t.open.Machine.Legal(t.open.State, game.Role(r), nil)
		move, err := plain.FindMove(t.game, game.Role(r), legal, text)
		if err != nil {
			return e, err
		}
		e.Joint = append(e.Joint, move)
	}
	e.Own = e.Joint[t.role]
	return e, nil
}

// seen reads what a role perceives. The older form does not tell it its own move.
func (t *session) seen(e player.Event, m Message) (player.Event, error) {
	lexicon, ok := t.game.(game.Lexicon)
	if !ok {
		return e, fmt.Errorf("%s has no lexicon", t.game.Name())
	}
	var err error
	if m.Numbered {
		if e.Own, err = rules.Plain(t.rules).FindMove(t.game, t.role, t.legal(), m.Own); err != nil {
			return e, err
		}
	}
	for _, text := range sorted(m.Seen) {
		p, ok := lexicon.FindPercept(text)
		if !ok {
			return e, fmt.Errorf("%s is no percept", text)
		}
		e.Percepts = append(e.Percepts, p)
	}
	return e, nil
}

// stop ends the match.
func (t *session) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.player != nil {
		t.player.Stop()
		t.player = nil
	}
}
