package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/randomplay"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/internal/viewtext"
	"ludex/internal/whylegal"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/library"
	"ludex/player"
	"ludex/rules"
	"ludex/source"
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

type gamesArg struct {
	Search string `json:"search,omitempty" jsonschema:"words to look for in names and aims"`
}

type gameLine struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Language string `json:"language"`
	Players  int    `json:"players"`
	Aim      string `json:"aim"`
}

type gamesData struct {
	Games []gameLine `json:"games"`
}

func (s *Server) listGames(_ context.Context, in *gamesArg) (*reply[gamesData], error) {
	if err := short("search", in.Search); err != nil {
		return nil, err
	}
	r := &reply[gamesData]{data: gamesData{Games: []gameLine{}}}
	var b strings.Builder
	for _, g := range library.Games() {
		if in.Search != "" && library.Rank(in.Search, g.Names()...) == 0 && !strings.Contains(strings.ToLower(g.Aim), strings.ToLower(in.Search)) {
			continue
		}
		r.data.Games = append(r.data.Games, gameLine{g.Name, g.Title, g.Dialect, g.Players, g.Aim})
		fmt.Fprintf(&b, "%s (%s, %d players): %s\n", g.Name, g.Dialect, g.Players, g.Aim)
	}
	r.text = b.String()
	if r.text == "" {
		r.text = "no game of the library fits\n"
	}
	return r, nil
}

type nameArg struct {
	Game string `json:"game" jsonschema:"the name of a game of the library"`
}

type rulesData struct {
	Rules    string `json:"rules"`
	Language string `json:"language"`
}

func (s *Server) rulesText(_ context.Context, in *nameArg) (*reply[rulesData], error) {
	d, err := s.find(&gameArg{Game: in.Game})
	if err != nil {
		return nil, err
	}
	return &reply[rulesData]{text: d.Text(), data: rulesData{d.Text(), string(d.Language())}}, nil
}

type checkArg struct {
	gameArg
	Strict bool `json:"strict,omitempty" jsonschema:"make errors of what only some systems tolerate"`
	Hints  bool `json:"hints,omitempty" jsonschema:"report matters of style too"`
}

type diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Place    string `json:"place"`
	Message  string `json:"message"`
}

