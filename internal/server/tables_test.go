package server

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/internal/store"
)

func named(name string) gamecache.Ref { return gamecache.Ref{Game: name} }

var weak = map[string]string{"": "random"}

func TestTableToTheEnd(t *testing.T) {
	s := newSite(t, nil)
	a := s.sit(tableRequest{Ref: named("tictactoe"), Opponents: weak})
	if a.View.Role != "white" || a.View.Phase != humanplay.Yours || len(a.View.Moves) != 9 || len(a.View.Moves[0].Cells) != 1 {
		t.Fatalf("the table begins with %+v", a.View)
	}
	v := a.View
	for v.Phase != humanplay.Over {
		if v.Phase == humanplay.Yours {
			step := v.Step
			s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1, Step: &step}, http.StatusOK, &v)
		}
		v = s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
	}
	if v.Result == nil || len(v.Result.Goals) != 2 || v.Record == "" {
		t.Fatalf("the end is %+v with the record %q", v.Result, v.Record)
	}
	r, err := s.store.Match(t.Context(), v.Record)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Completed || len(r.Moves) != v.Step || r.Names[0] != "person" || !r.Human[0] {
		t.Errorf("the record is %+v", r)
	}
	var sum matchSummary
	s.api("GET", "/matches/"+v.Record, nil, http.StatusOK, &sum)
	if sum.Steps != v.Step || sum.Status != "completed" {
		t.Errorf("the match is %+v", sum)
	}
	// The record follows from the rules, since tic-tac-toe has no chance.
	b, err := s.server.games.Find(named("tictactoe"))
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := b.Game(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(t.Context(), b.Rules, g); err != nil {
		t.Errorf("the record cannot be proved: %v", err)
	}
	var again humanplay.View
	s.seat(a.Secret, "POST", "/tables/"+a.ID+"/rematch", actionRequest{Swap: true}, http.StatusOK, &again)
	if again.Role != "black" || again.Number != 2 || again.Result != nil {
		t.Errorf("the rematch is %+v", again)
	}
}

// TestChanceAtTheTable checks that a record says that the moves of chance cannot be
// verified, since the person must not know the seed.
func TestChanceAtTheTable(t *testing.T) {
	s := newSite(t, nil)
	a := s.sit(tableRequest{Ref: named("montyhall"), Opponents: weak, Nodes: 5})
	v := s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
	for v.Phase != humanplay.Over {
		step := v.Step
		s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1, Step: &step}, http.StatusOK, &v)
		v = s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
	}
	r, err := s.store.Match(t.Context(), v.Record)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.server.games.Find(named("montyhall"))
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := b.Game(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(t.Context(), b.Rules, g); err != nil || !r.Details.Unseeded {
		t.Errorf("%v, seed left open: %v", err, r.Details.Unseeded)
	}
}

func TestTableActions(t *testing.T) {
	s := newSite(t, nil)
	a := s.sit(tableRequest{Ref: named("nim"), Opponents: weak, Nodes: 20})
	path := "/tables/" + a.ID
	var v humanplay.View
	s.seat(a.Secret, "POST", path+"/hint", actionRequest{}, http.StatusOK, nil)
	v = s.wait(a, func(v humanplay.View) bool { return v.Hint != nil && v.Hint.Move > 0 })
	if v.Hint.Move > len(v.Moves) || len(v.Hint.Lines) == 0 {
		t.Errorf("the hint is %+v", v.Hint)
	}
	s.seat(a.Secret, "POST", path+"/evaluation", actionRequest{On: true}, http.StatusOK, nil)
	v = s.wait(a, func(v humanplay.View) bool { return v.Evaluation != nil })
	if len(v.Evaluation.Values) != 2 {
		t.Errorf("the evaluation is %+v", v.Evaluation)
	}
	s.seat(a.Secret, "POST", path+"/move", actionRequest{Move: v.Moves[0].Text}, http.StatusOK, nil)
	s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
	old := 0
	s.seat(a.Secret, "POST", path+"/move", actionRequest{Number: 1, Step: &old}, http.StatusConflict, nil)
	s.seat(a.Secret, "POST", path+"/undo", actionRequest{}, http.StatusOK, &v)
	if v.Step != 0 || v.Phase != humanplay.Yours {
		t.Errorf("after taking back: step %d, %s", v.Step, v.Phase)
	}
	s.seat(a.Secret, "POST", path+"/move", actionRequest{Move: "(fly)"}, http.StatusConflict, nil)
	s.seat(a.Secret, "POST", path+"/resign", actionRequest{}, http.StatusOK, &v)
	if v.Result == nil || !v.Result.Resigned || v.Result.Verdict != "loss" {
		t.Errorf("after resigning: %+v", v.Result)
	}
	s.seat(a.Secret, "DELETE", path, nil, http.StatusNoContent, nil)
	s.seat(a.Secret, "GET", path, nil, http.StatusNotFound, nil)
}

