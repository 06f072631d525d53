package auto

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/sleep"
	"ludex/internal/training"
	"ludex/player"
)

// A study is how a player goes on learning while others think.
type study struct {
	wanted  bool // the game can be learned, and no file has a network that helps
	rules   string
	from    training.Learned // what is known without the course
	course  *training.Course // nil before the first time that others think
	better  *learn.Model     // that is to be used as soon as there is time; nil if there is none
	tracker *player.Tracker
	err     error // why learning ended

	searched, studied time.Duration // of the time of others, while learning pays
	pondered          time.Duration // the time of others so far
	ponderings        int           // how often others were waited for
	exhausted         bool          // nothing was left to search
}

const (
	// slice is how long a player searches or learns at a time while others think.
	slice = 250 * time.Millisecond
	// handover is the time for starting a search with a better network.
	handover = 100 * time.Millisecond
)

// beginStudy prepares to learn during a match, from what was learned in earlier ones, or
// from a model.
func (p *Player) beginStudy(s player.Setup, m *learn.Model) {
	p.study = study{wanted: true, rules: game.CapabilitiesOf(s.Game).Features.Fingerprint(), tracker: player.NewTracker(s)}
	if p.study.from = p.memory.recall(p.study.rules); p.study.from.Newest == nil {
		p.study.from.Newest = m
	}
}

// observe follows the state of the match.
func (t *study) observe(e player.Event) error {
	if !t.wanted {
		return nil
	}
	return t.tracker.Observe(e)
}

// pays reports whether to learn in the time of others: if the match is expected to last until a trial
// has judged what was learned. Before that it is of no use, and takes time from the search.
func (p *Player) pays() bool {
	t := &p.study
	if t.better != nil || t.exhausted {
		return true
	}
	until := training.UntilTrial(t.from.Newest)
	if t.course != nil {
		until = t.course.UntilTrial()
	}
	until += until / 2 // about a third of the time goes into trials
	perMove := float64(p.setup.PlayClock+t.pondered) / float64(1+t.ponderings)
	others := float64(p.profile.Roles-1) / float64(max(p.profile.Roles, 1))
	left := max(p.profile.Length*others-float64(t.ponderings), 1)
	return float64(until) <= perMove*left/2 // half of the time is for the search
}

// ponderOrStudy searches for a while, or learns, whichever was done less so far if learning pays.
func (p *Player) ponderOrStudy(ctx context.Context) error {
	t := &p.study
	inner, cancel := context.WithTimeout(ctx, slice)
	defer cancel()
	began, pays := time.Now(), p.pays()
	if !pays || t.studied > t.searched || t.done() {
		err := p.search(inner)
		t.exhausted = inner.Err() == nil
		if pays {
			t.searched += max(time.Since(began), slice) // it returns early if nothing is left to search
		}
		if t.done() {
			return errors.Join(err, p.search(ctx))
		}
		return err
	}
	if t.course == nil {
		t.end(p.openCourse(ctx)) // which may take longer than a slice
	} else {
		p.goOnStudying(inner)
	}
	t.studied += time.Since(began)
	p.adopt(ctx)
	return nil
}

// done reports whether there is nothing more to learn.
func (t *study) done() bool {
	return t.err != nil || t.course != nil && t.course.Done() && t.better == nil
}

// end notes why learning cannot go on. The end of the time is no reason.
func (t *study) end(err error) {
	if err != nil {
		t.err = err
	}
}

// openCourse begins the course.
func (p *Player) openCourse(ctx context.Context) error {
	c, err := training.NewCourse(ctx, p.setup.Game, p.study.from, training.CourseOptions{Learn: p.learnOptions(p.setup), Clock: p.setup.PlayClock})
	if game.Ended(ctx, err) {
		return nil
	}
	p.study.course = c
	return err
}

// goOnStudying learns until the context ends.
func (p *Player) goOnStudying(ctx context.Context) {
	better, err := p.study.course.Study(ctx)
	p.study.end(err)
	if better {
		p.study.better = p.study.course.Used()
	}
}

// goOn learns in the start clock what earlier matches began.
func (p *Player) goOn(ctx context.Context, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := p.openCourse(ctx); err != nil || p.study.course == nil {
		return err
	}
	for ctx.Err() == nil && !p.study.done() {
		sleep.Turn()
		p.goOnStudying(ctx)
		p.study.better = nil // it is used from the beginning
	}
	p.study.from = p.study.course.Learned()
	return p.study.err
}

// adopt lets a player that uses a better network go on with the match. If the time does not
// suffice for starting it, the next time does.
func (p *Player) adopt(ctx context.Context) {
	t := &p.study
	if t.better == nil || t.tracker.Machine.Terminal(t.tracker.State) {
		return
	}
	next, about := p.use(t.better, p.setup)
	if next == nil {
		t.better = nil
		return
	}
	s := p.setup
	s.From = slices.Clone(t.tracker.State)
	inner, cancel := context.WithTimeout(ctx, handover)
	defer cancel()
	err := next.Start(inner, s)
	if ctx.Err() != nil || err != nil {
		next.Stop()
		if ctx.Err() == nil {
			t.better = nil
			t.end(fmt.Errorf("using the network: %w", err))
		}
		return
	}
	p.chosen.Stop()
	p.chosen, t.better = next, nil
	p.note = fmt.Sprintf("%s: %s", p.profile, about)
}

// stopStudy ends learning, and keeps what was learned for the next match.
func (p *Player) stopStudy() {
	t := &p.study
	if !t.wanted {
		return
	}
	l := t.from
	if t.course != nil {
		t.course.Close()
		l = t.course.Learned()
	}
	p.memory.keep(t.rules, l)
	p.study = study{}
}

// note says what was learned during the match.
func (t *study) note() string {
	switch {
	case t.err != nil:
		return fmt.Sprintf("; learning ended: %v", t.err)
	case t.course != nil && t.studied > 0:
		return fmt.Sprintf("; went on learning while others thought, from %d plays in all", t.course.Plays())
	}
	return ""
}
