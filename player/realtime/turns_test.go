package realtime

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlrewrite"
	"ludex/internal/players/basic"
	"ludex/player"
	"ludex/player/mcts"
	"ludex/timed"
)

// translated returns the translation of a game of the library, with turns of one
// unit, and the original.
func translated(t testing.TB, name string) (*timed.Game, *timed.Translation, game.Game) {
	t.Helper()
	p, _, err := gdlrewrite.ToRTGDL(program(t, name), gdl.Lifetime(timed.Unit))
	if err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := timed.FindTranslation(p)
	if err != nil {
		t.Fatal(err)
	}
	original, err := openReference(context.Background(), tr.Original)
	if err != nil {
		t.Fatal(err)
	}
	return g, tr, original
}

// playTurns plays a translated game and returns the moves that were made, in the
// order of the turns and then of the roles.
func playTurns(t testing.TB, m Match, tr *timed.Translation) ([]string, player.Result) {
	t.Helper()
	var moves []string
	var turn []timed.MadeMove
	m.Options.TurnClock = tr.Clock
	m.Options.Observe = func(e *timed.Event) {
		if turn = append(turn, e.Moves...); !slices.Contains(e.Expired, tr.Clock) {
			return
		}
		for _, r := range m.Game.Roles() {
			for _, made := range turn {
				if made.Role == r {
					moves = append(moves, made.Move)
				}
			}
		}
		turn = nil
	}
	res, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return moves, res
}

// Players do the same in a translated game as in the original.
func TestTurnsAreThoseOfTheOriginal(t *testing.T) {
	makers := map[string]player.Maker{
		"legal":  func() player.Player { return basic.Legal{} },
		"random": func() player.Player { return new(basic.Random) },
		"mcts": func() player.Player {
			opt := mcts.Defaults()
			opt.Threads = 1
			return mcts.NewPlayer(opt)
		},
	}
	for _, test := range []struct{ game, player string }{
		{"tictactoe", "mcts"}, {"tictactoe", "random"}, {"rockpaperscissors", "random"}, {"rockpaperscissors", "mcts"},
		{"nim", "mcts"}, {"connectfour-5x4", "random"}, {"kriegspiel-tictactoe", "random"}, {"kriegspiel-tictactoe", "legal"},
	} {
		t.Run(test.game+" "+test.player, func(t *testing.T) {
			g, tr, original := translated(t, test.game)
			direct := player.Match{Game: original, Seed: 3, Nodes: 40}
			timedMatch := Match{Game: g, Nodes: 40, Options: timed.MatchOptions{Seed: 3}}
			for range g.Roles() {
				direct.Players = append(direct.Players, makers[test.player]())
				timedMatch.Players = append(timedMatch.Players, newTurnsPlayer(tr, original, makers[test.player]()))
			}
			want, err := player.Play(context.Background(), direct)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, joint := range want.Moves {
				for r, m := range joint {
					texts = append(texts, original.MoveText(game.Role(r), m))
				}
			}
			got, res := playTurns(t, timedMatch, tr)
			if !slices.Equal(got, texts) || !slices.Equal(res.Goals, want.Goals) || len(res.Faults) > 0 {
				t.Errorf("got %v, %v, %v, want %v, %v", got, res.Goals, res.Faults, texts, want.Goals)
			}
		})
	}
}

// A role that lets a turn pass does something that the original game does not have.
// The player goes on from the state that comes of it.
func TestPassedTurns(t *testing.T) {
	g := open(t, "tictactoe-timed")
	tr, err := timed.FindTranslation(g.Program())
	if err != nil {
		t.Fatal(err)
	}
	original, err := openReference(context.Background(), tr.Original)
	if err != nil {
		t.Fatal(err)
	}
	white := newTurnsPlayer(tr, original, mcts.NewPlayer(mcts.Defaults()))
	m := Match{Game: g, Nodes: 100, Players: []Player{white, idlePlayer{}}, Options: timed.MatchOptions{MaxTime: 20 * timed.Unit}}
	res, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !res.Over || !slices.Equal(res.Goals, []int{100, 0}) || len(res.Faults) > 0 {
		t.Errorf("%+v", res)
	}
}

// A slowPlayer thinks until it is told to answer, or longer.
type slowPlayer struct {
	basic.Legal
	over  time.Duration // how much longer
	fails bool
	asked int
}

func (d *slowPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	d.asked++
	<-ctx.Done()
	time.Sleep(d.over)
	if d.fails {
		return 0, errors.New("no idea")
	}
	return legal[len(legal)-1], nil
}

// On a wall clock the player is told to hurry before the turn is over.
func TestLiveTurns(t *testing.T) {
	for name, test := range map[string]struct {
		slowPlayer
		faults bool
	}{
		"in time": {slowPlayer{}, false},
		"failing": {slowPlayer{fails: true}, true},
		"late":    {slowPlayer{over: 300 * time.Millisecond}, true},
	} {
		t.Run(name, func(t *testing.T) {
			g, tr, original := translated(t, "nim")
			synctest.Test(t, func(t *testing.T) {
				d := test.slowPlayer
				players := []Player{newTurnsPlayer(tr, original, &d), newTurnsPlayer(tr, original, basic.Legal{})}
				start := time.Now()
				moves, res := playTurns(t, Match{Game: g, Players: players, Wall: true,
					Options: timed.MatchOptions{Unit: 2 * time.Second, Seed: 1}}, tr)
				if !res.Over || d.asked == 0 || (len(res.Faults) > 0) != test.faults {
					t.Errorf("%+v, asked %d times", res, d.asked)
				}
				if took, turns := time.Since(start), len(moves)/2; took < time.Duration(turns)*2*time.Second {
					t.Errorf("%d turns took %v", turns, took)
				}
			})
		})
	}
}

func TestTurnsNeedTheRightGame(t *testing.T) {
	_, tr, original := translated(t, "tictactoe")
	p := newTurnsPlayer(tr, original, basic.Legal{})
	if err := p.Start(context.Background(), Setup{Game: open(t, "duel")}); err == nil || !strings.Contains(err.Error(), "the roles are") {
		t.Error(err)
	}
	p.Stop() // has nothing to stop
}
