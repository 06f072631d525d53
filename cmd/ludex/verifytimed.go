package main

import (
	"fmt"
	"time"

	"ludex/internal/timedmatch"
	"ludex/rules"
	"ludex/timed"
)

// runTimed compares the engines of a game in real time, update by update.
func (v *verification) runTimed() error {
	if e := v.flags.engine; e != "" && e != timed.EngineCircuit {
		return fmt.Errorf("--engine: no engine %q of games in real time to be compared with the interpreter: use circuit", e)
	}
	slow, err := v.Rules.OpenTimed(v.cmd.Context(), rules.Opening{Engine: timed.EngineReference})
	if err != nil {
		return v.undecided(timed.EngineReference, err)
	}
	fast, err := v.Rules.OpenTimed(v.cmd.Context(), rules.Opening{Engine: timed.EngineCircuit, Time: v.flags.setupTime})
	if err != nil {
		return v.undecided(timed.EngineCircuit, err)
	}
	start := time.Now()
	stop := progress(v.cmd, "comparing the engines of "+v.File.Name())
	c, err := timedmatch.CompareEngines(v.cmd.Context(), slow, fast, v.flags.plies, v.flags.seed)
	stop()
	what := fmt.Sprintf("%s and %s", slow.Engine(), fast.Engine())
	if c.Difference != "" {
		v.found.Agree = false
		v.found.add(comparisonReport{Compared: what, Difference: c.Difference, Seconds: time.Since(start).Seconds()})
		v.say("%s differ\n  %s", what, c.Difference)
		return answerNo
	}
	return v.report(what, fmt.Sprintf("%d updates", c.Updates), start, err)
}
