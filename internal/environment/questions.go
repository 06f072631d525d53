package environment

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/internal/whylegal"
	"ludex/knowledge"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// A question is a request in JSON. Which fields matter depends on Op.
type question struct {
	Op     string      `json:"op"`
	Game   int         `json:"game"`
	ID     int         `json:"id"`
	Name   string      `json:"name"`
	Text   *string     `json:"text"`
	Fixed  bool        `json:"fixed"`
	State  string      `json:"state"`  // the words in hexadecimal digits
	Before string      `json:"before"` // the state before the last step
	Joint  []int32     `json:"joint"`  // the last joint move
	Joints [][]int32   `json:"joints"` // all of them
	Facts  []string    `json:"facts"`
	Role   int         `json:"role"`
	Query  string      `json:"query"`
	Count  int         `json:"count"`
	Seed   uint64      `json:"seed"`
	Steps  int         `json:"steps"`
	Limit  int         `json:"limit"`
	Player string      `json:"player"`
	Nodes  int         `json:"nodes"`
	Clock  float64     `json:"clock"`
	Batch  int         `json:"batch"`
	Valued bool        `json:"valued"` // the client evaluates states
	Path   string      `json:"path"`
	Time   *timedView  `json:"time"`
	After  string      `json:"after"`
	Moves  [][2]string `json:"moves"`
}

// ask answers a question in JSON, unless the client ends meanwhile.
func (s *Server) ask(ctx context.Context, body []byte) (any, error) {
	var q question
	d := json.NewDecoder(bytes.NewReader(body))
	if err := d.Decode(&q); err != nil {
		return nil, err
	}
	if q.Valued {
		return s.about(ctx, &q) // the client is asked back, and its end is noticed then
	}
	watched, stop := s.watchClient(ctx)
	value, err := s.about(watched, &q)
	if stop(); context.Cause(watched) == errGone {
		return nil, errGone
	}
	return value, err
}

// about answers a question.
func (s *Server) about(ctx context.Context, q *question) (any, error) {
	switch q.Op {
	case "load":
		return s.load(ctx, q)
	case "library":
		return names(), nil
	case "check":
		return s.check(ctx, q)
	case "mailbox":
		return s.newMailbox(q)
	case "vector":
		return s.newVector(q)
	case "rollouts":
		return s.rollouts(ctx, q)
	case "reset":
		return s.resetVector(q)
	case "close":
		s.release(q.ID)
		return nil, nil
	case "choose":
		return s.choose(ctx, q)
	case "timed", "timedplay":
		return s.askTimed(ctx, q)
	}
	g := s.games[q.Game]
	if g == nil {
		return nil, errors.New("there is no such game")
	}
	return g.ask(ctx, s, q)
}

// ask answers a question about a game.
func (g *served) ask(ctx context.Context, s *Server, q *question) (any, error) {
	switch q.Op {
	case "move":
		return g.MoveText(game.Role(q.Role), game.Move(q.ID)), nil
	case "percept":
		return g.PerceptText(game.Percept(q.ID)), nil
	case "parse":
		state, err := g.ParseState(q.Facts)
		return hexWords(state), err
	case "planes":
		return g.planes(ctx)
	case "device":
		return g.OnDevice(q.Steps)
	case "playouts":
		return g.playouts(ctx, q)
	case "player":
		return s.newPlayer(g, q)
	case "information":
		return g.information(ctx, q)
	}
	state, err := parseWords(q.State)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case "facts":
		return g.Facts(state), nil
	case "observe":
		words, err := g.numberer.Observe(state)
		return hexWords(words), err
	case "svg", "draw":
		return g.draw(ctx, q, state)
	case "why":
		return g.why(ctx, q, state)
	case "search":
		return s.search(ctx, g, q, state)
	}
	return nil, fmt.Errorf("unknown question %q", q.Op)
}

