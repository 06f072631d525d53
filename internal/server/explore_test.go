package server

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"ludex/internal/server/authoring"
)

func TestPosition(t *testing.T) {
	s := newSite(t, nil)
	at := func(game, moves string) (a positionAnswer) {
		s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Ref: named(game), Moves: moves}, About: true}, http.StatusOK, &a)
		return a
	}
	a := at("chess", "e2e4")
	if a.Mover != 1 || len(a.Choices) != 1 || len(a.Choices[0].Moves) != 20 || a.Text != "white e4" || !a.Grid || a.About.Line[0] != (lineStep{"e2e4", "white e4"}) {
		t.Errorf("chess: %+v", a)
	}
	a = at("rockpaperscissors", "")
	if a.Mover != -1 || len(a.Choices) != 2 {
		t.Errorf("rockpaperscissors: %+v", a)
	}
	// A step of both is written as the page writes it.
	step := "(" + a.Choices[0].Moves[0].Text + " " + a.Choices[1].Moves[1].Text + ")"
	if b := at("rockpaperscissors", step); b.Step != 1 || b.About.Line[0].Step != step {
		t.Errorf("after %s: %+v", step, b)
	}
	a = at("tictactoe", "(mark 1 1);(mark 1 2);(mark 2 2);(mark 1 3);(mark 3 3)")
	if !a.Over || *a.Goals[0] != 100 || *a.Goals[1] != 0 || len(a.Ending) != 3 {
		t.Errorf("tictactoe: %+v", a)
	}
	s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Ref: named("tictactoe"), Moves: "(mark 9 9)"}}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Ref: named("chicken")}}, http.StatusUnprocessableEntity, nil)
}

// A position of a match goes on with moves of one's own.
func TestPositionOfMatch(t *testing.T) {
	s := newSite(t, nil)
	id := s.play("tictactoe")
	var a positionAnswer
	s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Match: id}, About: true}, http.StatusOK, &a)
	if len(a.About.Line) < 5 || a.About.Ref.Game != "tictactoe" || a.About.Ref.Text != "" {
		t.Fatalf("%+v", a.About)
	}
	s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Match: id, Moves: "(mark 3 3);(mark 1 1)"}}, http.StatusOK, &a)
	if a.Step != 2 || a.Text == "" {
		t.Errorf("%+v", a)
	}
	s.api("POST", "/position", positionRequest{placeRequest: placeRequest{Match: id, Step: 1, Moves: a.About.Line[1].Step}}, http.StatusOK, &a)
	if a.Step != 2 {
		t.Errorf("%+v", a)
	}
}