type checkData struct {
	OK          bool         `json:"ok"`
	Language    string       `json:"language"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

func diagnosed(d *rules.Rules, list *source.List) checkData {
	data := checkData{OK: !list.HasErrors(), Language: string(d.Language()), Diagnostics: []diagnostic{}}
	for _, item := range list.Items {
		data.Diagnostics = append(data.Diagnostics, diagnostic{item.Severity.String(), item.Code.ID, item.Place(), item.Message})
	}
	return data
}

func (s *Server) check(ctx context.Context, in *checkArg) (*reply[checkData], error) {
	d, err := s.find(&in.gameArg)
	if err != nil {
		return nil, err
	}
	list := d.Check(ctx, rules.CheckOptions{Strict: in.Strict, Hints: in.Hints})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text := rendered(list) + fmt.Sprintf("%s: %s (%s)\n", d.File.Name(), source.Summary(list), d.Language())
	return &reply[checkData]{text: text, data: diagnosed(d, list)}, nil
}

type fixArg struct {
	Rules string `json:"rules" jsonschema:"the text of the rules"`
	Game  string `json:"game,omitempty" jsonschema:"a name for messages"`
}

type fixData struct {
	Rules string `json:"rules"`
	Fixed int    `json:"fixed"`
	checkData
}

func (s *Server) fix(ctx context.Context, in *fixArg) (*reply[fixData], error) {
	if in.Rules == "" {
		return nil, errors.New("rules: there is no text")
	}
	d, err := s.find(&gameArg{Game: in.Game, Rules: in.Rules})
	if err != nil {
		return nil, err
	}
	file, made := source.FixAll(d.File, func(f *source.File) *source.List {
		return rules.Read(f, d.Options()).Check(ctx, rules.CheckOptions{})
	})
	fixed := rules.Read(file, d.Options())
	list := fixed.Check(ctx, rules.CheckOptions{})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, m := range made {
		fmt.Fprintf(&b, "fixed %s: %s [%s]\n", m.Place(), m.Fixes[0].Message, m.Code.ID)
	}
	fmt.Fprintf(&b, "%s%s\n\n%s", rendered(list), source.Summary(list), file.Text())
	return &reply[fixData]{text: b.String(), data: fixData{file.Text(), len(made), diagnosed(fixed, list)}}, nil
}

type codeArg struct {
	Code string `json:"code,omitempty" jsonschema:"the code of a diagnostic"`
}

type codesData struct {
	Codes []codeLine `json:"codes"`
}

type codeLine struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
}

func (s *Server) explain(_ context.Context, in *codeArg) (*reply[codesData], error) {
	r := &reply[codesData]{data: codesData{Codes: []codeLine{}}}
	for _, c := range s.opt.Codes {
		if in.Code != "" && !strings.EqualFold(c.ID, in.Code) {
			continue
		}
		r.data.Codes = append(r.data.Codes, codeLine{c.ID, c.Severity.String(), c.Title})
		r.text += fmt.Sprintf("%s: %s (%s)\n", c.ID, c.Title, c.Severity)
		if in.Code != "" {
			r.text += "\n" + c.Doc + "\n"
		}
	}
	if len(r.data.Codes) == 0 {
		return nil, fmt.Errorf("there is no code %.40q; without one, all are listed", in.Code)
	}
	return r, nil
}

type positionData struct {
	Step  int                 `json:"step"`
	Roles []string            `json:"roles"`
	Facts []string            `json:"facts"`
	Over  bool                `json:"over"`
	Legal map[string][]string `json:"legal,omitempty"`
	Goals map[string][]int    `json:"goals,omitempty"`
}

func (s *Server) position(ctx context.Context, in *positionArg) (*reply[positionData], error) {
	p, err := s.at(ctx, in, "")
	if err != nil {
		return nil, err
	}
	data, err := p.describe(p.now())
	if err != nil {
		return nil, err
	}
	data.Step = len(p.joints)
	return &reply[positionData]{text: data.String(), data: data}, nil
}

// describe says what holds in a state.
func (o *opened) describe(s game.State) (positionData, error) {
	data := positionData{Roles: o.game.Roles(), Facts: []string{}, Over: o.machine.Terminal(s), Legal: map[string][]string{}, Goals: map[string][]int{}}
	for _, f := range o.game.Facts(s) {
		data.Facts = append(data.Facts, o.show(f))
	}
	for r, name := range o.game.Roles() {
		role := game.Role(r)
		if !data.Over {
			for _, m := range o.machine.Legal(s, role, nil) {
				data.Legal[name] = append(data.Legal[name], o.move(role, m))
			}
		} else if role != o.game.Random() {
			data.Goals[name] = o.machine.Goals(s, role, nil)
		}
	}
	return data, o.machine.Err()
}

// String writes a position for a model.
func (d *positionData) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "step %d\nfacts: %s\n", d.Step, strings.Join(d.Facts, " "))
	for _, r := range d.Roles {
		switch goals, over := d.Goals[r]; {
		case over:
			fmt.Fprintf(&b, "goal of %s: %v\n", r, goals)
		case !d.Over:
			fmt.Fprintf(&b, "legal for %s: %s\n", r, strings.Join(d.Legal[r], " "))
		}
	}
	if d.Over {
		b.WriteString("the play is over\n")
	}
	return b.String()
}

// maxSteps is the limit of steps of a simulation.
const maxSteps = 1000

type simulateArg struct {
	positionArg
	Seed  uint64 `json:"seed,omitempty" jsonschema:"chooses the random moves; 1 if there is none"`
	Steps int    `json:"steps,omitempty" jsonschema:"stop after this many steps, at most 1000"`
}

type simulateData struct {
	Moves [][]string     `json:"moves"` // of the steps, in the order of the roles
	Roles []string       `json:"roles"`
	Over  bool           `json:"over"`
	Goals map[string]int `json:"goals,omitempty"`
	Facts []string       `json:"facts"` // of the last state
}

func (s *Server) simulate(ctx context.Context, in *simulateArg) (*reply[simulateData], error) {
	if in.Steps < 0 || in.Steps > maxSteps {
		return nil, fmt.Errorf("steps: from 1 to %d", maxSteps)
	}
	if in.Steps == 0 {
		in.Steps = maxSteps
	}
	if in.Seed == 0 {
		in.Seed = 1
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	play, err := randomplay.New(ctx, p.game, randomplay.Options{From: p.now(), MaxSteps: in.Steps}).Play(in.Seed)
	if err != nil {
		return nil, err
	}
	data := simulateData{Moves: [][]string{}, Roles: p.game.Roles(), Over: play.Over, Goals: map[string]int{}, Facts: []string{}}
	var b strings.Builder
	for i, joint := range play.Joints {
		texts := p.joint(joint)
		data.Moves = append(data.Moves, texts)
		fmt.Fprintf(&b, "%d. %s\n", len(p.joints)+i+1, strings.Join(texts, " "))
	}
	for _, f := range p.game.Facts(play.States[len(play.States)-1]) {
		data.Facts = append(data.Facts, p.show(f))
	}
	fmt.Fprintf(&b, "facts: %s\n", strings.Join(data.Facts, " "))
	for r, goal := range play.Goals {
		if game.Role(r) != p.game.Random() {
			data.Goals[p.game.Roles()[r]] = goal
			fmt.Fprintf(&b, "goal of %s: %d\n", p.game.Roles()[r], goal)
		}
	}
	if !play.Over {
		b.WriteString("the play is not over\n")
	}
	return &reply[simulateData]{text: b.String(), data: data}, nil
}

// maxNodes is the limit of the nodes of a search.
const maxNodes = 1_000_000

type analyseArg struct {
	positionArg
	Nodes int    `json:"nodes,omitempty" jsonschema:"how much to search, at most 1000000; 10000 if it is not given"`
	Seed  uint64 `json:"seed,omitempty" jsonschema:"chooses what is random"`
}

type candidate struct {
	Move   string  `json:"move"`
	Value  float64 `json:"value"`
	Proved bool    `json:"proved"`
	Visits uint64  `json:"visits"`
}

type roleValue struct {
	Role   string      `json:"role"`
	Value  *float64    `json:"value,omitempty"` // missing if it is not known
	Proved bool        `json:"proved"`
	Moves  []candidate `json:"moves,omitempty"`
	Line   [][]string  `json:"line,omitempty"`
}

type analyseData struct {
	Over  bool        `json:"over"`
	Roles []roleValue `json:"roles"`
}

// topMoves is how many moves of a role an analysis lists.
const topMoves = 20

func (s *Server) analyse(ctx context.Context, in *analyseArg) (*reply[analyseData], error) {
	if in.Nodes < 0 || in.Nodes > maxNodes {
		return nil, fmt.Errorf("nodes: from 1 to %d", maxNodes)
	}
	if in.Nodes == 0 {
		in.Nodes = 10_000
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	maker, err := roster.All().Maker("auto")
	if err != nil {
		return nil, err
	}
	v, err := review.New(p.game, review.Options{New: maker, Nodes: in.Nodes, Seed: in.Seed})
	if err != nil {
		return nil, err
	}
	found, err := v.At(ctx, p.now())
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := analyseData{Over: found.Over, Roles: []roleValue{}}
	var b strings.Builder
	for r, name := range p.game.Roles() {
		if game.Role(r) == p.game.Random() {
			continue
		}
		one := roleValue{Role: name, Proved: found.Exact[r]}
		if v := found.Values[r]; !math.IsNaN(v) {
			one.Value = &v
		}
		fmt.Fprintf(&b, "%s can expect %s\n", name, review.Value(found.Values[r], found.Exact[r]))
		if a := found.Of(game.Role(r)); a != nil {
			p.candidates(&b, &one, a)
		}
		data.Roles = append(data.Roles, one)
	}
	return &reply[analyseData]{text: b.String(), data: data}, nil
}

// candidates adds the moves of an analysis.
func (p *place) candidates(b *strings.Builder, one *roleValue, a *player.Analysis) {
	for _, m := range a.Moves[:min(topMoves, len(a.Moves))] {
		value := m.Value
		if math.IsNaN(value) {
			value = 0
		}
		one.Moves = append(one.Moves, candidate{p.move(a.Role, m.Move), value, m.Exact, m.Visits})
		fmt.Fprintf(b, "  %s: %s, %d visits\n", p.move(a.Role, m.Move), review.Value(m.Value, m.Exact), m.Visits)
	}
	for _, joint := range a.Line {
		one.Line = append(one.Line, p.joint(joint))
	}
}

type whyArg struct {
	positionArg
	About string `json:"about" jsonschema:"an atom, as (legal white (mark 1 1)) or (next (cell 1 1 x)), which is about the last step; in a regular boardgame a move"`
}

type whyData struct {
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

func (s *Server) why(ctx context.Context, in *whyArg) (*reply[whyData], error) {
	if err := short("about", in.About); err != nil {
		return nil, err
	}
	p, err := s.at(ctx, &in.positionArg, "reference")
	if err != nil {
		return nil, err
	}
	q := whylegal.Place{Rules: p.rules, Game: p.game, States: p.states, Joints: p.joints}
	answer, err := q.Query(ctx, in.About)
	if err != nil {
		return nil, err
	}
	return &reply[whyData]{text: answer.Text, data: whyData{answer.Legal, cut(answer.Text)}}, nil
}

// developments is the limit of developments that a question looks at.
const developments = 200_000

type knowsArg struct {
	positionArg
	Formula string `json:"formula" jsonschema:"made of facts, legal, goal, terminal, does, sees, ~ & | =>, knows(r,F), possible(r,F), everyone({r,s},F), common({r,s},F), next, always, eventually, can, exists X in p(X): F"`
	View    string `json:"view,omitempty" jsonschema:"instead of moves: what a role did and saw, a step a line, its move and its percepts"`
	Role    string `json:"role,omitempty" jsonschema:"the role whose view it is"`
}

type knowsData struct {
	Answer string `json:"answer"`
	Reason string `json:"reason,omitempty"`
}

func (s *Server) knows(ctx context.Context, in *knowsArg) (*reply[knowsData], error) {
	if err := errors.Join(short("formula", in.Formula), short("view", in.View)); err != nil {
		return nil, err
	}
	if in.View != "" && in.Moves != "" {
		return nil, errors.New("give either moves or a view")
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	q, err := p.query(in.Formula)
	if err != nil {
		return nil, err
	}
	m, err := knowledge.New(p.game, knowledge.Limits{Developments: developments})
	if err != nil {
		return nil, err
	}
	var answer *formula.Answer
	if in.View == "" {
		answer, err = q.At(ctx, m, knowledge.Development{Joints: p.joints})
	} else {
		var v knowledge.View
		if v, err = p.view(in); err == nil {
			answer, err = q.InView(ctx, m, v)
		}
	}
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(answer.String(), "\n") + "\n"
	return &reply[knowsData]{text: text, data: knowsData{string(answer.Verdict), answer.Reason}}, nil
}

// query binds a formula to the game.
func (p *place) query(text string) (*formula.Query, error) {
	f, list := formula.Read(source.NewFile("<formula>", []byte(text)))
	var q *formula.Query
	if !list.HasErrors() {
		var opt formula.Options
		if !p.rules.IsRBG() {
			opt = formula.Options{Relations: relations.Of(p.rules.GDL), FoldCase: p.rules.GDL.Syntax == gdl.Prefix && !p.rules.GDL.CaseSensitive}
		}
		q = formula.Bind(f, p.game, opt, list)
	}
	if q == nil {
		return nil, errors.New("the formula has errors:\n" + rendered(list))
	}
	return q, nil
}

// view reads the view of a role.
func (p *place) view(in *knowsArg) (knowledge.View, error) {
	r := slices.Index(p.game.Roles(), in.Role)
	if r < 0 {
		return knowledge.View{}, fmt.Errorf("role: there is no role %.40q: the roles are %s", in.Role, strings.Join(p.game.Roles(), ", "))
	}
	if p.rules.IsRBG() {
		return knowledge.View{}, errors.New("view: in a regular boardgame nothing is hidden; give the moves")
	}
	return viewtext.Parse(game.Role(r), in.View)
}

type drawArg struct {
	positionArg
	SVG bool `json:"svg,omitempty" jsonschema:"add a picture in SVG"`
}

type drawData struct {
	Board string `json:"board"`
}

func (s *Server) draw(ctx context.Context, in *drawArg) (*reply[drawData], error) {
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	e, err := s.games.Find(in.ref())
	if err != nil {
		return nil, err
	}
	pos, err := p.pictured(p.states, p.joints)
	if err != nil {
		return nil, err
	}
	text, err := p.drawn(ctx, pos)
	if err != nil {
		return nil, err
	}
	r := &reply[drawData]{text: text, data: drawData{cut(text)}}
	if in.SVG {
		svg, err := e.Draw(ctx, pos, board.Options{})
		if err != nil {
			return nil, err
		}
		r.more = []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
			URI: "ludex://picture.svg", MIMEType: "image/svg+xml", Text: string(svg),
		}}}
	}
	return r, nil
}

// pictured returns the last of several states, as it is drawn.
func (o *opened) pictured(states []game.State, joints [][]game.Move) (board.Position, error) {
	now := states[len(states)-1]
	pos := board.Position{Facts: o.game.Facts(now), Over: o.machine.Terminal(now)}
	if n := len(joints); n > 0 {
		pos.Before = o.game.Facts(states[n-1])
		for r, m := range joints[n-1] {
			pos.Last = append(pos.Last, o.game.MoveText(game.Role(r), m))
		}
	}
	return pos, o.machine.Err()
}

// drawn draws a position as text.
func (o *opened) drawn(ctx context.Context, pos board.Position) (string, error) {
	b, err := o.draw(ctx)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = b.Text(&text, pos, false)
	return text.String(), err
}
