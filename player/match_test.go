package player_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/player"
)

func TestPlay(t *testing.T) {
	a, b := new(stub), new(stub)
	var steps []player.Step
	res, err := player.Play(context.Background(), player.Match{
		Game: coins(3), Players: []player.Player{a, b}, Nodes: 5, Seed: 1, PlayClock: time.Hour,
		Watch: func(s player.Step) error { steps = append(steps, s); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Over || !slices.Equal(res.Goals, []int{50, 50}) || len(res.Moves) != 3 || len(res.Faults) != 0 || len(steps) != 3 {
		t.Errorf("%+v after %d steps", res, len(steps))
	}
	if a.asked != 3 || len(a.events) != 3 || a.stopped != 1 || a.setup.Nodes != 5 || a.setup.Role != 0 || b.setup.Role != 1 {
		t.Errorf("%+v", a)
	}
	if a.setup.Seed == b.setup.Seed {
		t.Error("both players have the same seed")
	}
	if !slices.Equal(res.Notes, []string{"a stub", "a stub"}) || res.Thinking[0].Moves != 3 {
		t.Errorf("%+v", res)
	}
}

func TestFaults(t *testing.T) {
	tests := map[string]struct {
		stub stub
		kind player.FaultKind
	}{
		"late":     {stub{delay: 12 * time.Second, deaf: true}, player.Late},
		"grace":    {stub{delay: 10*time.Second + player.Grace/2, deaf: true}, ""},
		"very":     {stub{delay: time.Minute, deaf: true}, player.Late},
		"illegal":  {stub{illegal: true}, player.Illegal},
		"failing":  {stub{fails: errBroken}, player.Failed},
		"no start": {stub{starts: errBroken}, player.Failed},
		"in time":  {stub{delay: time.Minute}, ""},
		"thinking": {stub{delay: 5 * time.Second}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bad, good := &test.stub, new(stub)
				res, err := player.Play(context.Background(), player.Match{
					Game: coins(2), Players: []player.Player{bad, good}, PlayClock: 10 * time.Second, StartClock: time.Second,
				})
				if name == "very" {
					if err == nil {
						t.Error("a player that does not stop should be reported")
					}
				} else if err != nil {
					t.Fatal(err)
				}
				if !res.Over {
					t.Error("the match was not played to its end")
				}
				for _, f := range res.Faults {
					if f.Role != 0 || f.Kind != test.kind || f.String() == "" || f.Kind == player.Failed && !errors.Is(f.Err, errBroken) {
						t.Errorf("%+v", f)
					}
				}
				want := len(res.Moves)
				if test.stub.starts != nil {
					want++
				}
				if test.kind == "" {
					want = 0
				}
				if len(res.Faults) != want {
					t.Errorf("%d faults: %v", len(res.Faults), res.Faults)
				}
				if len(good.events) != len(res.Moves) {
					t.Errorf("%d events for %d steps", len(good.events), len(res.Moves))
				}
				time.Sleep(10 * time.Minute) // until the deaf one is done
			})
		})
	}
}

// TestAllowance checks that a player with too many faults loses its seat, and that
// the rest of the match is as if it had gone on to be wrong.
func TestAllowance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seed := uint64(0)
		play := func(p player.Player, allowance int) player.Result {
			res, err := player.Play(context.Background(), player.Match{
				Game: coins(20), Players: []player.Player{p, &stub{illegal: true}}, Seed: seed, Allowance: allowance,
			})
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		all := play(&stub{illegal: true}, 0)
		for len(all.Moves) < 3 && seed < 100 {
			seed++
			all = play(&stub{illegal: true}, 0)
		}
		if len(all.Moves) < 3 || slices.Contains(all.Retired, true) {
			t.Fatalf("%+v", all)
		}
		bad := &stub{illegal: true}
		one := play(bad, 1)
		if bad.asked != 1 || bad.stopped != 1 || len(one.Faults) != 2 || !one.Retired[0] || !one.Retired[1] {
			t.Errorf("asked %d times, %+v", bad.asked, one)
		}
		if !reflect.DeepEqual(one.Moves, all.Moves) {
			t.Errorf("%v, and without an allowance %v", one.Moves, all.Moves)
		}
		out := &stub{fails: fmt.Errorf("gone: %w", player.ErrOut)}
		if res := play(out, 0); out.asked != 1 || !res.Retired[0] || res.Retired[1] {
			t.Errorf("asked %d times, %+v", out.asked, res)
		}
	})
}

