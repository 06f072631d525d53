package seat

// A job is the next task of an engine.
type job struct {
	rest     bool // the player is no longer needed
	play     int
	steps    []Step
	question *question
}

// next waits for something to do. Meanwhile the player ponders.
func (e *engine) next() (job, bool) {
	for {
		e.seat.mu.Lock()
		j, wake := e.job(), e.seat.wake
		e.seat.mu.Unlock()
		switch {
		case e.seat.ctx.Err() != nil:
			return job{}, false
		case j.rest || j.play != e.play || len(j.steps) > 0 || j.question != nil:
			return j, true
		}
		e.ponder(wake)
		select {
		case <-wake:
		case <-e.seat.ctx.Done():
			return job{}, false
		}
	}
}

// job returns the next job. An engine on standby rests as long as it is not
// needed. The seat is locked.
func (e *engine) job() job {
	s := e.seat
	if e.standby && e.question == nil && s.fast().upToDate() {
		return job{rest: e.player != nil, play: e.play}
	}
	j := job{play: s.play, question: e.question}
	e.taken, e.question = e.question, nil
	heard := e.steps
	if j.play != e.play {
		heard = 0
	}
	j.steps = s.steps[heard:]
	return j
}

// upToDate reports whether the engine can take a question at once: it waits, and is
// not more than one step behind. The seat is locked.
func (e *engine) upToDate() bool {
	heard := e.known.steps
	if e.known.play != e.seat.play {
		heard = 0
	}
	return e.isPrepared() && !e.dead && e.taken == nil && heard >= len(e.seat.steps)-1
}

// do does a job. An error means that the engine has failed.
func (e *engine) do(j job) error {
	if j.rest {
		e.stopPlayer()
		return nil
	}
	if j.play != e.play {
		if err := e.restart(j.play); err != nil {
			return err
		}
	}
	before := len(e.events)
	for _, step := range j.steps {
		if err := e.follow(step); err != nil {
			return err
		}
	}
	if len(e.events) > before {
		if err := e.look(); err != nil {
			return err
		}
	}
	if j.question == nil {
		return nil
	}
	if e.player == nil && !e.lost {
		if err := e.startNow(j.question); err != nil {
			e.stopPlayer() // another question may have more time for it
			e.reply(answer{e, "", err})
			return nil
		}
	}
	move, err := e.choose(j.question)
	e.reply(answer{e, move, err})
	return nil
}

// reply answers the question that was taken.
func (e *engine) reply(a answer) {
	e.seat.mu.Lock()
	defer e.seat.mu.Unlock()
	if e.taken != nil {
		e.taken.answers <- a
		e.taken = nil
	}
}
