package table

import (
	"testing"

	"ludex/internal/server/humanplay"
)

// Somebody who looked on, and then takes a seat, gets views on the new stream also when the
// old one ends, and is shown as present. Those who look on still get views when somebody has
// left a seat.
func TestAttachAndJoin(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("tictactoe", Request{Seats: map[string]string{"white": Me, "black": Friend}, Watch: true})
	_, _, stopLooking, err := s.Attach(t.Context(), "ben")
	if err != nil {
		t.Fatal(err)
	}
	h.join(s, "ben", "Ben")
	bens, first, leave, err := s.Attach(t.Context(), "ben")
	if err != nil {
		t.Fatal(err)
	}
	if v := decodeView(t, first.Data); !v.Seats[1].You || !v.Seats[1].Here {
		t.Errorf("ben sees %+v", v.Seats)
	}
	stopLooking()
	if v, err := s.View(t.Context(), "anna"); err != nil || !v.Seats[1].Here {
		t.Errorf("anna sees %+v, %v", v.Seats, err)
	}
	do(t, s, "anna", move(1))
	events, err := bens.Next(t.Context(), bens.Last()-1)
	if err != nil || len(events) != 1 || decodeView(t, events[0].Data).Step != 1 {
		t.Errorf("ben gets %+v, %v", events, err)
	}
	carls, _, leaveToo, err := s.Attach(t.Context(), "carl")
	if err != nil {
		t.Fatal(err)
	}
	defer leaveToo()
	do(t, s, "ben", action{Kind: DoLeave})
	leave()
	do(t, s, "anna", action{Kind: humanplay.DoResign})
	events, err = carls.Next(t.Context(), carls.Last()-1)
	if err != nil || decodeView(t, events[len(events)-1].Data).Phase != humanplay.Over {
		t.Errorf("carl gets %+v, %v", events, err)
	}
}

// A new reader gets the present view alone; the others hear nothing of it.
func TestAttachTellsNobody(t *testing.T) {
	h := newHouse(t, nil)
	s := h.friends("tictactoe", Request{})
	f, first, leave, err := s.Attach(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	other, second, leaveToo, err := s.Attach(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer leaveToo()
	a, b := decodeView(t, first.Data), decodeView(t, second.Data)
	if f != other || f.Last() != first.ID || first.ID != second.ID || a.Version != b.Version || b.Now == 0 {
		t.Errorf("events %d and %d, versions %d and %d, now %d, the feed is at %d", first.ID, second.ID, a.Version, b.Version, b.Now, f.Last())
	}
}
