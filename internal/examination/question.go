package examination

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/library"
	"ludex/player"
	"ludex/rules"
	"ludex/source"
)

// Version changes when the same seed gives other questions.
const Version = 1

// A Kind is a kind of question.
type Kind string

// The kinds of questions.
const (
	Legality   Kind = "legality"
	Prediction Kind = "prediction"
	Planning   Kind = "planning"
	Knowledge  Kind = "knowledge"
)

// Kinds returns all kinds, in their order.
func Kinds() []Kind { return []Kind{Legality, Prediction, Planning, Knowledge} }

// How many choices a question asks for.
const (
	One = "one"
	All = "all"
)

// A Question is a question to a program.
type Question struct {
	Number   int        `json:"id"` // counted from 1
	Kind     Kind       `json:"kind"`
	Language string     `json:"language"`
	Rules    string     `json:"rules"`
	Roles    []string   `json:"roles"`
	Role     string     `json:"role,omitempty"` // that the question is about
	Moves    [][]string `json:"moves"`          // that were made, step by step, in the order of the roles
	Text     string     `json:"question"`
	Choices  []string   `json:"choices"`
	Pick     string     `json:"pick"`            // "one" choice, or "all" that are right
	Steps    int        `json:"steps,omitempty"` // within which a win can be forced
	Prompt   string     `json:"prompt"`          // everything above as one text

	// Game is what the game was made of, and Answer the numbers of the right choices,
	// counted from 1. The program is not told.
	Game   string `json:"-"`
	Answer []int  `json:"-"`
}

// Chance returns how probable it is that a guess is right.
func (q *Question) Chance() float64 {
	if q.Pick == One {
		return 1 / float64(len(q.Choices))
	}
	return math.Pow(0.5, float64(len(q.Choices)))
}

// An Exam is a list of questions.
type Exam struct {
	Seed      uint64
	Questions []Question
}

// Scrambled games of the library, by what can be asked about them. The lists are part of
// the version.
var (
	openGames = []string{
		"breakthrough-5x5", "connectthree", "connectfour-5x4", "dotsandboxes", "eightpuzzle", "hanoi", "jugs", "maze", "minority",
		"missionaries", "nim", "rockpaperscissors", "tictactoe", "tron", "wolfgoatcabbage",
	}
	plannedGames = []string{"breakthrough-5x5", "connectthree", "connectfour-5x4", "nim", "tictactoe", "jugs", "missionaries", "wolfgoatcabbage"}
	hiddenGames  = []string{"cardgame", "kuhnpoker", "kuhnpoker-three", "montyhall", "unfaircoin"}
)

// New makes an exam with a number of questions of each kind. The same seed makes the same
// exam.
func New(ctx context.Context, seed uint64, each int) (*Exam, error) {
	e := &Exam{Seed: seed}
	for k, kind := range Kinds() {
		for i := range each {
			q, err := newQuestion(ctx, kind, player.DeriveSeed(seed, uint64(k), uint64(i)), i)
			if err != nil {
				return nil, fmt.Errorf("making question %d about %s: %w", i+1, kind, err)
			}
			q.Number = len(e.Questions) + 1
			q.Prompt = q.prompt()
			e.Questions = append(e.Questions, *q)
		}
	}
	return e, nil
}

// errUnfit says that a position is of no use for a question.
var errUnfit = errors.New("there is no question about this position")

// How many games are tried for a question, and positions of each.
const (
	triedGames     = 100
	triedPositions = 20
)

// newQuestion makes a question. Every second one is about a generated game.
func newQuestion(ctx context.Context, kind Kind, seed uint64, number int) (*Question, error) {
	for i := range uint64(triedGames) {
		s := player.DeriveSeed(seed, i)
		m := &maker{ctx: ctx, rand: rand.New(rand.NewPCG(s, s>>32|1)), kind: kind}
		if err := m.open(number%2 == 1); err != nil {
			return nil, err
		}
		for range triedPositions {
			q, err := m.make()
			if err == nil || !errors.Is(err, errUnfit) {
				return q, err
			}
		}
	}
	return nil, fmt.Errorf("none of %d positions has one", triedGames*triedPositions)
}

