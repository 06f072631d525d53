package examination

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/puzzle"
	"ludex/internal/randomplay"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/source"
)

// Limits of making questions.
const (
	maxPlaySteps = 40     // of the random play that a position is taken from
	maxHistory   = 12     // moves that a program has to follow
	choices      = 6      // of a question about legality, prediction or knowledge
	maxWin       = 5      // steps of a forced win
	maxMoves     = 12     // legal moves where one is to be planned
	maxStates    = 20_000 // of the proof of a forced win
	developments = 20_000 // that a statement about knowledge is decided by
)

// make makes a question, or returns errUnfit.
func (m *maker) make() (*Question, error) {
	play, err := randomplay.New(m.ctx, m.game, randomplay.Options{MaxSteps: maxPlaySteps}).Play(m.rand.Uint64())
	if err != nil {
		return nil, err
	}
	last := len(play.States) - 1
	if play.Over {
		last--
	}
	if last < 0 {
		return nil, errUnfit
	}
	at := m.rand.IntN(min(last, maxHistory) + 1)
	var q *Question
	switch m.kind {
	case Legality:
		q, err = m.legality(play, at)
	case Prediction:
		q, err = m.prediction(play, at)
	case Planning:
		q, err = m.planning(play, at)
	default:
		q, err = m.knowledge(play, at)
	}
	return q, errors.Join(err, m.machine.Err())
}

// role returns a role that is not chance.
func (m *maker) role() game.Role {
	for {
		if r := game.Role(m.rand.IntN(len(m.game.Roles()))); r != m.game.Random() {
			return r
		}
	}
}

// legality asks which moves are legal. Wrong choices are legal elsewhere.
func (m *maker) legality(play *randomplay.Play, at int) (*Question, error) {
	role := m.role()
	right := m.legal(play.States[at], role)
	var wrong []string
	for i, s := range play.States {
		if i == len(play.States)-1 && play.Over {
			break
		}
		for _, text := range m.legal(s, role) {
			if !slices.Contains(right, text) {
				wrong = append(wrong, text)
			}
		}
	}
	q := m.question(play.Joints[:at])
	q.Role = m.game.Roles()[role]
	q.Text = fmt.Sprintf("Which of these moves of %s are legal now?", q.Role)
	return q, m.offer(q, right, wrong, choices)
}

func (m *maker) legal(s game.State, r game.Role) []string {
	var texts []string
	for _, move := range m.machine.Legal(s, r, nil) {
		texts = append(texts, m.game.MoveText(r, move))
	}
	return texts
}

// prediction asks which facts hold. Wrong choices hold in other states of the play.
func (m *maker) prediction(play *randomplay.Play, at int) (*Question, error) {
	if at == 0 {
		return nil, errUnfit // nothing is predicted
	}
	right := m.game.Facts(play.States[at])
	var wrong []string
	for _, s := range play.States {
		for _, f := range m.game.Facts(s) {
			if !slices.Contains(right, f) {
				wrong = append(wrong, f)
			}
		}
	}
	q := m.question(play.Joints[:at])
	q.Text = "Which of these facts are true now?"
	return q, m.offer(q, right, wrong, choices)
}

// planning asks for the move that begins a forced win, or for the length of a shortest
// solution.
func (m *maker) planning(play *randomplay.Play, at int) (*Question, error) {
	s := play.States[at]
	role := m.mover(s)
	if role == game.NoRole {
		return nil, errUnfit
	}
	legal := m.machine.Legal(s, role, nil)
	if len(legal) > maxMoves {
		return nil, errUnfit
	}
	p := &puzzle.Position{Game: m.game, State: s, Role: role, Legal: legal, Puzzle: puzzle.Puzzle{Claim: puzzle.Wins, Goal: 100}}
	for p.Steps = 1; p.Steps <= maxWin; p.Steps++ {
		best, err := puzzle.Find(m.ctx, p, maxStates)
		switch {
		case errors.Is(err, puzzle.ErrLimit):
			return nil, errUnfit
		case err != nil:
			return nil, err
		case len(best) > 0:
			return m.plan(play.Joints[:at], p, best)
		}
	}
	return nil, errUnfit
}

