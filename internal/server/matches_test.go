package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/jobqueue"
	"ludex/internal/server/livematch"
	"ludex/internal/tournament"
	"ludex/match"
)

// play lets programs play a match to its end.
func (s *site) play(game string) string {
	s.t.Helper()
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named(game), Players: []string{"random"}, ClockMs: 5000}, http.StatusCreated, &m)
	s.listen(s.t.Context(), "/matches/"+m.ID+"/events", "", "", func(e event) bool { return e.kind == "over" })
	return m.ID
}

// A spectator receives what the server sends, without a network.
type spectator struct {
	header http.Header
	body   bytes.Buffer
	status int
}

func (w *spectator) Header() http.Header               { return w.header }
func (w *spectator) WriteHeader(status int)            { w.status = status }
func (w *spectator) Write(p []byte) (int, error)       { return w.body.Write(p) }
func (w *spectator) Flush()                            {}
func (w *spectator) SetWriteDeadline(time.Time) error  { return nil }
func (w *spectator) SetReadDeadline(_ time.Time) error { return nil }

// 500 spectators of one match see all of it, whenever they join.
func TestSpectators(t *testing.T) {
	const spectators = 500
	s := newSite(t, func(c *Config) { c.Limits.Read.Burst = 10_000 })
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named("breakthrough-5x5"), Players: []string{"mcts"}, ClockMs: 5000, Nodes: 20}, http.StatusCreated, &m)
	var group sync.WaitGroup
	seen := make([]*spectator, spectators)
	for i := range seen {
		seen[i] = &spectator{header: http.Header{}}
		group.Go(func() {
			r := httptest.NewRequest("GET", "http://localhost"+prefix+"/matches/"+m.ID+"/events", nil)
			s.server.Handler().ServeHTTP(seen[i], r.WithContext(t.Context()))
		})
	}
	group.Wait()
	r, err := s.store.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Completed {
		t.Fatalf("the match was not played to its end: %s", r.Details.Reason)
	}
	for i, w := range seen {
		text := w.body.String()
		if text != seen[0].body.String() || strings.Count(text, "event: step\n") != len(r.Moves) || strings.Count(text, "event: over\n") != 1 {
			t.Fatalf("spectator %d saw %d of %d steps", i, strings.Count(text, "event: step\n"), len(r.Moves))
		}
	}
	// Over a network it is the same, and a client that reconnects continues where the
	// stream broke.
	over := func(e event) bool { return e.kind == "over" }
	all := s.listen(t.Context(), "/matches/"+m.ID+"/events", "", "", over)
	for k, e := range all[:len(all)-1] {
		var step livematch.Step
		if err := json.Unmarshal([]byte(e.data), &step); err != nil || step.Step != k+1 || step.Text == "" {
			t.Fatalf("step %d is %q", k+1, e.data)
		}
	}
	rest := s.listen(t.Context(), "/matches/"+m.ID+"/events", "", all[4].id, over)
	if len(rest) != len(all)-5 || rest[0].id != all[5].id {
		t.Errorf("%d events after the fifth of %d", len(rest), len(all))
	}
}

func TestReplay(t *testing.T) {
	s := newSite(t, nil)
	id := s.play("tictactoe")
	var sum matchSummary
	s.api("GET", "/matches/"+id, nil, http.StatusOK, &sum)
	var step stepAnswer
	s.api("GET", "/matches/"+id+"/steps/1", nil, http.StatusOK, &step)
	if step.Steps != sum.Steps || !regexp.MustCompile(`^white [abc][123]$`).MatchString(step.Text) {
		t.Errorf("the first step is %+v", step)
	}
	s.api("GET", "/matches/"+id+"/steps/"+itoa(sum.Steps+1), nil, http.StatusNotFound, nil)
	s.api("GET", "/matches/"+id+"/steps/-1", nil, http.StatusNotFound, nil)
	a := s.api("GET", "/matches/"+id+"/steps/1/board.svg", nil, http.StatusOK, nil)
	b := s.api("GET", "/matches/"+id+"/steps/1/board.svg", nil, http.StatusOK, nil)
	if a.body != b.body || !strings.HasPrefix(a.body, "<svg") {
		t.Error("the picture changes")
	}
	if page := s.request("GET", "/watch/"+id, nil, nil); page.status != http.StatusOK {
		t.Errorf("the page: %d", page.status)
	}
	record := s.api("GET", "/matches/"+id+"/record", nil, http.StatusOK, nil)
	s.api("POST", "/records", record.body, http.StatusConflict, nil)
	elsewhere := newSite(t, nil)
	elsewhere.api("POST", "/records", record.body, http.StatusCreated, nil)
	elsewhere.api("GET", "/matches/"+id, nil, http.StatusOK, nil)
	var forged match.Record
	if err := json.Unmarshal([]byte(record.body), &forged); err != nil {
		t.Fatal(err)
	}
	forged.ID, forged.Goals = "forged", []int{forged.Goals[0] / 2, 17}
	newSite(t, nil).api("POST", "/records", forged, http.StatusUnprocessableEntity, nil)
	newSite(t, nil).api("POST", "/records", "[]", http.StatusBadRequest, nil)
}

