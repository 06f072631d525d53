package report

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"ludex/game"
	"ludex/player"
)

// cmpUses orders moves by role and text.
func cmpUses(a, b *MoveUse) int {
	return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Move, b.Move))
}

// openings values the moves of the first decision: by the games that began with them, and
// by random plays after them.
func (f *follower) openings(ctx context.Context) error {
	s, role, err := f.firstDecision()
	if err != nil || role < 0 {
		return err
	}
	legal := f.machine.Legal(s, game.Role(role), nil)
	if len(legal) > maxOpenings {
		f.replay.OpeningsOf = len(legal)
		legal = sampled(legal, maxOpenings, derive(f.data.Method.Seed, useSampledOpenings, 0))
	}
	f.replay.Role = f.game.Roles()[role]
	for k, m := range legal {
		joint := make([]game.Move, len(f.game.Roles()))
		for r := range joint {
			if joint[r] = m; r != role {
				joint[r] = f.machine.Legal(s, game.Role(r), nil)[0]
			}
		}
		next := f.machine.Next(s, joint, nil)
		if err := f.machine.Err(); err != nil {
			return err
		}
		o := f.opening(f.game.MoveText(game.Role(role), m), role)
		if o.Random, err = f.worth(ctx, next, role, k); err != nil {
			return err
		}
		f.replay.Openings = append(f.replay.Openings, o)
	}
	slices.SortStableFunc(f.replay.Openings, func(a, b Opening) int { return cmp.Compare(b.Random.Mean, a.Random.Mean) })
	return nil
}

// sampled returns some of the moves, drawn at random, in their order.
func sampled(moves []game.Move, number int, seed uint64) []game.Move {
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	r := game.NewRand(seed)
	for i := range number {
		j := i + r.Choose(len(order)-i)
		order[i], order[j] = order[j], order[i]
	}
	slices.Sort(order[:number])
	list := make([]game.Move, number)
	for i, at := range order[:number] {
		list[i] = moves[at]
	}
	return list
}

// favourite returns the first move with which most games of the player began, and their number.
func favourite(d *Data) (move string, games int) {
	counts := map[string]int{}
	for i := range d.Self {
		if p := &d.Self[i]; p.Over && firstMove(p) != "" {
			counts[firstMove(p)]++
		}
	}
	for _, m := range slices.Sorted(maps.Keys(counts)) {
		if counts[m] > games {
			move, games = m, counts[m]
		}
	}
	return move, games
}

// firstDecision returns the first state with a choice, and the role that has it; -1 if
// chance comes first, or several roles choose.
func (f *follower) firstDecision() (game.State, int, error) {
	s := f.machine.Initial(nil)
	for range maxProfile {
		if f.machine.Terminal(s) {
			break
		}
		joint, role, deciders := make([]game.Move, len(f.game.Roles())), -1, 0
		for r := range joint {
			legal := f.machine.Legal(s, game.Role(r), nil)
			if len(legal) == 0 {
				return nil, -1, f.machine.Err()
			}
			if joint[r] = legal[0]; len(legal) > 1 {
				role, deciders = r, deciders+1
			}
		}
		switch {
		case deciders > 1 || deciders == 1 && game.Role(role) == f.game.Random():
			return nil, -1, f.machine.Err()
		case deciders == 1:
			return s, role, f.machine.Err()
		}
		s = f.machine.Next(s, joint, nil)
	}
	return nil, -1, f.machine.Err()
}

// opening counts the games that began with a move.
func (f *follower) opening(text string, role int) Opening {
	o := Opening{Move: text}
	seats, points := f.data.About.Seats(), 0.0
	for i := range f.data.Self {
		p := &f.data.Self[i]
		if !p.Over || firstMove(p) != text {
			continue
		}
		o.Games++
		points += player.Share(seats, p.Goals)[role]
	}
	if o.Games > 0 {
		o.Score = rate(points/float64(o.Games), o.Games)
	}
	return o
}

// firstMove returns the first recorded move of a play, or "".
func firstMove(p *Play) string {
	for _, chosen := range p.Moves {
		if len(chosen) > 0 {
			return chosen[0]
		}
	}
	return ""
}

// worth values a state by random plays.
func (f *follower) worth(ctx context.Context, s game.State, role, number int) (Estimate, error) {
	if f.machine.Terminal(s) {
		goals := f.machine.Goals(s, game.Role(role), nil)
		if len(goals) != 1 {
			return Estimate{}, f.machine.Err()
		}
		return rate(float64(goals[0])/100, openingPlayouts), f.machine.Err()
	}
	r, err := game.Playouts(ctx, f.game, game.PlayoutOptions{From: s, Count: openingPlayouts, MaxSteps: f.data.Method.MaxSteps,
		Seed: derive(f.data.Method.Seed, useOpenings, number)})
	if err != nil || r.Finished == 0 {
		return Estimate{}, err
	}
	return rate(r.MeanGoal(game.Role(role))/100, r.Finished), nil
}