// mover returns the role that has a choice, if it is the only one.
func (m *maker) mover(s game.State) game.Role {
	found := game.NoRole
	for r := range m.game.Roles() {
		if len(m.machine.Legal(s, game.Role(r), nil)) > 1 {
			if found != game.NoRole {
				return game.NoRole
			}
			found = game.Role(r)
		}
	}
	return found
}

// plan asks about a forced win in as few steps as possible.
func (m *maker) plan(joints [][]game.Move, p *puzzle.Position, best []game.Move) (*Question, error) {
	q := m.question(joints)
	q.Role, q.Pick = m.game.Roles()[p.Role], One
	if len(m.game.Roles()) == 1 {
		q.Text = fmt.Sprintf("What is the smallest number of steps in which %s can reach the end of the play with goal 100?", q.Role)
		for n := 1; n <= maxWin; n++ {
			q.Choices = append(q.Choices, strconv.Itoa(n))
		}
		q.Answer = []int{p.Steps}
		return q, nil
	}
	if len(best) != 1 || len(p.Legal) < 3 {
		return nil, errUnfit
	}
	q.Steps = p.Steps
	q.Text = fmt.Sprintf("Whatever the others do, %s can force goal 100 within %d steps from now, with one of these moves. Which one?", q.Role, p.Steps)
	var right, wrong []string
	for _, move := range p.Legal {
		text := m.game.MoveText(p.Role, move)
		if move == best[0] {
			right = append(right, text)
		} else {
			wrong = append(wrong, text)
		}
	}
	return q, m.offer(q, right, wrong, len(p.Legal))
}

// knowledge asks which statements about who knows what are true.
func (m *maker) knowledge(play *randomplay.Play, at int) (*Question, error) {
	if at == 0 {
		return nil, errUnfit
	}
	model, err := knowledge.New(m.game, knowledge.Limits{Developments: developments})
	if err != nil {
		return nil, err
	}
	var facts []string
	for _, s := range play.States {
		for _, f := range m.game.Facts(s) {
			if f = infix(f); f != "" && !slices.Contains(facts, f) {
				facts = append(facts, f)
			}
		}
	}
	var right, wrong []string
	for range 4 * choices {
		text := m.statement(facts)
		if slices.Contains(right, text) || slices.Contains(wrong, text) {
			continue
		}
		answer, err := m.ask(model, text, play.Joints[:at])
		if err != nil {
			return nil, err
		}
		switch answer.Verdict {
		case formula.Yes:
			right = append(right, text)
		case formula.No:
			wrong = append(wrong, text)
		}
	}
	q := m.question(play.Joints[:at])
	q.Text = "A role knows what is true in all plays that agree with the rules, with its own moves and with what it has seen; " +
		"possible(r,F) means that r does not know that F is false, and ~F that F is false. Which of these statements are true now?"
	return q, m.offer(q, right, wrong, choices)
}

// statement returns a random statement about knowledge.
func (m *maker) statement(facts []string) string {
	roles := m.game.Roles()
	f, r, s := facts[m.rand.IntN(len(facts))], roles[m.role()], roles[m.role()]
	if m.rand.IntN(3) == 0 {
		f = "~" + f
	}
	switch m.rand.IntN(4) {
	case 0:
		return fmt.Sprintf("knows(%s,%s)", r, f)
	case 1:
		return fmt.Sprintf("possible(%s,%s)", r, f)
	case 2:
		return fmt.Sprintf("knows(%s,knows(%s,%s))", r, s, f)
	}
	return fmt.Sprintf("knows(%s,~knows(%s,%s))", r, s, f)
}

// ask decides a statement.
func (m *maker) ask(model *knowledge.Model, text string, joints [][]game.Move) (*formula.Answer, error) {
	f, list := formula.Read(source.NewFile("<statement>", []byte(text)))
	var q *formula.Query
	if !list.HasErrors() {
		q = formula.Bind(f, m.game, formula.Options{Relations: relations.Of(m.rules.GDL), FoldCase: true}, list)
	}
	if q == nil {
		return nil, fmt.Errorf("the statement %s: %w", text, list.Err())
	}
	return q.At(m.ctx, model, knowledge.Development{Joints: joints})
}

// infix writes a fact in the syntax of formulas, or returns "".
func infix(fact string) string {
	terms, err := gdlmoves.Terms(fact, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return ""
	}
	return gdlformat.Term(&terms[0], gdl.Infix)
}