// A distant player is a stub elsewhere.
type distant struct{ stub }

func (d *distant) Remote() {}

// TestRemote checks that a player elsewhere has the clock and the grace, is asked
// in every step, and asked again after a failure.
func TestRemote(t *testing.T) {
	tests := map[string]struct {
		player distant
		faults []player.FaultKind
	}{
		"in time":  {distant{stub{delay: 10*time.Second + player.Grace/2, deaf: true}}, nil},
		"too late": {distant{stub{delay: 12 * time.Second, deaf: true}}, []player.FaultKind{player.Late, player.Late}},
		"no start": {distant{stub{starts: errBroken}}, []player.FaultKind{player.Failed}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := &gametest.Explicit{RoleNames: []string{"x"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
					{Moves: [][]string{{"only"}}, Next: map[string]int{"only": 1}, Goals: [][]int{{0}}},
					{Moves: [][]string{{"a", "b"}}, Next: map[string]int{"a": 2, "b": 2}, Goals: [][]int{{0}}},
					{Terminal: true, Goals: [][]int{{100}}},
				}}
				p := test.player
				res, err := player.Play(context.Background(), player.Match{
					Game: g, Players: []player.Player{&p}, PlayClock: 10 * time.Second, StartClock: time.Second,
				})
				if err != nil {
					t.Fatal(err)
				}
				var kinds []player.FaultKind
				for _, f := range res.Faults {
					kinds = append(kinds, f.Kind)
				}
				if p.asked != 2 || !slices.Equal(kinds, test.faults) {
					t.Errorf("asked %d times, faults %v", p.asked, res.Faults)
				}
			})
		})
	}
}

// TestWatchEndsMatch checks that a match does not go on if what happened cannot
// be kept.
func TestWatchEndsMatch(t *testing.T) {
	res, err := player.Play(context.Background(), player.Match{
		Game: coins(9), Players: []player.Player{new(stub), new(stub)},
		Watch: func(s player.Step) error {
			if s.Number == 2 {
				return errBroken
			}
			return nil
		},
	})
	if !errors.Is(err, errBroken) || len(res.Moves) != 3 || res.Over {
		t.Errorf("%v, %+v", err, res)
	}
}

// TestOwnMove checks that a player whose answer was not taken learns of the move
// that was made instead.
func TestOwnMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := &stub{illegal: true}
		res, err := player.Play(context.Background(), player.Match{Game: coins(5), Players: []player.Player{bad, new(stub)}, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range bad.events {
			if e.Own != res.Moves[i][0] || !slices.Equal(e.Joint, res.Moves[i]) {
				t.Errorf("step %d: %v was told, and %v happened", i, e, res.Moves[i])
			}
		}
	})
}

func TestClocksAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		slow := &stub{delay: time.Hour}
		res, err := player.Play(context.Background(), player.Match{
			Game: coins(1), Players: []player.Player{slow, new(stub)}, PlayClock: 2 * time.Second,
		})
		if err != nil || len(res.Faults) > 0 {
			t.Fatal(err, res.Faults)
		}
		if took := time.Since(began); took != 2*time.Second-player.Reserve(2*time.Second) {
			t.Errorf("the player was told to answer after %v", took)
		}
		if slow.setup.PlayClock != 2*time.Second {
			t.Errorf("%+v", slow.setup)
		}
	})
}

