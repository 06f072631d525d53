package match_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// TestWrite checks that the record of a match that was played step by step is the one
// that Run writes.
func TestWrite(t *testing.T) {
	for _, name := range []string{"tictactoe", "montyhall", "minority"} {
		rs, g := rulestest.Open(t, name)
		want, res, err := match.Play(t.Context(), config(rs, g, 1))
		if err != nil {
			t.Fatal(err)
		}
		c := config(rs, g, 1)
		p := match.Played{Began: time.UnixMilli(want.StartTime), Steps: played(g, want, res), Result: res}
		got, err := match.Write(t.Context(), c, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Check(t.Context(), rs, g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got.Token = want.Token
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// played returns the steps of a match that Play played.
func played(g game.Game, r *match.Record, res player.Result) []match.PlayedStep {
	m := g.NewMachine()
	state := m.Initial(nil)
	var steps []match.PlayedStep
	for i, joint := range res.Moves {
		state = m.Next(state, joint, nil)
		s := match.PlayedStep{Step: player.Step{Number: i, Joint: joint, State: state}, At: time.UnixMilli(r.StateTimes[i+1])}
		for _, f := range res.Faults {
			if f.Step == i {
				s.Faults = append(s.Faults, f)
			}
		}
		for _, ms := range r.Details.Took[i] {
			s.Took = append(s.Took, time.Duration(ms*float64(time.Millisecond)))
		}
		steps = append(steps, s)
	}
	return steps
}

// TestWriteUnseeded checks a record whose moves do not follow from a seed: it says so if
// that matters, and the moves in place of missing ones may be any.
func TestWriteUnseeded(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	want, res, err := match.Play(t.Context(), config(rs, g, 1))
	if err != nil || len(res.Faults) == 0 {
		t.Fatal(err, res.Faults)
	}
	wrong := 0
	for seed := range uint64(10) {
		c := config(rs, g, seed)
		c.Unseeded = true
		r, err := match.Write(t.Context(), c, match.Played{Began: time.Now(), Steps: played(g, want, res), Result: res})
		if err != nil || !r.Details.Unseeded {
			t.Fatal(err, r.Details.Unseeded)
		}
		if err := r.Check(t.Context(), rs, g); err != nil {
			t.Error(err)
		}
		r.Details.Unseeded = false
		if errors.Is(r.Check(t.Context(), rs, g), match.ErrWrong) {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("every seed draws the same")
	}
	c := config(rs, g, 0)
	c.Unseeded = true
	r, err := match.Write(t.Context(), c, match.Played{Began: time.Now(), Err: errors.New("gone")})
	if err != nil || r.Details.Unseeded || !r.Aborted || r.Details.Reason != "gone" || len(r.Errors) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
