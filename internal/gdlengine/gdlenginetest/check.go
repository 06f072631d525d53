package gdlenginetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ludex/game"
)

// A Budget is how much the comparison of one row may take.
type Budget struct {
	Time   time.Duration // 0 is no limit
	Leaves uint64        // perft depths with more leaves are skipped; 0 is no limit
}

// A Report says what came out of comparing one row.
type Report struct {
	Compared    int
	Skipped     []string // facts that the budget did not allow for
	Differences []string // facts that differ
	States      uint64   // joint moves applied
	Elapsed     time.Duration
}

func (r *Report) differ(format string, args ...any) {
	r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
}

// same compares one fact with an engine's result.
func (r *Report) same(row Row, column, got string) {
	if row[column] == "" {
		return
	}
	r.Compared++
	if row[column] != got {
		r.differ("%s is %s, the golden table says %s", column, got, row[column])
	}
}

// A Failer is a machine that can stop with an error.
type Failer interface{ Err() error }

// errBudget ends a comparison that takes too long.
var errBudget = errors.New("budget exceeded")

// CheckRow compares a game with the golden facts of a row. An engine's error is
// a difference.
func CheckRow(g game.Game, row Row, budget Budget) *Report {
	start := time.Now()
	ctx := context.Background()
	if budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Time)
		defer cancel()
	}
	c := &checker{game: g, machine: g.NewMachine(), row: row, report: &Report{}, ctx: ctx, budget: budget}
	c.initial()
	c.playout("first", firstChooser)
	c.playout("mix", newMixChooser())
	c.perft()
	c.failed()
	c.report.Elapsed = time.Since(start)
	return c.report
}

type checker struct {
	game    game.Game
	machine game.Machine
	row     Row
	report  *Report
	ctx     context.Context
	budget  Budget
	broken  bool
}

// failed reports, once, an error of the machine.
func (c *checker) failed() bool {
	if f, ok := c.machine.(Failer); ok && !c.broken && f.Err() != nil {
		c.broken = true
		c.report.differ("the engine stopped: %v", f.Err())
	}
	return c.broken
}

func (c *checker) skip(format string, args ...any) {
	c.report.Skipped = append(c.report.Skipped, fmt.Sprintf(format, args...))
}

// initial compares all facts about the initial state.
func (c *checker) initial() {
	s := c.machine.Initial(nil)
	over := c.machine.Terminal(s)
	var counts []string
	for r := range c.game.Roles() {
		if !over {
			counts = append(counts, strconv.Itoa(len(c.machine.Legal(s, game.Role(r), nil))))
		}
	}
	if c.failed() {
		return
	}
	c.report.same(c.row, "roles", strings.Join(c.game.Roles(), " "))
	c.report.same(c.row, "init_facts", strconv.Itoa(len(c.game.Facts(s))))
	c.report.same(c.row, "init_terminal", digit(over))
	c.report.same(c.row, "legal_per_role", strings.Join(counts, "/"))
}

func digit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// perft compares the numbers of leaves, the deepest ones last.
func (c *checker) perft() {
	for depth := 1; depth <= 3; depth++ {
		leaves := fmt.Sprintf("leaves%d", depth)
		n, ok := c.row.count(leaves)
		switch {
		case !ok || c.failed():
			continue
		case c.ctx.Err() != nil, c.budget.Leaves > 0 && n > c.budget.Leaves:
			c.skip("%s = %d", leaves, n)
			continue
		}
		counts, err := perft(c.ctx, c.game, c.machine, depth)
		if c.failed() {
			return
		}
		if err != nil {
			c.skip("%s = %d", leaves, n)
			continue
		}
		c.report.same(c.row, leaves, strconv.FormatUint(counts.leaves, 10))
		c.report.same(c.row, fmt.Sprintf("terminal%d", depth), strconv.FormatUint(counts.terminal, 10))
	}
}
