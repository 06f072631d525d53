package match

import (
	"slices"

	"ludex/game"
	"ludex/player"
)

// checkFaults checks the faults, and determines which moves the manager drew: for
// chance, in place of missing answers, and for players that lost their seats.
func (c *checker) checkFaults() error {
	d, roles := &c.Details, c.game.Roles()
	f := &faultChecker{checker: c, count: make([]int, len(roles)), last: make([]*Fault, len(roles)), rows: make([][]string, len(c.Moves)+1), step: player.StartStep}
	for i := range f.rows {
		f.rows[i] = make([]string, len(roles))
	}
	for i := range d.Faults {
		if err := f.add(&d.Faults[i]); err != nil {
			return err
		}
	}
	for i, row := range c.Errors {
		if !slices.Equal(row, f.rows[i]) {
			return wrong("the errors of row %d are not the faults that were made", i+1)
		}
	}
	if len(c.Errors) == 0 && len(d.Faults) > 0 {
		return wrong("it has faults without errors")
	}
	if err := f.checkRetired(); err != nil {
		return err
	}
	return f.checkTook()
}

// A faultChecker goes through the faults of a record.
type faultChecker struct {
	*checker
	count []int      // by role
	last  []*Fault   // by role
	rows  [][]string // the Errors of the record that are expected
	step  int        // of the fault before
}

// add checks a fault.
func (f *faultChecker) add(fault *Fault) error {
	role := slices.Index(f.game.Roles(), fault.Role)
	kind := player.FaultKind(fault.Kind)
	switch {
	case role < 0 || game.Role(role) == f.game.Random():
		return wrong("a fault of %q, who does not play", fault.Role)
	case fault.Step < f.step || fault.Step >= len(f.Moves):
		return wrong("a fault of %s in step %d, which is not there or comes before another one", fault.Role, fault.Step+1)
	case !slices.Contains([]player.FaultKind{player.Late, player.Illegal, player.Failed}, kind):
		return wrong("%s made a fault of the kind %q", fault.Role, fault.Kind)
	case fault.Over < 0 || fault.Over > 0 && kind != player.Late || fault.Move != "" && kind != player.Illegal:
		return wrong("the fault of %s in step %d cannot be", fault.Role, fault.Step+1)
	case f.rows[fault.Step+1][role] != "":
		return wrong("%s made two faults in step %d", fault.Role, fault.Step+1)
	case f.Details.Allowance > 0 && f.count[role] >= f.Details.Allowance:
		return wrong("%s made a fault in step %d, after its last one", fault.Role, fault.Step+1)
	}
	f.count[role]++
	f.last[role], f.step = fault, fault.Step
	f.rows[fault.Step+1][role] = fault.public()
	return nil
}

// checkRetired checks which players lost their seats, and records which moves were
// drawn. A retired player makes no more faults, so it retired with its last one.
func (f *faultChecker) checkRetired() error {
	d := &f.Details
	var retired []string
	from := make([]int, len(f.game.Roles())) // by role: the first step that the manager played
	for r, role := range f.game.Roles() {
		allowed := d.Allowance == 0 || f.count[r] < d.Allowance
		left := slices.Contains(d.Retired, role) && f.last[r] != nil && player.FaultKind(f.last[r].Kind) != player.Late
		if from[r] = len(f.Moves); !allowed || left {
			retired = append(retired, role)
			from[r] = f.last[r].Step + 1
		}
	}
	if !slices.Equal(d.Retired, retired) && (f.Completed || len(d.Retired) > 0) {
		return wrong("those who lost their seats are %v", retired)
	}
	f.drawn = make([][]bool, len(f.Moves))
	for i := range f.drawn {
		f.drawn[i] = make([]bool, len(from))
		for r := range from {
			chance := game.Role(r) == f.game.Random()
			f.drawn[i][r] = chance || f.rows[i+1][r] != "" || i >= from[r]
		}
	}
	return nil
}

// checkTook checks that no time was recorded where no player answered.
func (f *faultChecker) checkTook() error {
	for i, row := range f.Details.Took {
		for r, t := range row {
			if t != 0 && f.drawn[i][r] {
				return wrong("step %d: %s was not asked, and answered", i+1, f.game.Roles()[r])
			}
		}
	}
	return nil
}
