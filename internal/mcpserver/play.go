package mcpserver

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/roster"
	"ludex/internal/server/gamecache"
	"ludex/player"
)

// ref returns what the cache is asked for.
func (a *gameArg) ref() gamecache.Ref { return gamecache.Ref{Game: a.Game, Text: a.Rules} }

// maxPlayNodes is the limit of nodes that an opponent thinks for.
const maxPlayNodes = 100_000

type playArg struct {
	gameArg
	Role    string `json:"role,omitempty" jsonschema:"the role that you play; the first one if it is not given"`
	Against string `json:"against,omitempty" jsonschema:"the player of the other roles: auto, mcts, random, legal, …; auto if it is not given"`
	Nodes   int    `json:"nodes,omitempty" jsonschema:"how much the other players think, at most 100000; 1000 if it is not given"`
	Seed    uint64 `json:"seed,omitempty" jsonschema:"chooses what is random; a new number if it is not given"`
}

type moveArg struct {
	Play string `json:"play" jsonschema:"the name of the play, from the tool play"`
	Move string `json:"move" jsonschema:"one of the legal moves"`
}

// A playStep is what the client's role learns of a step.
type playStep struct {
	Moves    []string `json:"moves,omitempty"` // of all roles, where nothing is hidden
	Own      string   `json:"own,omitempty"`
	Percepts []string `json:"percepts,omitempty"`
}

// playData is what the client's role sees.
type playData struct {
	Play  string     `json:"play"`
	Role  string     `json:"role"`
	Roles []string   `json:"roles"`
	Steps []playStep `json:"steps"`           // since the last decision
	Facts []string   `json:"facts,omitempty"` // that hold, where nothing is hidden
	Legal []string   `json:"legal,omitempty"` // what the role can do now
	Over  bool       `json:"over"`
	// Goals has the goals of all roles, and of the own one alone where something is
	// hidden.
	Goals map[string]int `json:"goals,omitempty"`
}

// play begins a play.
func (s *Server) play(ctx context.Context, in *playArg) (*reply[playData], error) {
	o, err := s.open(ctx, &in.gameArg, "")
	if err != nil {
		return nil, err
	}
	p, err := newPlay(o, in)
	if err != nil {
		return nil, err
	}
	if err := s.plays.add(p); err != nil {
		return nil, err
	}
	return p.reply(ctx)
}

// move makes a move of the client.
func (s *Server) move(ctx context.Context, in *moveArg) (*reply[playData], error) {
	p, err := s.plays.find(in.Play)
	if err != nil {
		return nil, err
	}
	if err := short("move", in.Move); err != nil {
		return nil, err
	}
	if err := p.choose(in.Move); err != nil {
		return nil, err
	}
	return p.reply(ctx)
}

// A livePlay is a play of a client. A goroutine runs it and waits for the client's moves.
type livePlay struct {
	*opened
	id     string
	role   game.Role
	cancel context.CancelFunc
	client *client
	done   chan struct{} // closed when the play has ended
	res    player.Result // once it is
	err    error

	mu      sync.Mutex // of the calls of a client
	pending []game.Move
	used    time.Time // guarded by the mutex of plays
}

// newPlay begins a play.
func newPlay(o *opened, in *playArg) (*livePlay, error) {
	g := o.game
	p := &livePlay{opened: o, id: rand.Text(), done: make(chan struct{}), client: newClient()}
	if in.Nodes < 0 || in.Nodes > maxPlayNodes {
		return nil, fmt.Errorf("nodes: from 1 to %d", maxPlayNodes)
	}
	maker, err := roster.All().Maker(cmp.Or(in.Against, "auto"))
	if err != nil {
		return nil, fmt.Errorf("against: %w", err)
	}
	if p.role, err = playable(g, in.Role); err != nil {
		return nil, err
	}
	seed := in.Seed
	if seed == 0 {
		seed = randomSeed()
	}
	m := player.Match{Game: g, Players: make([]player.Player, len(g.Roles())), Nodes: cmp.Or(in.Nodes, 1000), Seed: seed}
	for r := range m.Players {
		switch game.Role(r) {
		case g.Random():
		case p.role:
			m.Players[r] = p.client
		default:
			m.Players[r] = maker()
		}
	}
	var ctx context.Context
	ctx, p.cancel = context.WithTimeout(context.Background(), playTime)
	o.machine.Bind(ctx)
	go func() {
		defer close(p.done)
		p.res, p.err = player.Play(ctx, m)
	}()
	return p, nil
}

// playTime is how long a play may last.
const playTime = 24 * time.Hour

// randomSeed returns a seed that nobody can guess: with it, chance could be foreseen.
func randomSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	n := uint64(0)
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}

// playable returns the role that a client plays.
func playable(g game.Game, name string) (game.Role, error) {
	var names []string
	for r, n := range g.Roles() {
		if game.Role(r) != g.Random() {
			if n == name || name == "" {
				return game.Role(r), nil
			}
			names = append(names, n)
		}
	}
	return 0, fmt.Errorf("there is no role %.40q to play: the roles are %s", name, strings.Join(names, ", "))
}

// choose hands the client's move to the play.
func (p *livePlay) choose(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.done:
		return errors.New("the play is over")
	default:
	}
	if p.pending == nil {
		return errors.New("it is not your turn; the other players are still thinking")
	}
	want := strings.TrimSpace(text)
	i := slices.IndexFunc(p.pending, func(m game.Move) bool {
		canonical := p.game.MoveText(p.role, m)
		return want == canonical || want == p.show(canonical)
	})
	if i < 0 {
		return fmt.Errorf("%.100q is not legal: legal are %s", text, strings.Join(p.texts(p.pending), " "))
	}
	move := p.pending[i]
	p.pending = nil
	p.client.answers <- move
	return nil
}

