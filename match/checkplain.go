package match

import "slices"

// checkPlain checks what needs no replay.
func (c *checker) checkPlain() error {
	if err := c.checkCommon(); err != nil {
		return err
	}
	d, roles := &c.Details, len(c.game.Roles())
	for i, row := range d.Took {
		if len(d.Took) != len(c.Moves) || len(row) != roles {
			return wrong("there is not one time of an answer for each step and role")
		}
		if slices.ContainsFunc(row, func(t float64) bool { return t < 0 }) {
			return wrong("step %d: an answer took less than no time", i+1)
		}
	}
	return nil
}

// checkCommon checks what all kinds of records have.
func (r *Record) checkCommon() error {
	d, roles := &r.Details, len(r.Details.Roles)
	switch {
	case r.Completed && r.Aborted:
		return wrong("the match is both over and aborted")
	case len(r.Names) != roles:
		return wrong("%d names of players for %d roles", len(r.Names), roles)
	case len(r.Human) != 0 && len(r.Human) != roles || len(d.Notes) != 0 && len(d.Notes) != roles:
		return wrong("what it says of players is not for %d roles", roles)
	case r.Scrambled != (d.ScrambleSeed != 0):
		return wrong("it has the seed of other words, or says that there were any, but not both")
	case min(r.StartClock, r.PlayClock, d.Nodes, d.Allowance, d.MaxSteps) < 0 || min(d.StartClock, d.PlayClock) < 0 || r.PreviewClock < -1:
		return wrong("it has a clock or a limit below 0")
	case !r.isOld() && (r.StartClock != inSeconds(d.StartClock) || r.PlayClock != inSeconds(d.PlayClock)):
		return wrong("its clocks in seconds and in milliseconds differ")
	}
	return r.checkTimes()
}

// checkTimes checks that the times of the states do not decrease. In old records
// they may, if the clock of the machine was set back.
func (r *Record) checkTimes() error {
	last := r.StartTime
	for i, t := range append([]int64{r.StartTime}, r.StateTimes...) {
		if t < 0 || t < last && !r.isOld() {
			return wrong("the time of state %d is before that of the one before", i)
		}
		last = t
	}
	return nil
}
