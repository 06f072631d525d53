package solve

const (
	// manyChoices is how many choices there must be for the order to be worth some
	// effort. With fewer, it is better to sort moves in the same way everywhere,
	// since then the search meets the same states again and again by other ways.
	manyChoices = 8
	// killerBonus is by how much a move is the better for having settled a claim
	// before.
	killerBonus = 10
	// fewPlays is how many random plays show something about a state.
	fewPlays = 8
	// shortPlay is how short plays must be for a state to be searched without a
	// look at random plays.
	shortPlay = 12
	// guessShare is which part of the states those of random plays may be: one in
	// so many.
	guessShare = 6
	// guessShift is which part of a slice the random plays from the root take: a
	// power of two. From ply to ply it is half as much.
	guessShift = 5
)

// inform finds the prior of a ply: what random plays from there show, or those
// from the states before.
func (a *attacker) inform(ply int) {
	l := a.levels[ply]
	if ply == 0 {
		l.prior = a.session.survey.prior
		l.left = l.prior.mean()
	} else {
		l.prior = a.levels[ply-1].prior
		l.left = a.levels[ply-1].left - 1
	}
	plays := a.plays(ply)
	if plays == 0 {
		return
	}
	if l.own == nil {
		l.own = new(prior)
	}
	l.own.inherit(l.prior)
	start := a.nodes
	for range plays {
		if err := a.observer.play(l.state, l.own, a.slice); err != nil {
			a.fail(err)
		}
		if a.stopped() {
			break
		}
	}
	a.guessed += a.nodes - start
	l.prior = l.own
	if l.own.plays > 0 {
		l.left = l.own.mean()
	}
}

// plays returns how many random plays are to be made at a ply.
func (a *attacker) plays(ply int) int {
	l := a.levels[ply]
	if l.left < shortPlay || len(l.options) < manyChoices || a.horizon < noHorizon {
		return 0
	}
	if a.guessed > (a.nodes-a.since)/guessShare {
		return 0
	}
	return max(fewPlays, int(float32(a.share>>min(guessShift+ply, 63))/l.left))
}