// names returns the names of the games of the library.
func names() []string {
	list := []string{}
	for _, g := range library.Games() {
		list = append(list, g.Name)
	}
	return list
}

// hexWords writes the words of a state.
func hexWords(words []uint64) string {
	b := make([]byte, 8*len(words))
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
	return hex.EncodeToString(b)
}

// parseWords is the inverse of hexWords.
func parseWords(text string) (game.State, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b)%8 != 0 {
		return nil, fmt.Errorf("%.20q is not a state", text)
	}
	s := make(game.State, len(b)/8)
	for i := range s {
		s[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return s, nil
}

// read reads the rules that a question names, or contains.
func read(q *question) (*rules.Rules, error) {
	if q.Text != nil {
		return rules.Read(source.NewFile(q.Name, []byte(*q.Text)), rules.Options{}), nil
	}
	f, err := library.Open(q.Name, strings.NewReader(""))
	if err != nil {
		return nil, err
	}
	return rules.Read(f, rules.Options{}), nil
}

// loaded describes a game.
type loaded struct {
	ID        int        `json:"id"`
	Name      string     `json:"name"`
	Text      string     `json:"text"`
	Language  string     `json:"language"`
	Roles     []string   `json:"roles"`
	Random    int        `json:"random"`
	Hidden    bool       `json:"hidden"`
	Timed     bool       `json:"timed"`
	Engine    string     `json:"engine"`
	Note      string     `json:"note"`
	Unfixed   string     `json:"unfixed"` // why there are no fixed numbers, or ""
	Sorted    bool       `json:"sorted"`
	Direct    bool       `json:"direct"` // the words of a state are its observation
	MaxSteps  int        `json:"max_steps"`
	Payoff    int        `json:"payoff"` // payoffs are usually given as (goal-50)/Payoff; 0 if they are not
	Actions   [][]string `json:"actions"`
	FactTexts []string   `json:"facts"`
}

// load opens a game.
func (s *Server) load(ctx context.Context, q *question) (any, error) {
	r, err := read(q)
	if err != nil {
		return nil, err
	}
	if r.Problems.HasErrors() {
		return nil, &rules.RefusedError{Problems: r.Problems}
	}
	id := s.number()
	l := loaded{ID: id, Name: r.Name(), Text: r.Text(), Language: string(r.Language())}
	if r.IsTimed() {
		return s.loadTimed(ctx, r, &l)
	}
	if id > 1<<16-1 {
		return nil, errors.New("there are too many games")
	}
	g, err := Open(ctx, r, q.Fixed)
	if err != nil {
		return nil, err
	}
	s.games[id] = newServed(g)
	l.Roles, l.Random, l.Hidden, l.Engine, l.Note = g.Roles(), int(g.Random()), g.Hidden(), g.Engine(), g.Note
	l.MaxSteps, l.FactTexts, l.Payoff = game.MaxSteps(g.Game), g.FactTexts(), payoffDivisor(r)
	if err := g.Fixed(); err != nil {
		l.Unfixed, l.Sorted = err.Error(), true // legal moves are listed in the order of their texts
		return l, nil
	}
	l.Sorted, l.Direct, l.Actions = g.Sorted(), g.numbers.board == nil, g.numbers.actions
	return l, nil
}

// payoffDivisor returns what the library says about the payoffs of a game with these rules, or 0.
func payoffDivisor(r *rules.Rules) int {
	for _, g := range library.Games() {
		if g.PayoffDivisor > 0 && string(g.Rules()) == r.Text() {
			return g.PayoffDivisor
		}
	}
	return 0
}

// check returns the problems of a description.
func (s *Server) check(ctx context.Context, q *question) (any, error) {
	r, err := read(q)
	if err != nil {
		return nil, err
	}
	list := r.Check(ctx, rules.CheckOptions{})
	if list.Items == nil {
		return []int{}, nil
	}
	return list.Items, nil
}

// draw draws a state, as a picture or as text.
func (g *served) draw(ctx context.Context, q *question, state game.State) (any, error) {
	b, err := board.Presented(ctx, g.Rules)
	if err != nil {
		return nil, err
	}
	p := board.Position{Facts: g.Facts(state), Over: g.machine.Terminal(state)}
	if q.Before != "" {
		before, err := parseWords(q.Before)
		if err != nil {
			return nil, err
		}
		p.Before = g.Facts(before)
		for r, number := range q.Joint {
			legal := g.machine.Legal(before, game.Role(r), nil)
			m, err := g.numberer.Move(before, game.Role(r), legal, number)
			if err != nil {
				return nil, err
			}
			p.Last = append(p.Last, g.MoveText(game.Role(r), m))
		}
	}
	if err := g.machine.Err(); err != nil {
		return nil, err
	}
	var out strings.Builder
	if q.Op == "svg" {
		err = b.SVG(&out, p, board.Options{})
	} else {
		err = b.Text(&out, p, false)
	}
	return out.String(), err
}

// why explains why something holds in a state, or why not.
func (g *served) why(ctx context.Context, q *question, state game.State) (any, error) {
	if g.Rules.IsRBG() {
		a, err := whylegal.Boardgame(g.Rules, g.Game.Game, state, q.Query)
		return map[string]any{"holds": a.Legal, "text": a.Text}, err
	}
	if g.Rules.GDL.Dialect.Knowledge() {
		return nil, fmt.Errorf("in %s facts are no position, so it cannot be explained by them", g.Rules.GDL.Dialect.Title())
	}
	ref, err := gdlref.New(g.Rules.GDL, gdlref.Options{})
	if err != nil {
		return nil, err
	}
	p, list := gdlparse.File(source.NewFile("<query>", []byte(q.Query)), gdlparse.Options{Dialect: g.Rules.GDL.Dialect, CaseSensitive: g.Rules.GDL.CaseSensitive})
	if err := list.Err(); err != nil {
		return nil, err
	}
	if len(p.Clauses) != 1 || len(p.Clauses[0].Body) > 0 {
		return nil, fmt.Errorf("the query %q is not one atom", q.Query)
	}
	query := p.Clauses[0].Head
	var joint []game.Move
	if q.Before != "" && (query.Name == gdl.Next || query.Name == gdl.Sees || query.Name == gdl.Does) {
		if state, err = parseWords(q.Before); err != nil {
			return nil, err
		}
	}
	s, err := ref.ParseState(g.Facts(state))
	if err != nil {
		return nil, err
	}
	if q.Before != "" {
		m := ref.NewMachine()
		for r, number := range q.Joint {
			move, err := game.FindMove(ref, m, s, game.Role(r), g.actionText(game.Role(r), number))
			if err != nil {
				break // the query is about a state
			}
			joint = append(joint, move)
		}
	}
	why := ref.Why(ctx, s, joint, query)
	if why.Err != nil {
		return nil, why.Err
	}
	return map[string]any{"holds": why.Holds(), "text": why.String()}, nil
}

// views are what is known about the views of roles.
type views struct{ model *knowledge.Model }

// maxInformation is how many states of an information set are listed unless a question says
// otherwise.
const maxInformation = 10_000

// information returns the states that a role thinks possible after a play.
func (g *served) information(ctx context.Context, q *question) (any, error) {
	if g.views.model == nil {
		m, err := knowledge.New(g.Game.Game, knowledge.Limits{})
		if err != nil {
			return nil, err
		}
		g.views.model = m
	}
	m := g.views.model
	joints, err := g.replay(q.Joints)
	if err != nil {
		return nil, err
	}
	trace, err := m.Follow(knowledge.Development{Joints: joints})
	if err != nil {
		return nil, err
	}
	r := game.Role(q.Role)
	set, err := m.Possible(ctx, r, trace.Views[len(trace.Views)-1][r], 0)
	if err != nil {
		return nil, err
	}
	if most := cmp.Or(q.Limit, maxInformation); set.Len() > most {
		return nil, fmt.Errorf("the information set has %d states, more than the limit of %d", set.Len(), most)
	}
	states := []string{}
	for i := range set.Len() {
		states = append(states, hexWords(set.State(i)))
	}
	return states, nil
}

// replay returns the moves of a play that is given by numbers.
func (g *served) replay(joints [][]int32) ([][]game.Move, error) {
	_, moves, err := game.Replay(g.machine, g.machine.Initial(nil), len(joints), func(i int, s game.State) ([]game.Move, error) {
		return g.moves(s, joints[i])
	})
	return moves, err
}

// moves returns the joint move that numbers mean in a state.
func (g *served) moves(s game.State, numbers []int32) ([]game.Move, error) {
	if len(numbers) != len(g.joint) {
		return nil, fmt.Errorf("a joint move has %d moves, not %d", len(g.joint), len(numbers))
	}
	joint := make([]game.Move, len(numbers))
	for r, k := range numbers {
		m, err := g.numberer.Move(s, game.Role(r), g.machine.Legal(s, game.Role(r), nil), k)
		if err != nil {
			return nil, err
		}
		joint[r] = m
	}
	return joint, nil
}

// plane says where on the board the facts of a game are.
type plane struct {
	Pieces  []string  `json:"pieces"`
	Rows    int       `json:"rows"`
	Columns int       `json:"columns"`
	Facts   [][]int32 `json:"facts"` // by piece, and then row by row: a fact, or -1
}

// planes finds a board among the facts of a game, or returns nil.
func (g *served) planes(ctx context.Context) (any, error) {
	if g.reason != nil && g.features == nil {
		return nil, g.reason
	}
	b, err := board.New(ctx, g.Rules, nil)
	if err != nil {
		return nil, err
	}
	if !b.HasGrid() {
		return nil, nil
	}
	cells := map[string]board.Cell{}
	p := &plane{}
	for _, c := range b.Cells() {
		if c.Board == 0 {
			cells[c.ID] = c
			p.Rows, p.Columns = max(p.Rows, c.Row+1), max(p.Columns, c.Column+1)
		}
	}
	of := map[string]int{}
	for i, fact := range g.FactTexts() {
		if !b.IsOnBoard(fact) {
			continue
		}
		for _, change := range b.Changes(nil, []string{fact}) {
			cell, ok := cells[change.Cell]
			if !ok || len(change.Gained) != 1 {
				continue
			}
			p.put(of, change.Gained[0], cell, int32(i))
		}
	}
	if len(p.Pieces) == 0 {
		return nil, nil
	}
	return p, nil
}

// put notes that a fact says that a piece is on a cell.
func (p *plane) put(of map[string]int, piece string, c board.Cell, fact int32) {
	k, ok := of[piece]
	if !ok {
		k = len(p.Pieces)
		of[piece] = k
		p.Pieces = append(p.Pieces, piece)
		empty := make([]int32, p.Rows*p.Columns)
		for i := range empty {
			empty[i] = -1
		}
		p.Facts = append(p.Facts, empty)
	}
	p.Facts[k][c.Row*p.Columns+c.Column] = fact
}

// playouts runs random playouts.
func (g *served) playouts(ctx context.Context, q *question) (any, error) {
	opt := game.PlayoutOptions{Count: max(q.Count, 1), Seed: q.Seed}
	if q.State != "" {
		state, err := parseWords(q.State)
		if err != nil {
			return nil, err
		}
		opt.From = state
	}
	res, err := game.Playouts(ctx, g.Game.Game, opt)
	if err != nil {
		return nil, err
	}
	means := []float64{}
	for r := range g.Roles() {
		means = append(means, res.MeanGoal(game.Role(r)))
	}
	return map[string]any{"playouts": res.Playouts, "states": res.States, "length": res.MeanLength(), "goals": means, "seconds": res.Elapsed.Seconds()}, nil
}
