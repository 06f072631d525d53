package tournament

import (
	"context"
	"errors"
	"slices"

	"ludex/internal/store"
	"ludex/match"
	"ludex/player"
)

// MatchResults returns the results of the matches of a store that are part of no
// tournament and are over. Matches in which people play, and those of chance alone, are
// left out.
func MatchResults(ctx context.Context, s *store.Store) ([]store.Result, error) {
	ids, err := s.IDs(ctx, store.Filter{Status: store.Completed})
	if err != nil {
		return nil, err
	}
	var list []store.Result
	for _, id := range ids {
		r, err := s.Match(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound): // it has just been removed
		case err != nil:
			return nil, err
		case r.Tournament == "" && !slices.Contains(r.Human, true):
			list = append(list, matchResult(r))
		}
	}
	return list, nil
}

// matchResult returns the result of a match of no tournament.
func matchResult(r *match.Record) store.Result {
	res := store.Result{
		Match: r.ID, Game: r.Details.Game, Goals: r.Goals, Steps: len(r.Moves), Over: r.Completed,
		Players: make([]string, len(r.Details.Roles)), Points: make([]float64, len(r.Details.Roles)),
	}
	var seats []int
	for role, name := range r.Names {
		if role < len(res.Players) && name != "" && name != match.Chance {
			res.Players[role] = name
			seats = append(seats, role)
		}
	}
	if len(r.Goals) == len(res.Players) {
		res.Points = player.Share(seats, r.Goals)
	}
	return res
}
