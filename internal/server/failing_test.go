package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ludex/internal/budget"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/jobqueue"
)

// Rules that cannot be played: an endless star that modifies the state, which shows
// only in play, and an error that check finds.
const (
	endlessRules = "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = rectangle(up,down,left,right, [e,e])\n#rules = ->a ([x])* ->b\n"
	wrongRules   = "(role a) (init s) (legal a m) (<= (legal a k) (does a m)) (<= terminal (not (true s))) (goal a 50)"
)

// TestFailingJobs checks that a job that cannot be done fails, and reports nothing that
// was not found.
func TestFailingJobs(t *testing.T) {
	s := newSite(t, nil)
	for _, kind := range []string{"perft", "bench", "report"} {
		state := s.job(jobRequest{Ref: gamecache.Ref{Game: "endless.rbg", Text: endlessRules}, Kind: kind, Depth: 2, Seconds: 1})
		if state.Status != jobqueue.Failed || !strings.Contains(state.Error, "go on for ever") {
			t.Errorf("%s: %s, %s", kind, state.Status, state.Error)
		}
	}
	deep := s.job(jobRequest{Ref: gamecache.Ref{Game: "endless.rbg", Text: endlessRules}, Kind: "deep"})
	data, err := json.Marshal(deep.Result)
	if err != nil || !strings.Contains(string(data), "RBG122") || strings.Contains(string(data), `"yes"`) {
		t.Errorf("deep: %s, %v", data, err)
	}
}

// TestRefusedRules checks that nothing computes with rules that have errors.
func TestRefusedRules(t *testing.T) {
	s := newSite(t, nil)
	ref := gamecache.Ref{Game: "wrong.kif", Text: wrongRules}
	for _, kind := range []string{"perft", "bench", "report", "deep"} {
		a := s.request("POST", prefix+"/jobs", jobRequest{Ref: ref, Kind: kind, Depth: 1, Seconds: 1}, nil)
		if a.status == http.StatusUnprocessableEntity && strings.Contains(a.body, "GDL054") {
			continue
		}
		if state := s.job(jobRequest{Ref: ref, Kind: kind, Depth: 1, Seconds: 1}); state.Status != jobqueue.Failed || !strings.Contains(state.Error, "GDL054") {
			t.Errorf("%s: %s, %s", kind, state.Status, state.Error)
		}
	}
	for path, body := range map[string]any{
		"/board":   boardRequest{Ref: ref},
		"/analyse": analyseRequest{placeRequest: placeRequest{Ref: ref}},
	} {
		if a := s.request("POST", prefix+path, body, nil); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "GDL054") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// TestMemory checks that requests and jobs have the server's memory budget.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, func(c *Config) { c.Memory = budget.MB(4) })
	ref := gamecache.Ref{Game: "wide.kif", Text: "(role a) (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (init (at 0)) (goal a 100)\n" +
		"(<= (legal a (m ?a ?b ?c ?d ?e)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e)) (<= (next (at ?a)) (does a (m ?a ?b ?c ?d ?e))) (<= terminal (true (at 1)))"}
	for _, kind := range []string{"perft", "bench", "report"} {
		state := s.job(jobRequest{Ref: ref, Kind: kind, Depth: 1, Seconds: 1})
		if state.Status != jobqueue.Failed || !strings.Contains(state.Error, "more than 4 MB") {
			t.Errorf("%s: %s, %s", kind, state.Status, state.Error)
		}
	}
	if a := s.request("POST", prefix+"/analyse", analyseRequest{placeRequest: placeRequest{Ref: ref}}, nil); a.status/100 != 4 || !strings.Contains(a.body, "more than 4 MB") {
		t.Errorf("analyse: %d %s", a.status, a.body)
	}
}