// TestForgedRecords posts records that look right.
func TestForgedRecords(t *testing.T) {
	s := newSite(t, nil)
	record := s.api("GET", "/matches/"+s.play("tictactoe")+"/record", nil, http.StatusOK, nil).body
	key, err := match.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	s.api("POST", "/tournaments", tournamentRequest{Name: "cup", Kind: "round-robin", Games: []string{"nim"}, Players: []string{"random", "legal"}, Nodes: 1}, http.StatusCreated, nil)
	s.listen(t.Context(), "/tournaments/cup/events", "", "", func(event) bool { return false })
	post := func(change func(r *match.Record)) answer {
		r, err := match.Decode([]byte(record))
		if err != nil {
			t.Fatal(err)
		}
		r.ID = "stranger"
		change(r)
		return s.request("POST", prefix+"/records", r, nil)
	}
	last := func(r *match.Record) { // the last step alone
		n := len(r.Moves) - 1
		r.Moves, r.States, r.StateTimes, r.Errors, r.Details.Took = r.Moves[n:], r.States[n:], r.StateTimes[n:], r.Errors[n:], nil
	}
	for name, change := range map[string]func(*match.Record){
		"cut":            last,
		"cut and signed": func(r *match.Record) { last(r); r.Details.Version = 1; _ = r.Sign(key) },
		"forged":         func(r *match.Record) { _ = r.Sign(key); r.Names[0] = "grandmaster" },
		"not over":       func(r *match.Record) { r.Completed, r.Goals = false, nil },
		"a tournament's": func(r *match.Record) { r.Tournament = "cup" },
	} {
		if a := post(change); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	twice := strings.Replace(strings.Replace(record, `"goalValues"`, `"goalValues":[100,100],"GOALVALUES"`, 1), `"matchId": "`, `"matchId": "x`, 1)
	s.api("POST", "/records", twice, http.StatusBadRequest, nil)
	a := post(func(r *match.Record) { last(r); r.Details.FromPosition = true; _ = r.Sign(key) })
	if a.status != http.StatusCreated || !strings.Contains(a.body, `"fromPosition":true`) {
		t.Errorf("one that says where it begins: %d %s", a.status, a.body)
	}
}

func TestReplayInRealTime(t *testing.T) {
	s := newSite(t, nil)
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named("chicken"), Players: []string{"random"}, UnitMs: 100}, http.StatusCreated, &m)
	s.listen(t.Context(), "/matches/"+m.ID+"/events", "", "", func(e event) bool { return e.kind == "over" })
	var step stepAnswer
	s.api("GET", "/matches/"+m.ID+"/steps/0", nil, http.StatusOK, &step)
	if step.Time != "0" || step.Status != "completed" || len(step.Facts) == 0 {
		t.Errorf("the beginning is %+v", step)
	}
	s.api("GET", "/matches/"+m.ID+"/steps/1/board.svg", nil, http.StatusOK, nil)
	s.api("GET", "/matches/"+m.ID+"/steps/1/knowledge", nil, http.StatusUnprocessableEntity, nil)
	if page := s.request("GET", "/watch/"+m.ID, nil, nil); page.status != http.StatusOK {
		t.Errorf("the page: %d", page.status)
	}
}

