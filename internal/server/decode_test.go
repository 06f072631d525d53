package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
)

// requests are the request types of the API.
func requests() []any {
	return []any{new(tableRequest), new(joinRequest), new(actionRequest), new(matchRequest), new(jobRequest), new(tournamentRequest), new(checkRequest), new(boardRequest), new(analyseRequest), new(knowledgeRequest)}
}

// The decoder accepts any input or reports an error; what it accepts survives encoding
// and decoding again.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"game":"nim","opponents":{"":"mcts"},"seed":7}`, `{"step":3,"move":"(a b)"}`, `[]`, `{"game":1}`, `{"game":"a"}{}`, `{"nobody":1}`,
		`{"clockMs":1e400}`, `{"seed":-1}`, "\x00", `{"text":"\ud800"}`, `null`, strings.Repeat(`[`, 20000), `{"kind":"perft","depth":2}`, `{"games":["nim"],"players":null}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, into := range requests() {
			err := decodeFrom(bytes.NewReader(data), into)
			var p *Problem
			if err != nil {
				if !errors.As(err, &p) || p.Status != http.StatusBadRequest || p.Detail == "" {
					t.Fatalf("%q as %T: %v", data, into, err)
				}
				continue
			}
			again, err := json.Marshal(into)
			if err != nil {
				t.Fatalf("%q as %T cannot be written: %v", data, into, err)
			}
			other := reflect.New(reflect.TypeOf(into).Elem()).Interface()
			if err := decodeFrom(bytes.NewReader(again), other); err != nil {
				t.Fatalf("%q as %T cannot be read again: %v", again, into, err)
			}
			twice, err := json.Marshal(other)
			if err != nil || !bytes.Equal(again, twice) {
				t.Fatalf("%q as %T became %q", again, into, twice)
			}
		}
	})
}

// Errors speak of JSON, not of types of the program.
func TestWrongType(t *testing.T) {
	for body, want := range map[string]string{
		`{"opponents":[]}`:        `"opponents" must be an object, not array`,
		`{"game":1}`:              `"game" must be a string, not number`,
		`{"opponents":{"":1}}`:    `"opponents" must be a string, not number`,
		`{"seed":-1}`:             `"seed" must be a whole number that is not negative, not number -1`,
		`{"clockMs":"1"}`:         `"clockMs" must be a whole number, not string`,
		`{"watch":1}`:             `"watch" must be true or false, not number`,
		`{"clock":{"kind":true}}`: `"clock.kind" must be a string, not bool`,
		`[]`:                      `the body must be an object, not array`,
		`{"nobody":1}`:            `there is no field "nobody"`,
	} {
		if err := decodeFrom(strings.NewReader(body), new(tableRequest)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// A game in which /check finds errors is not played, and one without is.
func TestCheckedGames(t *testing.T) {
	s := newSite(t, nil)
	const wrong = "role(a) init(p(0)) legal(a,go) next(p(Y)) :- true(p(X)) terminal :- true(p(1)) goal(a,100)"
	for text, ok := range map[string]bool{authoring.Starter: true, wrong: false} {
		var c authoring.Checked
		s.api("POST", "/check", checkRequest{Text: text}, http.StatusOK, &c)
		a := s.request("POST", prefix+"/tables", tableRequest{Ref: gamecache.Ref{Text: text}}, nil)
		if c.OK != ok || (a.status == http.StatusCreated) != ok {
			t.Errorf("/check says %v, and /tables %d %s", c.OK, a.status, a.body)
		}
	}
}

func TestHostname(t *testing.T) {
	for host, want := range map[string]string{
		"localhost:80": "localhost", "LocalHost.": "localhost", "[::1]:80": "::1", "[::1]": "::1", "1.2.3.4": "1.2.3.4", "a.example:x": "a.example", "": "",
	} {
		if got := hostname(host); got != want {
			t.Errorf("%q is %q, want %q", host, got, want)
		}
	}
}