func TestWhyLegal(t *testing.T) {
	s := newSite(t, nil)
	id := s.play("tictactoe")
	for _, x := range []struct {
		place      placeRequest
		role, move string
		legal      bool
		part       string
	}{
		{placeRequest{Ref: named("tictactoe")}, "white", "(mark 1 1)", true, "cell 1 1 blank"},
		{placeRequest{Ref: named("tictactoe")}, "black", "(mark 1 1)", false, "control"},
		{placeRequest{Match: id, Step: 1}, "white", "noop", true, "control black"},
		{placeRequest{Ref: named("chess")}, "white", "e2e4", true, "finds empty on e4"},
		{placeRequest{Ref: named("chess")}, "white", "e2e5", false, "no legal move"},
	} {
		var a authoring.Explanation
		s.api("POST", "/explain", explainRequest{placeRequest: x.place, Question: authoring.Question{Role: x.role, Move: x.move}}, http.StatusOK, &a)
		text := ""
		for _, l := range a.Lines {
			text += l.Text + "\n"
		}
		if a.Holds != x.legal || !strings.Contains(text, x.part) {
			t.Errorf("%+v, %s: %v %s", x.place, x.move, a.Holds, text)
		}
	}
	s.api("POST", "/explain", explainRequest{placeRequest: placeRequest{Ref: named("tictactoe")}, Question: authoring.Question{Role: "nobody", Move: "noop"}}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/explain", explainRequest{placeRequest: placeRequest{Ref: named("tictactoe")}, Question: authoring.Question{Role: "white", Move: ") (legal white"}}, http.StatusUnprocessableEntity, nil)
}

func TestKnown(t *testing.T) {
	s := newSite(t, nil)
	var a roleKnowledge
	s.api("POST", "/known", knownRequest{placeRequest{Ref: named("kuhnpoker"), Moves: "(deal jack queen)"}, "alice"}, http.StatusOK, &a)
	if a.States != 2 || a.Developments != "2" {
		t.Errorf("%+v", a)
	}
	s.api("POST", "/known", knownRequest{placeRequest{Ref: named("kuhnpoker")}, "random"}, http.StatusUnprocessableEntity, nil)
}

// listenLive reads the events of a live analysis until a function is satisfied.
func (s *site) listenLive(ctx context.Context, req liveRequest, last func(kind, data string) bool) {
	s.t.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		s.t.Error(err) // it may run on another goroutine
		return
	}
	r, err := http.NewRequestWithContext(ctx, "POST", s.http.URL+prefix+"/analyse/live", strings.NewReader(string(body)))
	if err != nil {
		s.t.Error(err) // it may run on another goroutine
		return
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Error(err) // it may run on another goroutine
		return
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	kind := ""
	for lines.Scan() {
		if k, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			kind = k
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && last(kind, data) {
			return
		}
	}
}

func TestLiveAnalysis(t *testing.T) {
	s := newSite(t, nil)
	var a analyseAnswer
	s.listenLive(t.Context(), liveRequest{placeRequest: placeRequest{Ref: named("tictactoe"), Moves: "(mark 1 1);(mark 1 2);(mark 2 2);(mark 1 3)"}, Lines: 2}, func(kind, data string) bool {
		if kind == "problem" {
			t.Fatal(data)
		}
		if kind == "analysis" {
			if err := json.Unmarshal([]byte(data), &a); err != nil {
				t.Fatal(err)
			}
		}
		return kind == "end"
	})
	best := a.Moves[0].Moves[0]
	if !a.Final || best.Name != "c3" || !best.Exact || len(best.Line) != 1 || best.Line[0].Step != "((mark 3 3) noop)" || len(a.Moves[0].Moves[1].Line) == 0 || len(a.Moves[0].Moves[2].Line) != 0 {
		t.Errorf("%+v", a)
	}
	kinds := ""
	s.listenLive(t.Context(), liveRequest{placeRequest: placeRequest{Ref: named("tictactoe"), Moves: "nonsense"}}, func(kind, _ string) bool {
		kinds += kind + " "
		return kind == "end"
	})
	if kinds != "problem end " {
		t.Errorf("the events are %s", kinds)
	}
	s.api("POST", "/analyse/live", liveRequest{placeRequest: placeRequest{Ref: named("tictactoe")}, Seconds: 1000}, http.StatusUnprocessableEntity, nil)
}

// A client has one analysis at a time, which ends when the client leaves: another one waits
// until then.
func TestLiveAnalysesTakeTurns(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Analyses = Quota{2, 1} })
	req := liveRequest{placeRequest: placeRequest{Ref: named("breakthrough")}, Seconds: 60}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	begun, second := make(chan struct{}), make(chan struct{})
	go s.listenLive(ctx, req, func(string, string) bool {
		select {
		case <-begun:
		default:
			close(begun)
		}
		return false
	})
	<-begun
	go func() {
		defer close(second)
		s.listenLive(t.Context(), req, func(string, string) bool { return true })
	}()
	if n := s.server.analyses.InUse(); n != 1 {
		t.Errorf("%d analyses run", n)
	}
	leave()
	<-second
}

// Values of Kuhn poker, where information is hidden, add up to 100.
func TestLiveValuesAddUp(t *testing.T) {
	s := newSite(t, nil)
	s.listenLive(t.Context(), liveRequest{placeRequest: placeRequest{Ref: named("kuhnpoker"), Moves: "(deal queen king)"}, Seconds: 1}, func(kind, data string) bool {
		var a analyseAnswer
		if kind != "analysis" {
			return kind == "end"
		}
		if err := json.Unmarshal([]byte(data), &a); err != nil {
			t.Fatal(err)
		}
		if len(a.Values) != 3 || math.Abs(*a.Values[0]+*a.Values[1]-100) > 0.02 {
			t.Errorf("%s", data)
		}
		return a.Final
	})
}