func (p *livePlay) texts(moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.move(p.role, m)
	}
	return texts
}

// reply waits for the client's next decision, or the end, and tells what happened.
func (p *livePlay) reply(ctx context.Context) (*reply[playData], error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		select {
		case p.pending = <-p.client.questions:
		case <-p.done:
			if p.err != nil {
				return nil, p.err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	data := playData{Play: p.id, Role: p.game.Roles()[p.role], Roles: p.game.Roles(), Steps: []playStep{}}
	events, state := p.client.take()
	for _, e := range events {
		data.Steps = append(data.Steps, p.step(e))
	}
	data.Legal = p.texts(p.pending)
	data.Over = p.pending == nil
	board, err := p.see(ctx, &data, state)
	if err != nil {
		return nil, err
	}
	return &reply[playData]{text: data.text(board), data: data}, nil
}

// see adds what the role may see of the state, and at the end of the result.
func (p *livePlay) see(ctx context.Context, data *playData, state game.State) (board string, err error) {
	if data.Over && p.res.Over {
		data.Goals = map[string]int{}
		for r, name := range p.game.Roles() {
			if game.Role(r) != p.game.Random() && (!p.game.Hidden() || game.Role(r) == p.role) {
				data.Goals[name] = p.res.Goals[r]
			}
		}
	}
	if p.game.Hidden() {
		return "", nil
	}
	for _, f := range p.game.Facts(state) {
		data.Facts = append(data.Facts, p.show(f))
	}
	pos, err := p.pictured([]game.State{state}, nil)
	if err != nil {
		return "", err
	}
	return p.drawn(ctx, pos)
}

// step returns what the role learns of an event.
func (p *livePlay) step(e player.Event) playStep {
	if e.Joint != nil && !p.game.Hidden() {
		return playStep{Moves: p.joint(e.Joint)}
	}
	s := playStep{Own: p.move(p.role, e.Own)}
	for _, seen := range e.Percepts {
		s.Percepts = append(s.Percepts, p.show(p.game.PerceptText(seen)))
	}
	return s
}

// text writes what the role sees, for a model.
func (d *playData) text(board string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "play %s, you are %s\n", d.Play, d.Role)
	for _, s := range d.Steps {
		if s.Moves != nil {
			fmt.Fprintf(&b, "moves: %s\n", strings.Join(s.Moves, " "))
			continue
		}
		seen := "nothing"
		if len(s.Percepts) > 0 {
			seen = strings.Join(s.Percepts, " ")
		}
		fmt.Fprintf(&b, "you did %s and see %s\n", s.Own, seen)
	}
	b.WriteString(board)
	if d.Over {
		b.WriteString("the play is over\n")
		for _, r := range d.Roles {
			if goal, ok := d.Goals[r]; ok {
				fmt.Fprintf(&b, "goal of %s: %d\n", r, goal)
			}
		}
		return b.String()
	}
	fmt.Fprintf(&b, "your legal moves: %s\n", strings.Join(d.Legal, " "))
	return b.String()
}

// A client is the player that a client of the server is. Its questions wait for the
// client's next call.
type client struct {
	questions chan []game.Move
	answers   chan game.Move

	mu      sync.Mutex
	events  []player.Event // that the client was not told yet
	tracker *player.Tracker
	hidden  bool
}

var _ player.Player = (*client)(nil)

func newClient() *client {
	return &client{questions: make(chan []game.Move, 1), answers: make(chan game.Move, 1)}
}

// Start implements [player.Player].
func (c *client) Start(_ context.Context, s player.Setup) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hidden = s.Game.Hidden(); !c.hidden {
		c.tracker = player.NewTracker(s)
	}
	return nil
}

// Choose implements [player.Player].
func (c *client) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	c.questions <- slices.Clone(legal)
	select {
	case m := <-c.answers:
		return m, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Observe implements [player.Player].
func (c *client) Observe(_ context.Context, e player.Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events = append(c.events, e)
	if c.tracker != nil {
		return c.tracker.Observe(e)
	}
	return nil
}

// Stop implements [player.Player].
func (c *client) Stop() {}

// take returns what happened since the last call, and the state where nothing is hidden.
func (c *client) take() ([]player.Event, game.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	events := c.events
	c.events = nil
	if c.tracker == nil {
		return events, nil
	}
	return events, slices.Clone(c.tracker.State)
}

// plays are the plays of all clients. The one that was not used for longest makes room
// for another.
type plays struct {
	most   int
	mu     sync.Mutex
	all    map[string]*livePlay
	closed bool
}

func newPlays(most int) *plays { return &plays{most: most, all: map[string]*livePlay{}} }

func (l *plays) add(p *livePlay) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		p.cancel()
		return errors.New("the server has stopped")
	}
	for len(l.all) >= l.most {
		l.evict()
	}
	p.used = time.Now()
	l.all[p.id] = p
	return nil
}

// evict ends the play that was not used for longest.
func (l *plays) evict() {
	var oldest *livePlay
	for _, p := range l.all {
		if oldest == nil || p.used.Before(oldest.used) {
			oldest = p
		}
	}
	oldest.cancel()
	delete(l.all, oldest.id)
}

func (l *plays) find(id string) (*livePlay, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.all[id]
	if p == nil {
		return nil, fmt.Errorf("there is no play %.40q; the last %d are kept", id, l.most)
	}
	p.used = time.Now()
	return p, nil
}

func (l *plays) close() {
	l.mu.Lock()
	all := l.all
	l.all, l.closed = map[string]*livePlay{}, true
	l.mu.Unlock()
	for _, p := range all {
		p.cancel()
		<-p.done
	}
}
