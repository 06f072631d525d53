package examination_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/examination"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/rules"
	"ludex/source"
)

// answererEnv makes the test binary answer questions in a manner.
const answererEnv = "LUDEX_TEST_ANSWERER"

func TestMain(m *testing.M) {
	if manner := os.Getenv(answererEnv); manner != "" {
		answer(manner)
		return
	}
	os.Exit(m.Run())
}

// A question is what a program reads.
type question struct {
	Type     string     `json:"type"`
	ID       int        `json:"id"`
	Kind     string     `json:"kind"`
	Rules    string     `json:"rules"`
	Role     string     `json:"role"`
	Moves    [][]string `json:"moves"`
	Choices  []string   `json:"choices"`
	Pick     string     `json:"pick"`
	Steps    int        `json:"steps"`
	Question string     `json:"question"`
}

// answer answers questions until the end of the input.
func answer(manner string) {
	draw := rand.New(rand.NewPCG(1, 2))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		if q.Type != "question" {
			continue
		}
		chosen := []int{}
		switch manner {
		case "right":
			chosen = solve(&q)
		case "random":
			chosen = guess(draw, &q)
		case "wrong numbers":
			chosen = []int{0, 99}
		case "silent":
			continue
		case "dies":
			fmt.Fprintln(os.Stderr, "no more\nquestions")
			os.Exit(3)
		}
		if err := out.Encode(map[string]any{"type": "answer", "id": q.ID, "answer": chosen}); err != nil {
			panic(err)
		}
	}
}

func guess(draw *rand.Rand, q *question) []int {
	if q.Pick == examination.One {
		return []int{1 + draw.IntN(len(q.Choices))}
	}
	chosen := []int{}
	for i := range q.Choices {
		if draw.IntN(2) == 0 {
			chosen = append(chosen, i+1)
		}
	}
	return chosen
}

// A solver answers a question with the rules that it was given, by definitions that are
// as plain as possible.
type solver struct {
	q       *question
	rules   *rules.Rules
	game    game.Game
	machine game.Machine
	joints  [][]game.Move
	state   game.State
	role    game.Role
}

func solve(q *question) []int {
	s := &solver{q: q}
	var err error
	if s.rules, err = rules.Parse("game.kif", q.Rules); err != nil {
		panic(err)
	}
	if s.game, _, err = s.rules.Open(context.Background(), rules.Opening{Engine: "reference"}); err != nil {
		panic(err)
	}
	s.machine = s.game.NewMachine()
	s.role = game.Role(slices.Index(s.game.Roles(), q.Role))
	s.state = s.machine.Initial(nil)
	for _, texts := range q.Moves {
		joint := make([]game.Move, len(texts))
		for r, text := range texts {
			if joint[r], err = game.FindMove(s.game, s.machine, s.state, game.Role(r), text); err != nil {
				panic(err)
			}
		}
		s.joints = append(s.joints, joint)
		s.state = s.machine.Next(s.state, joint, nil)
	}
	chosen := []int{}
	for i, c := range q.Choices {
		if s.holds(c) {
			chosen = append(chosen, i+1)
		}
	}
	return chosen
}

// holds reports whether a choice is right.
func (s *solver) holds(choice string) bool {
	switch s.q.Kind {
	case "legality":
		_, err := game.FindMove(s.game, s.machine, s.state, s.role, choice)
		return err == nil
	case "prediction":
		return slices.Contains(s.game.Facts(s.state), choice)
	case "planning":
		if n, err := strconv.Atoi(choice); err == nil && s.q.Steps == 0 {
			return s.wins(s.state, n) && !s.wins(s.state, n-1)
		}
		m, err := game.FindMove(s.game, s.machine, s.state, s.role, choice)
		return err == nil && s.winsBy(s.state, m, s.q.Steps)
	}
	f, list := formula.Read(source.NewFile("f", []byte(choice)))
	query := formula.Bind(f, s.game, formula.Options{Relations: relations.Of(s.rules.GDL), FoldCase: true}, list)
	model, err := knowledge.New(s.game, knowledge.Limits{})
	if err != nil {
		panic(err)
	}
	answer, err := query.At(context.Background(), model, knowledge.Development{Joints: s.joints})
	if err != nil {
		panic(err)
	}
	return answer.Verdict == formula.Yes
}

