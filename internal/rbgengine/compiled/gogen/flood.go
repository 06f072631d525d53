package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// A floodCode emits functions that close a set under steps.
type floodCode struct{ *emitter }

// floodFunction returns the name of the function that closes a set under a plan.
func (e *floodCode) floodFunction(plan int32, from, until bool) string {
	name := fmt.Sprintf("flood%d", plan)
	if from {
		name += "From"
	}
	if until {
		name += "Until"
	}
	if !e.requested[name] {
		e.requested[name] = true
		e.queue = append(e.queue, func() { e.printFlood(name, e.P.Plans[plan], from, until) })
	}
	return name
}

func (e *floodCode) printFlood(name string, plan ir.Plan, from, until bool) {
	if steps := e.Forms.DoubledSteps(plan); steps != nil {
		e.printFill(name, steps, from, until)
		return
	}
	goal, result, met, done := "", "set", "return all", "return all"
	if until {
		goal, result, met, done = ", goal set", "(set, bool)", "return all, true", "return all, false"
	}
	if e.sets.wide() {
		goal, result, met, done = "", "", "return", "return"
		if until {
			goal, result, met, done = ", goal *set", "bool", "return true", "return false"
		}
		e.Func("%s(all, into *set%s) %s", name, goal, result)
		e.Line("fresh, next, t := *all, set{}, set{}")
	} else {
		e.Func("%s(all, into set%s) %s", name, goal, result)
		e.Line("fresh := all")
	}
	star := func(x string) string {
		if e.sets.wide() {
			return "*" + x
		}
		return x
	}
	e.Open("for")
	if until {
		e.Block("if "+e.sets.intersects("fresh", star("goal")), met)
	}
	if from {
		e.sets.assign("fresh", "and", "fresh", star("into"))
	}
	switch {
	case e.P.Words == 1:
		var parts []string
		for _, s := range plan {
			parts = append(parts, e.sets.moved("fresh", s.Mask, s.Delta))
		}
		e.Line("next := %s", strings.Join(parts, " | "))
	case e.sets.wide():
		e.Line("next = set{}")
		for _, s := range plan {
			e.sets.shift("t", "fresh", s.Mask, s.Delta)
			e.sets.assign("next", "or", "next", "t")
		}
	default:
		e.Line("var next set")
		for k, s := range plan {
			if k == 0 {
				e.Line("next = %s", e.sets.moved("fresh", s.Mask, s.Delta))
			} else {
				e.Line("next = or(next, %s)", e.sets.moved("fresh", s.Mask, s.Delta))
			}
		}
	}
	if !from {
		e.sets.assign("next", "and", "next", star("into"))
	}
	e.sets.assign("fresh", "andNot", "next", star("all"))
	e.Block("if "+e.sets.empty("fresh"), done)
	if e.sets.wide() {
		e.Line("or(all, all, &fresh)")
	} else {
		e.sets.assign("all", "or", "all", "fresh")
	}
	e.End()
	e.End()
	e.Blank()
}
