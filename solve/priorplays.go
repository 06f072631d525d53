package solve

const (
	// manyChoices is the number of choices from which move ordering is worth some
	// effort. With fewer, a uniform order is better, since it leads to more
	// transpositions.
	manyChoices = 8
	// killerBonus is the bonus of a killer move.
	killerBonus = 10
	// minPriorPlays is the minimum number of random plays per state.
	minPriorPlays = 8
	// minPriorLength is the expected length of plays below which no random plays are
	// made.
	minPriorLength = 12
	// priorShare bounds the share of states spent on random plays: one in this many.
	priorShare = 6
	// priorShift is the share of a slice that random plays from the root take, as a
	// power of two. It halves from ply to ply.
	priorShift = 5
)

// setPrior sets the prior of a ply: from random plays at its state, or from the
// plies above.
func (a *alphaBetaSearch) setPrior(ply int) {
	l := a.levels[ply]
	if ply == 0 {
		l.prior = a.session.survey.prior
		l.expectedLength = l.prior.mean()
	} else {
		l.prior = a.levels[ply-1].prior
		l.expectedLength = a.levels[ply-1].expectedLength - 1
	}
	plays := a.priorPlays(ply)
	if plays == 0 {
		return
	}
	if l.ownPrior == nil {
		l.ownPrior = new(prior)
	}
	l.ownPrior.inherit(l.prior)
	start := a.nodes
	for range plays {
		if err := a.sampler.play(l.state, l.ownPrior, a.slice); err != nil {
			a.fail(err)
		}
		if a.stopped() {
			break
		}
	}
	a.priorNodes += a.nodes - start
	l.prior = l.ownPrior
	if l.ownPrior.plays > 0 {
		l.expectedLength = l.ownPrior.mean()
	}
}

// priorPlays returns the number of random plays to make at a ply.
func (a *alphaBetaSearch) priorPlays(ply int) int {
	l := a.levels[ply]
	if l.expectedLength < minPriorLength || len(l.options) < manyChoices || a.horizon < noHorizon {
		return 0
	}
	if a.priorNodes > (a.nodes-a.startNodes)/priorShare {
		return 0
	}
	return max(minPriorPlays, int(float32(a.sliceNodes>>min(priorShift+ply, 63))/l.expectedLength))
}
