package server

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ludex/internal/server/humanplay"
)

func init() { iterations = 1000 }

// sign signs somebody in or up, and returns the secret in the cookie.
func (s *site) sign(do, name, password string, want int) (secret string) {
	s.t.Helper()
	form := url.Values{"do": {do}, "name": {name}, "password": {password}}
	a := s.request("POST", "/account", form.Encode(), func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
	if a.status != want {
		s.t.Fatalf("signing %s as %s: %d %s", do, name, a.status, a.body)
	}
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if c.Name == seatCookie {
			secret = c.Value
		}
	}
	return secret
}

// Two people with accounts play a rated game, and their profiles show it.
func TestAccounts(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Login, c.Token = true, "sesame" })
	anna, ben := s.sign("up", "Anna", "correct horse", http.StatusSeeOther), s.sign("up", "Ben", "battery staple", http.StatusSeeOther)
	if again := s.sign("in", "anna", "correct horse", http.StatusSeeOther); anna == "" || again == "" || again == anna || anna == ben {
		t.Errorf("the secrets are %q, %q and %q", anna, again, ben)
	}
	for _, x := range []struct {
		do, name, password string
		want               int
	}{
		{"in", "Anna", "wrong horse", http.StatusUnauthorized}, {"in", "Nobody", "correct horse", http.StatusUnauthorized},
		{"up", "ANNA", "another one", http.StatusConflict}, {"up", "C", "correct horse", http.StatusUnprocessableEntity},
		{"up", "<b>x</b>", "correct horse", http.StatusUnprocessableEntity}, {"up", "Cleo", "short", http.StatusUnprocessableEntity},
	} {
		if got := s.sign(x.do, x.name, x.password, x.want); got != "" {
			t.Errorf("%+v sets a cookie", x)
		}
	}
	req := tableRequest{Ref: named("tictactoe"), Seats: map[string]string{"white": "me", "black": "friend"}, Name: "Somebody"}
	s.api("POST", "/tables", req, http.StatusUnauthorized, nil) // who has no account needs the token
	var open tableAnswer
	s.seat(anna, "POST", "/tables", req, http.StatusCreated, &open)
	path, _, _ := strings.Cut(open.View.Seats[1].Invitation, "?")
	s.seat(ben, "POST", "/tables/"+open.ID+"/join", joinRequest{Role: "black", Key: path[strings.LastIndexByte(path, '/')+1:], Name: "Else"}, http.StatusOK, nil)
	var v humanplay.View
	s.seat(anna, "POST", "/tables/"+open.ID+"/move", actionRequest{Number: 5}, http.StatusOK, &v)
	if !v.Rated || v.Seats[0].Player != "Anna" || v.Seats[1].Player != "Ben" || v.Seats[1].Account == nil || v.Seats[1].Account.Rating.Value != 1500 {
		t.Errorf("the table shows %+v, rated %v", v.Seats, v.Rated)
	}
	checkSchema(t, "View", v)
	s.seat(ben, "POST", "/tables/"+open.ID+"/resign", actionRequest{}, http.StatusOK, &v)
	if r := v.Seats[0].Account.Rating; r.Value != 1662 || r.Deviation != 290 || r.Games != 1 || !r.Provisional {
		t.Errorf("after the game the table shows %+v", r)
	}
	var who profile
	s.api("GET", "/people/ben", nil, http.StatusOK, &who)
	if len(who.Ratings) != 1 || who.Ratings[0].Value != 1338 || who.Ratings[0].Low >= 1338 || len(who.Games) != 1 {
		t.Fatalf("%+v", who)
	}
	checkSchema(t, "Person", who)
	if g := who.Games[0]; g.Verdict != "loss" || !g.Rated || g.Before != 1500 || g.After != 1338 || g.Opponents[0] != "Anna" || g.Record == "" {
		t.Errorf("%+v", g)
	}
	page := s.request("GET", "/people/Ben", nil, nil)
	if page.status != http.StatusOK || !strings.Contains(page.body, "1338?") || !strings.Contains(page.body, "Tic-tac-toe") || strings.Contains(page.body, "Sign out") {
		t.Errorf("the profile: %d %s", page.status, page.body)
	}
	mine := s.request("GET", "/people/Ben", nil, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: seatCookie, Value: ben}) })
	setup := s.request("GET", "/play/tictactoe", nil, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: seatCookie, Value: ben}) })
	if strings.Contains(s.request("GET", "/play/tictactoe", nil, nil).body, `name="rated"`) || !strings.Contains(setup.body, `name="rated"`) {
		t.Error("whoever has signed in, and nobody else, chooses whether the game is rated")
	}
	if !strings.Contains(mine.body, "Sign out") || !strings.Contains(mine.body, `href="/account">Ben`) {
		t.Error("one's own profile has no button to sign out")
	}
}