func TestTableRefusals(t *testing.T) {
	s := newSite(t, nil)
	for name, req := range map[string]tableRequest{
		"a player with options":   {Ref: named("nim"), Opponents: map[string]string{"": "strategy:/etc/passwd"}},
		"a player that reads":     {Ref: named("nim"), Opponents: map[string]string{"": "strategy"}},
		"an unknown role":         {Ref: named("nim"), Role: "nobody"},
		"a role of the opponents": {Ref: named("nim"), Opponents: map[string]string{"nobody": "mcts"}},
		"a long clock":            {Ref: named("nim"), ClockMs: 1 << 40},
		"many nodes":              {Ref: named("nim"), Nodes: 1 << 40},
		"chance":                  {Ref: named("montyhall"), Role: "random"},
		"a broken text":           {Ref: gamecache.Ref{Text: "role(white"}},
		"moves that are none":     {Ref: named("nim"), Moves: "fly away"},
	} {
		if a := s.request("POST", prefix+"/tables", req, nil); a.status != http.StatusUnprocessableEntity || a.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: status %d %s", name, a.status, a.body)
		}
	}
	s.api("POST", "/tables", tableRequest{Ref: named("../../go.mod")}, http.StatusNotFound, nil)
}

func TestTablesAreFull(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Tables = Quota{1, 1} })
	s.sit(tableRequest{Ref: named("nim")})
	a := s.api("POST", "/tables", tableRequest{Ref: named("nim")}, http.StatusServiceUnavailable, nil)
	if a.header.Get("Retry-After") == "" {
		t.Error("nobody says when to try again")
	}
}

// Requests for what another role sees are refused in every form.
func TestSeatIsSecret(t *testing.T) {
	s := newSite(t, nil)
	mine := s.sit(tableRequest{Ref: named("montyhall"), Opponents: weak})
	other := s.sit(tableRequest{Ref: named("montyhall"), Opponents: weak})
	for _, path := range []string{"", "/board.svg", "/events", "/live"} {
		for name, secret := range map[string]string{"none": "", "of another table": other.Secret, "made up": "AAAA"} {
			if a := s.seat(secret, "GET", "/tables/"+mine.ID+path, nil, http.StatusNotFound, nil); strings.Contains(a.body, "montyhall") {
				t.Errorf("%s with the secret %s says %s", path, name, a.body)
			}
		}
	}
	for _, kind := range []string{"move", "undo", "hint", "evaluation", "resign", "rematch", "start"} {
		s.seat(other.Secret, "POST", "/tables/"+mine.ID+"/"+kind, actionRequest{}, http.StatusNotFound, nil)
	}
	a := s.request("GET", "/table/"+mine.ID, nil, nil)
	if a.status != http.StatusNotFound || strings.Contains(a.body, "Monty") {
		t.Errorf("the page of somebody else's table: %d", a.status)
	}
	cookie := func(r *http.Request) { r.AddCookie(&http.Cookie{Name: seatCookie, Value: mine.Secret}) }
	if a := s.request("GET", "/table/"+mine.ID, nil, cookie); a.status != http.StatusOK {
		t.Errorf("the page of one's own table: %d", a.status)
	}
	var list matchList
	s.api("GET", "/matches", nil, http.StatusOK, &list)
	if len(list.Matches) != 0 {
		t.Errorf("games that people play are listed: %+v", list)
	}
}