// TestFullClock checks that steps take the same time no matter how long players think,
// whether they are late, or whether they have a choice.
func TestFullClock(t *testing.T) {
	for name, p := range map[string]player.Player{
		"quick":   new(stub),
		"slow":    &stub{delay: time.Second},
		"grace":   &stub{delay: 2*time.Second + player.Grace/2, deaf: true},
		"late":    &stub{delay: 2*time.Second + 2*player.Grace, deaf: true},
		"illegal": &stub{illegal: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := player.Match{Game: coins(3), Players: []player.Player{p, new(stub)}, PlayClock: 2 * time.Second, FullClock: true, Allowance: 1}
				last := time.Now()
				m.Watch = func(s player.Step) error {
					if took := time.Since(last); took != m.PlayClock+player.Grace {
						t.Errorf("step %d took %v", s.Number, took)
					}
					last = time.Now()
					return nil
				}
				if _, err := player.Play(context.Background(), m); err != nil {
					t.Error(err)
				}
			})
		})
	}
	m := player.Match{Game: coins(1), Players: []player.Player{new(stub), new(stub)}, FullClock: true}
	if _, err := player.Play(context.Background(), m); err == nil {
		t.Error("no clock was used to its end")
	}
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 2500*time.Millisecond)
		defer cancel()
		players := []player.Player{&stub{delay: time.Second}, new(stub)}
		res, err := player.Play(ctx, player.Match{Game: coins(10), Players: players})
		if !errors.Is(err, context.DeadlineExceeded) || res.Over || len(res.Moves) != 2 {
			t.Errorf("%v, %+v", err, res)
		}
	})
}

func TestCutOff(t *testing.T) {
	players := []player.Player{new(stub), new(stub)}
	res, err := player.Play(context.Background(), player.Match{Game: coins(10), Players: players, MaxSteps: 4})
	if err != nil || res.Over || len(res.Moves) != 4 || res.Goals != nil {
		t.Errorf("%v, %+v", err, res)
	}
	res, err = player.Play(context.Background(), player.Match{Game: coins(10), Players: players, From: game.State{9}})
	if err != nil || !res.Over || len(res.Moves) != 1 {
		t.Errorf("%v, %+v", err, res)
	}
}

func TestWrongPlayers(t *testing.T) {
	for _, players := range [][]player.Player{nil, {new(stub)}, {new(stub), nil}} {
		if _, err := player.Play(context.Background(), player.Match{Game: coins(1), Players: players}); err == nil {
			t.Errorf("%v should be refused", players)
		}
	}
}

func TestStuck(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"p"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{{Moves: [][]string{nil}}}}
	p := new(stub)
	if _, err := player.Play(context.Background(), player.Match{Game: g, Players: []player.Player{p}}); !errors.Is(err, game.ErrStuck) {
		t.Errorf("the error is %v", err)
	}
	if p.stopped != 1 {
		t.Error("the player was not stopped")
	}
}

// TestHidden checks that players of a game that hides information are told
// percepts only, and that chance moves by itself.
func TestHidden(t *testing.T) {
	g := playertest.Open(t, "montyhall")
	p := new(stub)
	players := make([]player.Player, len(g.Roles()))
	for r := range players {
		if game.Role(r) != g.Random() {
			players[r] = p
		}
	}
	doors := map[game.Move]bool{}
	for seed := range uint64(10) {
		p.events = nil
		res, err := player.Play(context.Background(), player.Match{Game: g, Players: players, Seed: seed})
		if err != nil || len(res.Faults) > 0 || !res.Over {
			t.Fatal(err, res)
		}
		doors[res.Moves[0][g.Random()]] = true
		percepts := 0
		for _, e := range p.events {
			if percepts += len(e.Percepts); e.Joint != nil {
				t.Errorf("the joint move was told: %v", e)
			}
		}
		if percepts == 0 {
			t.Error("nothing was perceived")
		}
	}
	if len(doors) < 2 {
		t.Error("chance always hides the car behind the same door")
	}
}

func TestScores(t *testing.T) {
	g := playertest.Open(t, "reversi-4x4")
	res, err := player.Play(context.Background(), player.Match{Game: g, Players: []player.Player{new(basic.Random), new(basic.Random)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Scores) != 2 || res.Scores[0]+res.Scores[1] != 32 {
		t.Errorf("the scores are %v", res.Scores)
	}
}