// A game against a program is in the history and not rated; so is one with somebody who has no
// account.
func TestUnrated(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Login = true })
	anna := s.sign("up", "Anna", "correct horse", http.StatusSeeOther)
	var open tableAnswer
	s.seat(anna, "POST", "/tables", tableRequest{Ref: named("tictactoe"), Opponents: map[string]string{"": "legal"}}, http.StatusCreated, &open)
	s.seat(anna, "POST", "/tables/"+open.ID+"/move", actionRequest{Number: 1}, http.StatusOK, nil)
	s.seat(anna, "POST", "/tables/"+open.ID+"/resign", actionRequest{}, http.StatusOK, nil)
	s.seat(anna, "POST", "/tables", tableRequest{Ref: named("tictactoe"), Seats: map[string]string{"white": "me", "black": "friend"}}, http.StatusCreated, &open)
	path, _, _ := strings.Cut(open.View.Seats[1].Invitation, "?")
	var joined joinAnswer
	s.api("POST", "/tables/"+open.ID+"/join", joinRequest{Role: "black", Key: path[strings.LastIndexByte(path, '/')+1:], Name: "Ben"}, http.StatusOK, &joined)
	var v humanplay.View
	s.seat(anna, "POST", "/tables/"+open.ID+"/move", actionRequest{Number: 1}, http.StatusOK, &v)
	if v.Rated || v.Seats[1].Account != nil {
		t.Errorf("with somebody who has no account: %+v", v.Seats)
	}
	s.seat(anna, "POST", "/tables/"+open.ID+"/resign", actionRequest{}, http.StatusOK, nil)
	var who profile
	s.api("GET", "/people/Anna", nil, http.StatusOK, &who)
	if len(who.Ratings) != 0 || len(who.Games) != 2 || who.Games[0].Rated || who.Games[1].Rated || who.Games[0].Opponents[0] != "Ben" {
		t.Errorf("%+v", who)
	}
}

// Without --login there are no accounts, and nothing says so.
func TestNoAccounts(t *testing.T) {
	s := newSite(t, nil)
	s.api("GET", "/people/Anna", nil, http.StatusNotFound, nil)
	for _, path := range []string{"/account", "/people/Anna"} {
		if a := s.request("GET", path, nil, nil); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := s.request("GET", "/docs", nil, nil); strings.Contains(a.body, "/account") {
		t.Error("the pages have a link to accounts")
	}
}

// Whoever changes the password keeps the seats, and all other sessions end, also those with a
// connection.
func TestPassword(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Login, c.Token = true, "sesame" })
	here := s.sign("up", "Anna", "correct horse", http.StatusSeeOther)
	var elsewhere sessionAnswer
	s.api("POST", "/account/sessions", signInRequest{"anna", "correct horse"}, http.StatusCreated, &elsewhere)
	checkSchema(t, "Session", elsewhere)
	s.api("POST", "/account/sessions", signInRequest{"Anna", "wrong horse"}, http.StatusUnauthorized, nil)
	var open tableAnswer
	s.seat(elsewhere.Secret, "POST", "/tables", tableRequest{Ref: named("tictactoe"), Opponents: map[string]string{"": "legal"}}, http.StatusCreated, &open)
	if open.Secret != "" || elsewhere.Name != "Anna" {
		t.Errorf("%+v, %+v", elsewhere, open)
	}
	s.seat(here, "GET", "/tables/"+open.ID, nil, http.StatusOK, nil) // an account has its seats everywhere
	s.api("POST", "/account/password", passwordRequest{"correct horse", "battery staple"}, http.StatusUnauthorized, nil)
	s.seat(here, "POST", "/account/password", passwordRequest{"wrong horse", "battery staple"}, http.StatusForbidden, nil)
	s.seat(here, "POST", "/account/password", passwordRequest{"correct horse", "short"}, http.StatusUnprocessableEntity, nil)
	ended, stays := s.events(elsewhere.Secret, open.ID), s.events(here, open.ID)
	s.seat(here, "POST", "/account/password", passwordRequest{"correct horse", "battery staple"}, http.StatusNoContent, nil)
	if _, err := io.Copy(io.Discard, ended); err != nil { // the server ends it when it asks for the session again
		t.Error("a stream of another session does not end well:", err)
	}
	s.seat(here, "POST", "/tables/"+open.ID+"/move", actionRequest{Number: 1}, http.StatusOK, nil)
	for lines := bufio.NewScanner(stays); !strings.Contains(lines.Text(), `"step":2`); {
		if !lines.Scan() {
			t.Fatal("the stream of the session that changed the password has ended, too")
		}
	}
	s.seat(elsewhere.Secret, "GET", "/tables/"+open.ID, nil, http.StatusNotFound, nil)
	s.seat(elsewhere.Secret, "GET", "/tables/"+open.ID+"/events", nil, http.StatusNotFound, nil)
	a, err := s.server.cfg.Store.Account(t.Context(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	s.seat(accountPrefix+a.Holder, "GET", "/tables/"+open.ID, nil, http.StatusNotFound, nil) // what the store has opens nothing
	s.sign("in", "Anna", "correct horse", http.StatusUnauthorized)
	if again := s.sign("in", "Anna", "battery staple", http.StatusSeeOther); again == "" {
		t.Error("the new password does not work")
	}
}

// events opens the stream of a table for somebody who has signed in, and reads its beginning.
func (s *site) events(secret, table string) io.Reader {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), "GET", s.http.URL+prefix+"/tables/"+table+"/events", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set(seatHeader, secret)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { res.Body.Close() })
	in := bufio.NewReader(res.Body)
	if line, err := in.ReadString('\n'); err != nil || res.StatusCode != http.StatusOK {
		s.t.Fatal(res.Status, line, err)
	}
	return in
}

// Somebody who guesses passwords has to wait.
func TestGuesses(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Login = true })
	for range passwordRate.Burst {
		s.server.access.passwords.Allow("127.0.0.1")
	}
	s.sign("in", "Anna", "correct horse", http.StatusTooManyRequests)
}

// checkSchema compares a value with the description of the API.
func checkSchema(t *testing.T, name string, value any) {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	doc := document(t)
	c := &checker{doc: doc}
	c.check(name, find(doc, "#/components/schemas/"+name), v)
	for _, text := range c.wrong {
		t.Error(text)
	}
}