// Nothing that the person is sent may depend on the moves of chance before the role
// perceives them: games that differ only in these have the same texts.
func TestNothingHiddenIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, patient)
	told := map[string]string{} // with what shows a difference
	cars := map[string]bool{}
	for seed := range uint64(12) {
		a := s.sit(tableRequest{Ref: named("montyhall"), Role: "candidate", Seed: &seed, ClockMs: 50})
		v := s.wait(a, func(v humanplay.View) bool { return v.Phase == humanplay.Yours && v.Known != nil && v.Known.States > 0 })
		page := s.request("GET", "/table/"+a.ID, nil, func(r *http.Request) {
			r.AddCookie(&http.Cookie{Name: seatCookie, Value: a.Secret})
		})
		picture := s.seat(a.Secret, "GET", "/tables/"+a.ID+"/board.svg", nil, http.StatusOK, nil)
		v.ID, v.Version, v.Position, v.Now, v.Notices = "", 0, 0, 0, nil // the engine may have become faster
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(page.body, a.ID, "")
		if at := strings.Index(text, "version"); at >= 0 { // version numbers depend on timing
			text = text[:at]
		}
		told[string(data)+picture.body+text] = string(data)
		for v.Phase != humanplay.Over {
			s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1}, http.StatusOK, &v)
			v = s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
		}
		r, err := s.store.Match(t.Context(), v.Record)
		if err != nil {
			t.Fatal(err)
		}
		cars[r.Moves[0][0]+r.Moves[0][1]] = true
	}
	if len(cars) < 2 {
		t.Fatalf("chance did the same every time: %v", cars)
	}
	if len(told) != 1 {
		t.Errorf("%d different things were told before anything was perceived, want 1; the views are\n%s", len(told), strings.Join(slices.Collect(maps.Values(told)), "\n"))
	}
}

// patient gives requests more time, for tests of what is answered and not of how soon: on a
// busy machine opening chess takes longer than a question may.
func patient(c *Config) { c.Limits.Question = time.Minute }

// A stopped server loses nothing: games of people go on with the next server on the same
// store, and matches of programs are kept.
func TestCloseKeepsGames(t *testing.T) {
	s := newSite(t, patient)
	a := s.sit(tableRequest{Ref: named("breakthrough"), Opponents: weak})
	s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1}, http.StatusOK, nil)
	before := s.wait(a, func(v humanplay.View) bool { return v.Phase == humanplay.Yours && v.Step > 0 })
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named("chess"), Players: []string{"mcts"}, ClockMs: 60_000}, http.StatusCreated, &m)
	if m.Status != "running" || !m.Live {
		t.Errorf("the match is %+v", m)
	}
	s.server.Close("the server was stopped")
	ids, err := s.store.IDs(t.Context(), store.Filter{Status: store.Aborted, Game: "chess"})
	if err != nil || len(ids) != 1 {
		t.Errorf("the match of programs was not kept: %v, %v", ids, err)
	}
	s.api("POST", "/tables", tableRequest{Ref: named("nim")}, http.StatusGone, nil)
	next := newSite(t, func(c *Config) { c.Store = s.store })
	var v humanplay.View
	next.seat(a.Secret, "GET", "/tables/"+a.ID, nil, http.StatusOK, &v)
	if v.Step != before.Step || !slices.Equal(v.History, before.History) {
		t.Errorf("the game goes on with %+v", v)
	}
	next.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1, Step: &v.Step}, http.StatusOK, nil)
	next.wait(a, func(w humanplay.View) bool { return w.Phase == humanplay.Yours && w.Step > v.Step })
	var list []table.Mine
	next.seat(a.Secret, "GET", "/tables/mine", nil, http.StatusOK, &list)
	if len(list) != 1 || list[0].ID != a.ID || list[0].Game.Title != "Breakthrough" || list[0].Role != "white" || list[0].URL != "/table/"+a.ID || !slices.Equal(list[0].Opponents, []string{"random"}) {
		t.Errorf("the list is %+v", list)
	}
	next.api("GET", "/tables/mine", nil, http.StatusOK, &list)
	if len(list) != 0 {
		t.Errorf("somebody without a seat has %+v", list)
	}
}

