package examination

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/internal/intervals"
)

// Protocol is the name and version of the messages.
const Protocol = "ludex-examine/1"

// The types of messages, one JSON object per line. The program is sent "hello", questions
// and "end", and answers each question.
type (
	greeting struct {
		Type      string `json:"type"` // "hello"
		Protocol  string `json:"protocol"`
		Questions int    `json:"questions"`
	}
	asked struct {
		Type string `json:"type"` // "question"
		*Question
		TimeMs int64 `json:"timeMs,omitempty"`
	}
	reply struct {
		Type   string `json:"type"` // "answer"
		Number int    `json:"id"`
		Answer []int  `json:"answer"`
	}
	farewell struct {
		Type string `json:"type"` // "end"
	}
)

// Limits of what a program sends.
const (
	maxLine   = 1 << 20
	maxStray  = 100 // lines to a question that are not its answer
	closeTime = time.Second
	lastBytes = 4 << 10 // of standard error
	lastLines = 5
)

// A Result says how a question was answered.
type Result struct {
	Number  int    `json:"id"`
	Kind    Kind   `json:"kind"`
	Game    string `json:"game"`
	Right   bool   `json:"right"`
	Given   []int  `json:"given"` // nil if there was no answer
	Answer  []int  `json:"answer"`
	Problem string `json:"problem,omitempty"` // why there was none
	chance  float64
}

// Run asks a program all questions of an exam. Each may take a time; 0 is no limit. A
// program that does not answer in time, or not at all, has no answer to the question; one
// that ends has none to the rest. The error says that it could not be started, or that
// the context ended.
func (e *Exam) Run(ctx context.Context, command []string, limit time.Duration, told func(Result)) ([]Result, error) {
	p, err := start(ctx, command)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if err := p.send(ctx, greeting{"hello", Protocol, len(e.Questions)}); err != nil {
		p.ended = p.why(err)
	}
	var results []Result
	for i := range e.Questions {
		q := &e.Questions[i]
		r := Result{Number: q.Number, Kind: q.Kind, Game: q.Game, Answer: q.Answer, chance: q.Chance()}
		if r.Given, err = p.ask(ctx, q, limit); err != nil {
			if ctx.Err() != nil {
				return results, ctx.Err()
			}
			r.Given, r.Problem = nil, err.Error()
		}
		r.Right = slices.Equal(r.Given, q.Answer)
		results = append(results, r)
		if told != nil {
			told(r)
		}
	}
	_ = p.send(ctx, farewell{"end"}) // it may be gone already
	return results, nil
}

// A program is one that is examined.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // closed at the end of its output
	said  *tail
	ended error // why it is not asked any more
	stop  context.CancelFunc
}

func start(ctx context.Context, command []string) (*program, error) {
	if len(command) == 0 {
		return nil, errors.New("name a program")
	}
	ctx, stop := context.WithCancel(ctx)
	p := &program{cmd: exec.CommandContext(ctx, command[0], command[1:]...), lines: make(chan []byte), said: new(tail), stop: stop}
	p.cmd.Stderr, p.cmd.WaitDelay = p.said, closeTime
	in, err := p.cmd.StdinPipe()
	if err != nil {
		stop()
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		stop()
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("starting %s: %w", command[0], err)
	}
	p.in = in
	go p.read(ctx, out)
	return p, nil
}

// read hands over the lines of the program.
func (p *program) read(ctx context.Context, out io.Reader) {
	defer close(p.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		select {
		case p.lines <- slices.Clone(lines.Bytes()):
		case <-ctx.Done():
			return
		}
	}
}

// send writes a message. A program that does not read is ended with the context.
func (p *program) send(ctx context.Context, message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, p.stop)
	defer stop()
	_, err = p.in.Write(append(line, '\n'))
	return err
}

// ask asks a question, and returns the numbers of the choices in ascending order.
func (p *program) ask(ctx context.Context, q *Question, limit time.Duration) ([]int, error) {
	if p.ended != nil {
		return nil, p.ended
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	if err := p.send(ctx, asked{"question", q, limit.Milliseconds()}); err != nil {
		p.ended = p.why(err)
		return nil, p.ended
	}
	for range maxStray {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.ended = p.why(io.EOF)
				return nil, p.ended
			}
			var r reply
			if err := json.Unmarshal(line, &r); err != nil {
				return nil, fmt.Errorf("not an answer: %.60q: %w", line, err)
			}
			if r.Type == "answer" && r.Number == q.Number {
				return q.read(r.Answer)
			}
		case <-ctx.Done():
			return nil, fmt.Errorf("no answer within %v", limit)
		}
	}
	return nil, fmt.Errorf("more than %d lines that are not the answer", maxStray)
}

// read checks an answer.
func (q *Question) read(given []int) ([]int, error) {
	given = slices.Clone(given)
	slices.Sort(given)
	given = slices.Compact(given)
	for _, n := range given {
		if n < 1 || n > len(q.Choices) {
			return nil, fmt.Errorf("there is no choice %d: they count from 1 to %d", n, len(q.Choices))
		}
	}
	if given == nil {
		return nil, errors.New("the answer has no choices")
	}
	return given, nil
}

// why returns why the program is not there any more.
func (p *program) why(err error) error {
	p.close()
	text := fmt.Sprintf("the program ended (%v)", p.cmd.ProcessState)
	if said := p.said.String(); said != "" {
		text += ": " + said
	}
	return fmt.Errorf("%s: %w", text, err)
}

// close ends the program: at the end of its input it has a second to end by itself.
func (p *program) close() {
	if p.cmd.ProcessState != nil {
		return
	}
	_ = p.in.Close()
	timer := time.AfterFunc(closeTime, p.stop)
	for range p.lines { // what it still says
	}
	_ = p.cmd.Wait() // how it ended is in its state
	timer.Stop()
	p.stop()
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - lastBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String returns the last lines.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.Join(lines[max(0, len(lines)-lastLines):], "\n")
}

// A Score is how many questions of a kind were answered right.
type Score struct {
	Kind       Kind       `json:"kind,omitempty"` // "" for all
	Questions  int        `json:"questions"`
	Right      int        `json:"right"`
	Unanswered int        `json:"unanswered"`
	Score      float64    `json:"score"`    // the share of right answers
	Interval   [2]float64 `json:"interval"` // that holds the true share with 95 % confidence, by Wilson
	Chance     float64    `json:"chance"`   // the share that guesses would get
}

// Count counts results: of all kinds together, and of each.
func Count(results []Result) (all Score, kinds []Score) {
	all = count("", results)
	for _, k := range Kinds() {
		if s := count(k, results); s.Questions > 0 {
			kinds = append(kinds, s)
		}
	}
	return all, kinds
}

func count(kind Kind, results []Result) Score {
	s := Score{Kind: kind}
	for i := range results {
		r := &results[i]
		if kind != "" && r.Kind != kind {
			continue
		}
		s.Questions++
		s.Chance += r.chance
		if r.Right {
			s.Right++
		}
		if r.Given == nil {
			s.Unanswered++
		}
	}
	if s.Questions == 0 {
		return s
	}
	s.Score, s.Chance = float64(s.Right)/float64(s.Questions), s.Chance/float64(s.Questions)
	in := intervals.Wilson(s.Score, s.Questions)
	s.Interval = [2]float64{in.Low, in.High}
	return s
}