func TestKnowledge(t *testing.T) {
	s := newSite(t, nil)
	id := s.play("montyhall")
	var k knowledgeAnswer
	s.api("GET", "/matches/"+id+"/steps/1/knowledge", nil, http.StatusOK, &k)
	if !k.Hidden || len(k.Roles) != 1 || k.Roles[0].Role != "candidate" || k.Roles[0].States != 3 {
		t.Errorf("after the car was hidden: %+v", k)
	}
	everything := s.api("GET", "/matches/"+id+"/steps/1/board.svg", nil, http.StatusOK, nil)
	candidate := s.api("GET", "/matches/"+id+"/steps/1/board.svg?role=candidate", nil, http.StatusOK, nil)
	if everything.body == candidate.body {
		t.Error("the candidate sees everything")
	}
	ask := func(step int, text string) string {
		var a formulaAnswer
		s.api("POST", "/knowledge", knowledgeRequest{placeRequest{Match: id, Step: step}, text}, http.StatusOK, &a)
		return a.Answer
	}
	if a := ask(1, "exists X in {1,2,3}: knows(candidate, car(X))"); a != "no" {
		t.Errorf("the candidate knows where the car is: %s", a)
	}
	if a := ask(1, "knows(candidate, exists X in {1,2,3}: car(X))"); a != "yes" {
		t.Errorf("the candidate does not know that there is a car: %s", a)
	}
	s.api("POST", "/knowledge", knowledgeRequest{placeRequest{Match: id}, "knows("}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/knowledge", knowledgeRequest{placeRequest{Match: id}, strings.Repeat("~", 10_000)}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/analyse", analyseRequest{placeRequest: placeRequest{Match: id}}, http.StatusUnprocessableEntity, nil)
}

func TestAnalyse(t *testing.T) {
	s := newSite(t, nil)
	var a analyseAnswer
	moves := "(mark 1 1); (mark 3 1); (mark 1 2); (mark 3 2)"
	s.api("POST", "/analyse", analyseRequest{placeRequest: placeRequest{Ref: named("tictactoe"), Moves: moves}, Nodes: 2000}, http.StatusOK, &a)
	if len(a.Moves) != 1 || a.Moves[0].Role != "white" || a.Moves[0].Moves[0].Move != "(mark 1 3)" {
		t.Errorf("white can win at once, but the analysis says %+v", a)
	}
}

// job runs a job to its end.
func (s *site) job(req jobRequest) jobqueue.State {
	s.t.Helper()
	var state jobqueue.State
	s.api("POST", "/jobs", req, http.StatusAccepted, &state)
	s.listen(s.t.Context(), "/jobs/"+state.ID+"/events", "", "", func(event) bool { return false })
	s.api("GET", "/jobs/"+state.ID, nil, http.StatusOK, &state)
	return state
}

func TestJobs(t *testing.T) {
	s := newSite(t, nil)
	perft := s.job(jobRequest{Ref: named("tictactoe"), Kind: "perft", Depth: 3})
	data, _ := json.Marshal(perft.Result)
	if perft.Status != jobqueue.Done || !strings.Contains(string(data), "504") { // 9·8·7
		t.Errorf("perft: %+v", perft)
	}
	deep := s.job(jobRequest{Ref: named("tictactoe"), Kind: "deep"})
	data, _ = json.Marshal(deep.Result)
	if deep.Status != jobqueue.Done || !strings.Contains(string(data), "5478") {
		t.Errorf("deep: %s %s", deep.Status, data)
	}
	proved := s.job(jobRequest{Ref: named("connectfour"), Kind: "deep"})
	data, _ = json.Marshal(proved.Result)
	if proved.Status != jobqueue.Done || !strings.Contains(string(data), "yes (proved: ") {
		t.Errorf("deep: %s %s", proved.Status, data)
	}
	id := s.play("tictactoe")
	review := s.job(jobRequest{Kind: "review", Match: id, Nodes: 50})
	data, _ = json.Marshal(review.Result)
	if review.Status != jobqueue.Done || !strings.Contains(string(data), `"values"`) {
		t.Errorf("review: %s %s", review.Status, data)
	}
	s.api("POST", "/jobs", jobRequest{Ref: named("tictactoe"), Kind: "dance"}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/jobs", jobRequest{Ref: named("chicken"), Kind: "perft"}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/jobs", jobRequest{Ref: named("tictactoe"), Kind: "perft", Depth: 1000}, http.StatusUnprocessableEntity, nil)
	var long jobqueue.State
	s.api("POST", "/jobs", jobRequest{Ref: named("chess"), Kind: "perft", Depth: 30}, http.StatusAccepted, &long)
	s.api("DELETE", "/jobs/"+long.ID, nil, http.StatusNoContent, nil)
	s.listen(t.Context(), "/jobs/"+long.ID+"/events", "", "", func(event) bool { return false })
	if s.api("GET", "/jobs/"+long.ID, nil, http.StatusOK, &long); long.Status != jobqueue.Cancelled {
		t.Errorf("a cancelled job is %s", long.Status)
	}
	s.api("GET", "/jobs/none", nil, http.StatusNotFound, nil)
}