// Two people play with the secrets of their seats, without the token of the server. Somebody
// looks on by the address.
func TestFriends(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Token = "the token" })
	trusted := func(r *http.Request) { r.Header.Set("Authorization", "Bearer the token") }
	req := tableRequest{Ref: named("tictactoe"), Seats: map[string]string{"white": "me", "black": "friend"}, Name: "Anna"}
	if a := s.request("POST", prefix+"/tables", req, nil); a.status != http.StatusUnauthorized {
		t.Fatalf("a table without the token: %d", a.status)
	}
	made := s.request("POST", prefix+"/tables", req, trusted)
	var a tableAnswer
	if err := json.Unmarshal([]byte(made.body), &a); err != nil || made.status != http.StatusCreated {
		t.Fatal(made.status, made.body, err)
	}
	path := "/tables/" + a.ID
	invitation := a.View.Seats[1].Invitation
	page := s.request("GET", invitation, nil, nil)
	if page.status != http.StatusOK || !strings.Contains(page.body, "Anna") || !strings.Contains(page.body, "black") {
		t.Fatalf("the invitation: %d %s", page.status, page.body)
	}
	address, _, _ := strings.Cut(invitation, "?")
	key := address[strings.LastIndexByte(address, '/')+1:]
	s.api("POST", path+"/join", joinRequest{Role: "black", Key: "wrong"}, http.StatusNotFound, nil)
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	join := s.request("POST", address, "role=black&name=Ben", form)
	if join.status != http.StatusSeeOther || join.header.Get("Location") != "/table/"+a.ID {
		t.Fatalf("joining: %d %s", join.status, join.body)
	}
	cookie, err := http.ParseSetCookie(join.header.Get("Set-Cookie"))
	if err != nil || cookie.Name != seatCookie || !cookie.HttpOnly {
		t.Fatalf("the cookie is %v, %v", cookie, err)
	}
	if again := s.request("POST", address, "role=black&name=Carl", form); again.status != http.StatusNotFound {
		t.Errorf("an invitation that was used: %d", again.status)
	}
	s.api("POST", path+"/join", joinRequest{Role: "black", Key: key}, http.StatusNotFound, nil)
	var v humanplay.View
	for i, secret := range []string{a.Secret, cookie.Value, a.Secret} {
		s.seat(secret, "POST", path+"/move", actionRequest{Number: 1, Step: &i}, http.StatusOK, &v)
	}
	s.seat(cookie.Value, "POST", path+"/chat", actionRequest{Text: "hello"}, http.StatusOK, &v)
	s.api("GET", path, nil, http.StatusOK, &v)
	if !v.Watching || v.Step != 3 || v.Seats[1].Player != "Ben" || v.Seats[1].Invitation != "" || len(v.Moves) != 0 {
		t.Errorf("who looks on sees %+v", v)
	}
	s.api("POST", path+"/move", actionRequest{Number: 1}, http.StatusConflict, nil)
	s.seat(cookie.Value, "POST", path+"/draw", actionRequest{}, http.StatusOK, nil)
	s.seat(a.Secret, "POST", path+"/accept", actionRequest{}, http.StatusOK, &v)
	if v.Result == nil || v.Result.Verdict != "draw" {
		t.Errorf("the result is %+v", v.Result)
	}
	if page := s.request("GET", "/table/"+a.ID, nil, nil); page.status != http.StatusOK {
		t.Errorf("the page of who looks on: %d", page.status)
	}
	// From the record, a game goes on.
	on := s.request("POST", prefix+"/tables", tableRequest{Record: v.Record, Step: 2, Opponents: weak}, trusted)
	if err := json.Unmarshal([]byte(on.body), &a); err != nil || on.status != http.StatusCreated || a.View.Step != 2 || len(a.View.Moves) != 7 {
		t.Errorf("going on: %d %s, %v", on.status, on.body, err)
	}
	if far := s.request("POST", prefix+"/tables", tableRequest{Record: v.Record, Step: 9}, trusted); far.status != http.StatusUnprocessableEntity {
		t.Errorf("going on from a step that was not made: %d", far.status)
	}
}

