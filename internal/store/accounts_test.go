package store_test

import (
	"errors"
	"testing"
	"time"

	"ludex/internal/glicko"
	"ludex/internal/store"
)

// Accounts, ratings and histories; a game that is added twice counts once.
func TestAccounts(t *testing.T) {
	onBoth(t, func(t *testing.T, where place) {
		s, err := store.Open(t.Context(), where(t))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		at := time.UnixMilli(1_700_000_000_000).UTC()
		anna := store.Account{Name: "Anna", Salt: "salt", Holder: "h1", Made: at}
		ben := store.Account{Name: "Ben", Salt: "salt", Holder: "h2", Made: at}
		for _, a := range []store.Account{anna, ben} {
			if err := s.AddAccount(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.AddAccount(t.Context(), store.Account{Name: "ANNA", Salt: "x", Holder: "h3", Made: at}); !errors.Is(err, store.ErrNameTaken) {
			t.Errorf("a name that is taken: %v", err)
		}
		if a, err := s.Account(t.Context(), "anna"); err != nil || a != anna {
			t.Errorf("%+v, %v", a, err)
		}
		if a, err := s.AccountOf(t.Context(), "h2"); err != nil || a != ben {
			t.Errorf("%+v, %v", a, err)
		}
		if _, err := s.AccountOf(t.Context(), "h3"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("nobody: %v", err)
		}
		rate := func(before []glicko.Rating) ([]glicko.Rating, error) {
			a, err := before[0].Update([]glicko.Result{{Opponent: before[1], Score: 1}})
			if err != nil {
				return nil, err
			}
			b, err := before[1].Update([]glicko.Result{{Opponent: before[0], Score: 0}})
			return []glicko.Rating{a, b}, err
		}
		body := func(int, glicko.Rating, glicko.Rating) ([]byte, error) { return []byte("{}"), nil }
		for range 2 {
			if err := s.AddAccountGames(t.Context(), "chess", "r1", at, []string{"Anna", "Ben"}, rate, body); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.AddAccountGames(t.Context(), "chess", "r2", at.Add(time.Hour), []string{"Anna"}, nil, body); err != nil {
			t.Fatal(err)
		}
		list, err := s.Ratings(t.Context(), "Anna")
		if err != nil || len(list) != 1 || list[0].Games != 1 || list[0].Rating.Value < 1600 || list[0].Rating.Value > 1700 || !list[0].Played.Equal(at) {
			t.Errorf("%+v, %v", list, err)
		}
		games, err := s.AccountGames(t.Context(), "Anna", 10)
		if err != nil || len(games) != 2 || games[0].Record != "r2" || games[1].Record != "r1" {
			t.Errorf("%+v, %v", games, err)
		}
		if err := s.AddAccountGames(t.Context(), "chess", "r3", at, []string{"Nobody"}, nil, body); err == nil {
			t.Error("a game of nobody is kept")
		}
	})
}