func TestTournament(t *testing.T) {
	s := newSite(t, nil)
	req := tournamentRequest{Name: "Spring cup", Kind: "round-robin", Games: []string{"tictactoe"}, Players: []string{"random", "legal"}, Matches: 2, Nodes: 1}
	s.api("POST", "/tournaments", req, http.StatusCreated, nil)
	s.listen(t.Context(), "/tournaments/Spring%20cup/events", "", "", func(event) bool { return false })
	var a tournamentAnswer
	s.api("GET", "/tournaments/Spring%20cup", nil, http.StatusOK, &a)
	if !a.Finished || a.Played != 2 || len(a.Rows) != 2 || len(a.Cross) != 2 || len(a.Ratings) != 2 {
		t.Errorf("the tournament ended as %+v", a)
	}
	csv := s.api("GET", "/tournaments/Spring%20cup/results?format=csv", nil, http.StatusOK, nil)
	if strings.Count(csv.body, "\n") != 5 || !strings.HasPrefix(csv.header.Get("Content-Type"), "text/csv") {
		t.Errorf("the results are %q", csv.body)
	}
	s.api("POST", "/tournaments", req, http.StatusConflict, nil)
	s.api("POST", "/tournaments/Spring%20cup/cancel", nil, http.StatusConflict, nil)
	s.api("GET", "/tournaments/nothing", nil, http.StatusNotFound, nil)
	if page := s.request("GET", "/tournaments/Spring%20cup", nil, nil); page.status != http.StatusOK {
		t.Errorf("the page: %d", page.status)
	}
}

// TestTournamentSeed checks that a tournament has the given seed, so that it can be
// repeated elsewhere.
func TestTournamentSeed(t *testing.T) {
	s := newSite(t, nil)
	for _, seed := range []uint64{0, 7, 1<<64 - 1} {
		name := "cup " + strconv.FormatUint(seed, 10)
		req := tournamentRequest{Name: name, Kind: "round-robin", Games: []string{"nim"}, Players: []string{"random", "legal"}, Nodes: 1, Seed: seed}
		s.api("POST", "/tournaments", req, http.StatusCreated, nil)
		s.listen(t.Context(), "/tournaments/"+url.PathEscape(name)+"/events", "", "", func(event) bool { return false })
		kept, err := s.store.Tournament(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := tournament.Decode(kept.Config)
		if err != nil || c.Seed != seed {
			t.Errorf("%v: seed %d was kept as %d", err, seed, c.Seed)
		}
	}
	bad := tournamentRequest{Name: "bad", Kind: "swiss", Games: []string{"nim"}, Players: []string{"random", "random"}, Repeats: 2}
	a := s.request("POST", prefix+"/tournaments", bad, nil)
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "two players are called") || !strings.Contains(a.body, "has no repeats") {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// Challengers play a gauntlet, also in real time.
func TestGauntlet(t *testing.T) {
	s := newSite(t, nil)
	req := tournamentRequest{
		Name: "Gauntlet", Kind: "gauntlet", Games: []string{"nim", "chicken"}, Players: []string{"random", "auto", "idle"},
		Challengers: []string{"random"}, Nodes: 5, Matches: 1,
	}
	if a := s.request("POST", prefix+"/tournaments", req, nil); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "idle") {
		t.Errorf("a player of games in real time in another one: %d %s", a.status, a.body)
	}
	req.Games = []string{"chicken"}
	s.api("POST", "/tournaments", req, http.StatusCreated, nil)
	s.listen(t.Context(), "/tournaments/Gauntlet/events", "", "", func(event) bool { return false })
	var a tournamentAnswer
	s.api("GET", "/tournaments/Gauntlet", nil, http.StatusOK, &a)
	if !a.Finished || a.Played != 2 || len(a.Failed) != 0 {
		t.Errorf("the gauntlet ended as %+v", a)
	}
	req.Name, req.Challengers = "Nobody", []string{"zoe"}
	s.api("POST", "/tournaments", req, http.StatusUnprocessableEntity, nil)
}

func TestCheckPlaces(t *testing.T) {
	s := newSite(t, nil)
	text := "% Ärger 🎲\nrole(white)\nlegal(white,X) :- rôle"
	var a authoring.Checked
	s.api("POST", "/check", checkRequest{Text: text}, http.StatusOK, &a)
	if a.OK || len(a.Diagnostics) == 0 {
		t.Fatalf("nothing is wrong: %+v", a)
	}
	var b authoring.Picture
	s.api("POST", "/board", boardRequest{Ref: gamecache.Ref{Text: authoring.Starter}}, http.StatusOK, &b)
	if !strings.HasPrefix(b.SVG, "<svg") {
		t.Errorf("the board is %.40q", b.SVG)
	}
}