// A real-time game is played on the live connection, which pages of other sites cannot
// open.
func TestLiveTable(t *testing.T) {
	s := newSite(t, nil)
	a := s.sit(tableRequest{Ref: named("chicken"), Opponents: map[string]string{"": "idle"}, UnitMs: 60_000})
	if a.View.Phase != humanplay.Ready || a.View.Time == nil {
		t.Fatalf("the table begins with %+v", a.View)
	}
	url := "ws" + strings.TrimPrefix(s.http.URL, "http") + prefix + "/tables/" + a.ID + "/live"
	header := http.Header{seatHeader: {a.Secret}}
	foreign := header.Clone()
	foreign.Set("Origin", "https://elsewhere.example")
	if c, res, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: foreign}); err == nil {
		c.CloseNow()
		t.Errorf("a page of another site got a connection: %d", res.StatusCode)
	}
	c, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	send := func(m humanplay.LiveMessage) {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Write(t.Context(), websocket.MessageText, data); err != nil {
			t.Fatal(err)
		}
	}
	until := func(true func(humanplay.LiveReply, humanplay.View) bool) humanplay.View {
		for {
			_, data, err := c.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var m humanplay.LiveReply
			var v humanplay.View
			if err := json.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			if m.Type == "view" {
				if err := json.Unmarshal(m.View, &v); err != nil {
					t.Fatal(err)
				}
			}
			if true(m, v) {
				return v
			}
		}
	}
	send(humanplay.LiveMessage{Type: "ping", Sent: 17})
	until(func(m humanplay.LiveReply, _ humanplay.View) bool {
		return m.Type == "pong" && m.Sent == 17 && !m.Running
	})
	send(humanplay.LiveMessage{Type: "move", Number: 1})
	until(func(m humanplay.LiveReply, _ humanplay.View) bool { return m.Type == "error" })
	s.seat(a.Secret, "POST", "/tables/"+a.ID+"/start", actionRequest{}, http.StatusOK, nil)
	v := until(func(_ humanplay.LiveReply, v humanplay.View) bool {
		return v.Phase == humanplay.Live && len(v.Moves) > 0
	})
	send(humanplay.LiveMessage{Type: "move", Move: v.Moves[0].Text})
	until(func(_ humanplay.LiveReply, v humanplay.View) bool {
		return v.Phase == humanplay.Live && strings.Contains(strings.Join(v.History, "\n"), "swerve")
	})
	send(humanplay.LiveMessage{Type: "ping"})
	until(func(m humanplay.LiveReply, _ humanplay.View) bool { return m.Type == "pong" && m.Running })
	s.seat(a.Secret, "POST", "/tables/"+a.ID+"/resign", actionRequest{}, http.StatusOK, nil)
	v = until(func(_ humanplay.LiveReply, v humanplay.View) bool { return v.Phase == humanplay.Over })
	if v.Result == nil || !v.Result.Resigned {
		t.Errorf("the end is %+v", v.Result)
	}
}