// A maker makes a question about one game.
type maker struct {
	ctx     context.Context
	rand    *rand.Rand
	kind    Kind
	name    string
	rules   *rules.Rules // scrambled
	game    game.Game
	machine game.Machine
}

// open chooses and opens a game.
func (m *maker) open(generated bool) error {
	plain, err := m.choose(generated)
	if err != nil {
		return err
	}
	d, err := disguise.Scramble(plain, m.rand.Uint64())
	if err != nil {
		return err
	}
	m.rules = d.Rules
	if m.game, _, err = d.Rules.Open(m.ctx, rules.Opening{Engine: "reference"}); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	m.machine = m.game.NewMachine()
	m.machine.Bind(m.ctx)
	return nil
}

// choose chooses the rules of a game.
func (m *maker) choose(generated bool) (*rules.Rules, error) {
	if generated {
		families := planned
		if m.kind == Knowledge {
			families = dealt
		}
		f := families[m.rand.IntN(len(families))]
		m.name = "generated " + f.name
		return rules.Parse("generated.kif", f.write(m.rand))
	}
	names := openGames
	switch m.kind {
	case Planning:
		names = plannedGames
	case Knowledge:
		names = hiddenGames
	}
	m.name = names[m.rand.IntN(len(names))]
	g, ok := library.Lookup(m.name)
	if !ok {
		return nil, fmt.Errorf("the library has no game %s", m.name)
	}
	r := rules.Read(source.NewFile(g.File, g.Rules()), rules.Options{})
	return r, r.Problems.Err()
}

// question begins a question about a position of a play.
func (m *maker) question(joints [][]game.Move) *Question {
	q := &Question{
		Kind: m.kind, Language: string(m.rules.Language()), Rules: m.rules.Text(), Roles: m.game.Roles(), Moves: [][]string{}, Pick: All, Game: m.name,
	}
	for _, joint := range joints {
		texts := make([]string, len(joint))
		for r, move := range joint {
			texts[r] = m.game.MoveText(game.Role(r), move)
		}
		q.Moves = append(q.Moves, texts)
	}
	return q
}

// offer sets the choices: some of the right ones and some of the wrong ones, in a random
// order. There must be one of each.
func (m *maker) offer(q *Question, right, wrong []string, n int) error {
	slices.Sort(right)
	slices.Sort(wrong)
	right, wrong = slices.Compact(right), slices.Compact(wrong)
	if len(right) == 0 || len(wrong) == 0 || len(right)+len(wrong) < n {
		return errUnfit
	}
	m.shuffle(right)
	m.shuffle(wrong)
	least, most := max(1, n-len(wrong)), min(n-1, len(right))
	if q.Pick == One {
		least, most = 1, 1
	}
	if least > most {
		return errUnfit
	}
	take := least + m.rand.IntN(most-least+1)
	right, wrong = right[:take], wrong[:min(n-take, len(wrong))]
	q.Choices = slices.Concat(right, wrong)
	m.shuffle(q.Choices)
	for i, c := range q.Choices {
		if slices.Contains(right, c) {
			q.Answer = append(q.Answer, i+1)
		}
	}
	return nil
}

func (m *maker) shuffle(list []string) {
	m.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// prompt writes a question as one text.
func (q *Question) prompt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "These are the rules of a game in %s (Game Description Language, prefix syntax). The words have no meaning but the rules.\n\n%s\n",
		strings.ToUpper(q.Language), q.Rules)
	fmt.Fprintf(&b, "The roles are %s.\n", strings.Join(q.Roles, ", "))
	if len(q.Moves) == 0 {
		b.WriteString("The play is in its initial state.\n")
	} else {
		b.WriteString("From the initial state, these joint moves were made, one a line, in the order of the roles:\n")
		for _, joint := range q.Moves {
			b.WriteString(strings.Join(joint, " ") + "\n")
		}
	}
	fmt.Fprintf(&b, "\n%s\n", q.Text)
	for i, c := range q.Choices {
		fmt.Fprintf(&b, "%d. %s\n", i+1, c)
	}
	if q.Pick == One {
		b.WriteString("\nAnswer with the number of the one right choice.\n")
	} else {
		b.WriteString("\nAnswer with the numbers of all right choices. There is at least one, and not all of them are right.\n")
	}
	return b.String()
}
