package table

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/library"
)

// hiddenGames returns the turn-based games of the library that hide information. Those in real
// time have no tables of this kind.
func hiddenGames(t *testing.T, h *house) []*gamecache.Entry {
	var list []*gamecache.Entry
	for _, g := range library.Games() {
		switch e := h.entry(g.Name); {
		case e.About().Hidden && e.About().RealTime:
			t.Logf("%s is left out: a game in real time has the same test in humanplay", g.Name)
		case e.About().Hidden:
			list = append(list, e)
		}
	}
	return list
}

// A witness compares what a client gets after the same experience.
type witness struct {
	shown map[string]string
	again int
}

// look returns the view of a client, and the position that goes with it. Working out what a
// role knows may take too long on a slow machine.
func look(t *testing.T, s *Table, holder string) (view, board.Position) {
	t.Helper()
	for {
		v := await(t, s, holder, func(v view) bool { return v.Known != nil && (v.Known.States > 0 || v.Known.Why != "") })
		pos, number, err := s.Position(t.Context(), holder)
		if err != nil {
			t.Fatal(err)
		}
		if number == v.Position { // no step was made meanwhile
			return v, pos
		}
	}
}

// see checks everything that a client gets at a moment: its view and its picture, without ids
// and times. Who has chosen a move that waits for those of others knows that, too, and at the
// end everybody is told the goals of all.
func (w *witness) see(t *testing.T, s *Table, v view, pos board.Position, chosen bool) {
	t.Helper()
	v.ID, v.Version, v.Now, v.Record, v.Notices = "", 0, 0, "", nil
	for i := range v.Seats {
		v.Seats[i].Here = false
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	image, err := s.Draw(t.Context(), pos, board.Options{})
	if err != nil {
		t.Fatal(err)
	}
	told, err := s.Told(t.Context(), v.Role) // here holders are called like their roles
	if err != nil {
		t.Fatal(err)
	}
	steps, err := json.Marshal(told.Steps[:min(v.Step, len(told.Steps))]) // another step may have been made meanwhile
	if err != nil {
		t.Fatal(err)
	}
	experience, sent := fmt.Sprint(v.Role, " has chosen: ", chosen, "; ", v.Known.Why, "\n", strings.Join(v.History, "\n")), string(data)+string(image)+string(steps)
	if v.Result != nil {
		result, err := json.Marshal([]any{v.Result.Goals, v.Result.Scores, v.Result.Ending})
		if err != nil {
			t.Fatal(err)
		}
		experience += "\nthe end: " + string(result)
	}
	if other, ok := w.shown[experience]; ok {
		if w.again++; other != sent {
			t.Fatalf("after\n%s\na client gets\n%s\nor\n%s", experience, other, sent)
		}
	}
	w.shown[experience] = sent
}

// TestNoLeak plays every game of the library that hides information several times, with
// people on all seats and somebody who looks on. Where a role has done and perceived the same,
// its client gets the same bytes; who looks on gets nothing at all while the game is played. Without
// LUDEX_FULL it is every sixth game.
func TestNoLeak(t *testing.T) {
	const plays, actions = 6, 5
	h := newHouse(t, nil)
	for i, e := range hiddenGames(t, h) {
		short := e.About().Name == "montyhall" || e.About().Name == "kuhnpoker"
		if testing.Short() && !short {
			continue // the race detector makes it slow, and what races is the same in all games
		}
		t.Run(e.About().Name, func(t *testing.T) {
			if !short && i%6 != 0 && os.Getenv("LUDEX_FULL") == "" {
				t.Skip("takes long: LUDEX_FULL=1 runs it")
			}
			w := &witness{shown: map[string]string{}}
			for play := range plays {
				s := h.hiddenTable(t, e)
				looking, _, leave, err := s.Attach(t.Context(), "")
				if err != nil {
					t.Fatal(err)
				}
				for _, role := range e.About().Roles { // who looks on sees who comes
					_, _, leave, err := s.Attach(t.Context(), role)
					if err != nil {
						t.Fatal(err)
					}
					defer leave()
				}
				before := looking.Last()
				h.playHidden(t, s, w, e.About().Roles, play, actions)
				over := mineOver(t, s, e.About().Roles[0])
				if now := looking.Last(); now != before && !over {
					t.Errorf("who looks on was told something %d times", now-before)
				}
				if v, err := s.View(t.Context(), ""); err != nil || !over && (len(v.History) > 0 || v.Step > 0 || len(v.Moves) > 0 || v.Known != nil || v.Position != 0) {
					t.Errorf("who looks on sees %+v, %v", v, err)
				}
				leave()
				s.drop()
			}
			if w.again == 0 {
				t.Error("no experience came twice")
			}
		})
	}
}

// hiddenTable opens a table with a person on each seat, who are called by their roles.
func (h *house) hiddenTable(t *testing.T, e *gamecache.Entry) *Table {
	t.Helper()
	seats := map[string]string{}
	roles := e.About().Roles
	for _, role := range roles[1:] {
		seats[role] = Friend
	}
	s, err := h.Open(t.Context(), "client", Request{Entry: e, Role: roles[0], Seats: seats, Holder: roles[0], Name: "somebody", Watch: true, Chat: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range roles[1:] {
		v, err := s.View(t.Context(), roles[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range v.Seats {
			if seat.Role == role {
				if err := s.Join(t.Context(), role, keyOf(t, seat.Invitation), role, "somebody"); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return s
}

// mineOver reports whether the game is over.
func mineOver(t *testing.T, s *Table, holder string) bool {
	t.Helper()
	v, err := s.View(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	return v.Phase == humanplay.Over
}

// playHidden plays some actions, and compares what each role is shown.
func (h *house) playHidden(t *testing.T, s *Table, w *witness, roles []string, play, actions int) {
	t.Helper()
	chosen := map[string]int{} // by role: the step in which it has chosen
	for n := range actions {
		acted := false
		for i, role := range roles {
			v, pos := look(t, s, role)
			at, ok := chosen[role]
			w.see(t, s, v, pos, ok && at == v.Step)
			if v.Phase == humanplay.Over && i+1 < len(roles) {
				continue // the others see the end, too
			}
			if v.Phase == humanplay.Over {
				return
			}
			if v.Phase == humanplay.Yours && !acted {
				do(t, s, role, action{Kind: humanplay.DoMove, Number: 1 + (play>>(n+i)&1)%len(v.Moves), Step: &v.Step})
				chosen[role], acted = v.Step, true
			}
		}
		if !acted { // chance, or nobody, has to move first
			v, err := s.View(t.Context(), roles[0])
			if err != nil {
				t.Fatal(err)
			}
			await(t, s, roles[0], func(next view) bool { return next.Step > v.Step || next.Phase != humanplay.Others })
		}
	}
}

// In a game with hidden information a step without a decision of a person takes as long as a
// program may think, whether a program had a choice or not.
func TestPace(t *testing.T) {
	h := newHouse(t, nil)
	const clock = 150 * time.Millisecond
	s := h.lay("kuhnpoker", Request{Clock: clock})
	for v := mine(t, s, "anna"); v.Phase == humanplay.Yours; v = mine(t, s, "anna") {
		do(t, s, "anna", move(1))
	}
	events, err := h.store.TableEvents(t.Context(), s.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for i, stored := range events[1:] {
		e, err := decodeEvent(stored)
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == moved && s.fold.seats[e.Role].Program == "" {
			own++
			continue
		}
		if took := stored.At.Sub(events[i].At); took < clock {
			t.Errorf("event %d, %s, came after %v", stored.Number, e.Kind, took)
		}
	}
	if own == 0 || len(events) < 4 {
		t.Errorf("%d events, %d of the person", len(events), own)
	}
}

// Where everybody has seen everything, a step takes no longer than people need to follow.
func TestPaceOfDice(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("ludo-two", Request{Clock: time.Minute})
	await(t, s, "anna", func(v view) bool { return v.Step >= 3 }) // it would take minutes
}