// wins reports whether the role can force goal 100 within a number of steps.
func (s *solver) wins(state game.State, steps int) bool {
	if s.machine.Terminal(state) {
		return slices.Equal(s.machine.Goals(state, s.role, nil), []int{100})
	}
	if steps <= 0 {
		return false
	}
	for _, m := range s.machine.Legal(state, s.role, nil) {
		if s.winsBy(state, m, steps) {
			return true
		}
	}
	return false
}

// winsBy reports whether a move of the role does so, whatever the others do.
func (s *solver) winsBy(state game.State, m game.Move, steps int) bool {
	moves := make([][]game.Move, len(s.game.Roles()))
	for r := range moves {
		moves[r] = s.machine.Legal(state, game.Role(r), nil)
	}
	moves[s.role] = []game.Move{m}
	for joint := range game.JointMoves(moves) {
		if !s.wins(s.machine.Next(state, joint, nil), steps-1) {
			return false
		}
	}
	return true
}

// each is how many questions of each kind the tests ask.
const each = 12

func newExam(t *testing.T, seed uint64, each int) *examination.Exam {
	t.Helper()
	e, err := examination.New(t.Context(), seed, each)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func run(t *testing.T, e *examination.Exam, manner string, limit time.Duration) []examination.Result {
	t.Helper()
	t.Setenv(answererEnv, manner)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	results, err := e.Run(t.Context(), []string{self}, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// TestRight checks every question against a program that answers by plain definitions.
func TestRight(t *testing.T) {
	e := newExam(t, 7, each)
	results := run(t, e, "right", 0)
	for i, r := range results {
		if !r.Right {
			t.Errorf("question %d about %s (%s): %v, not %v %s\n%s", r.Number, r.Kind, r.Game, r.Answer, r.Given, r.Problem, e.Questions[i].Prompt)
		}
	}
	all, kinds := examination.Count(results)
	if all.Score != 1 || all.Questions != 4*each || len(kinds) != 4 || all.Interval[1] < 0.999 {
		t.Errorf("%+v %+v", all, kinds)
	}
}

// TestRandom checks that guessing gets what chance gives.
func TestRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	e := newExam(t, 7, each)
	all, kinds := examination.Count(run(t, e, "random", 0))
	for _, s := range append(kinds, all) {
		if s.Chance <= 0 || s.Chance > 0.4 || s.Interval[0] > s.Chance || s.Interval[1] < s.Chance || s.Unanswered > 0 {
			t.Errorf("%+v", s)
		}
	}
}

// TestSeeds checks that a seed gives the same exam, and another one another.
func TestSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	a, b, c := newExam(t, 3, 4), newExam(t, 3, 4), newExam(t, 4, 4)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same seed gives different questions")
	}
	if reflect.DeepEqual(a.Questions, c.Questions) {
		t.Error("different seeds give the same questions")
	}
	for _, q := range a.Questions {
		if len(q.Answer) == 0 || q.Pick == examination.All && len(q.Answer) == len(q.Choices) || q.Pick == examination.One && len(q.Answer) != 1 {
			t.Errorf("question %d: %v of %q", q.Number, q.Answer, q.Choices)
		}
	}
}

// TestManners examines programs that do not do what they should.
func TestManners(t *testing.T) {
	e := newExam(t, 5, 2)
	for manner, problem := range map[string]string{
		"wrong numbers": "there is no choice 0: they count from 1 to ", "silent": "no answer within 50ms",
		"dies": "the program ended (exit status 3): no more\nquestions: EOF",
	} {
		t.Run(manner, func(t *testing.T) {
			limit := time.Duration(0)
			if manner == "silent" {
				limit = 50 * time.Millisecond
			}
			results := run(t, e, manner, limit)
			all, _ := examination.Count(results)
			if all.Unanswered != 8 || all.Right != 0 {
				t.Errorf("%+v", all)
			}
			if got := results[7].Problem; len(got) < len(problem) || got[:len(problem)] != problem {
				t.Errorf("%q", got)
			}
		})
	}
	if _, err := e.Run(t.Context(), []string{"./no/such/program"}, 0, nil); err == nil {
		t.Error("a program that does not exist is examined")
	}
}
