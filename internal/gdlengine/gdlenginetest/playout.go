package gdlenginetest

import (
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
)

// maxSteps is where the golden playouts end at the latest.
const maxSteps = 1000

// A chooser picks one of n legal moves.
type chooser func(n int) int

func firstChooser(int) int { return 0 }

// newMixChooser returns the linear congruential choice of the golden table.
func newMixChooser() chooser {
	x := uint64(12345)
	return func(n int) int {
		x = (x*1103515245 + 12345) % (1 << 31)
		return int(x>>16) % n
	}
}

// A trace is what the golden table says about a playout.
type trace struct {
	steps    int
	legalSum int
	end      string
	goals    string
	hash     string
}

// playout compares a deterministic playout.
func (c *checker) playout(name string, choose chooser) {
	end := c.row[name+"_end"]
	if end == "" || end == "time" || c.failed() {
		return // its end is unknown
	}
	tr, err := c.play(choose)
	if c.failed() {
		return
	}
	if err != nil {
		c.skip("%s playout after %d of %s steps", name, tr.steps, c.row[name+"_len"])
		return
	}
	c.report.same(c.row, name+"_len", strconv.Itoa(tr.steps))
	c.report.same(c.row, name+"_end", tr.end)
	c.report.same(c.row, name+"_goals", tr.goals)
	c.report.same(c.row, name+"_hash", tr.hash)
	if name == "mix" {
		c.report.same(c.row, "mix_legal_sum", strconv.Itoa(tr.legalSum))
	}
}

func (c *checker) play(choose chooser) (trace, error) {
	tr := trace{end: "terminal"}
	h := fnv.New64a()
	s := c.machine.Initial(nil)
	c.hashState(h, s)
	joint := make([]game.Move, len(c.game.Roles()))
	for !c.machine.Terminal(s) {
		if tr.steps == maxSteps {
			tr.end = "steps"
			break
		}
		if c.ctx.Err() != nil {
			return tr, errBudget
		}
		for r := range joint {
			moves := c.machine.Legal(s, game.Role(r), nil)
			if len(moves) == 0 {
				tr.end = "stuck"
				return tr, nil
			}
			joint[r] = moves[choose(len(moves))]
			tr.legalSum += len(moves)
		}
		s = c.machine.Next(s, joint, nil)
		tr.steps++
		c.report.States++
		c.hashState(h, s)
	}
	tr.goals = c.goals(s)
	tr.hash = fmt.Sprintf("%016x", h.Sum64())
	return tr, nil
}

func (c *checker) goals(s game.State) string {
	var out []string
	for r := range c.game.Roles() {
		text := "?"
		if values := c.machine.Goals(s, game.Role(r), nil); len(values) == 1 {
			text = strconv.Itoa(values[0])
		}
		out = append(out, text)
	}
	return strings.Join(out, "/")
}

// hashState adds the canonical text of a state to a hash.
func (c *checker) hashState(h hash.Hash, s game.State) {
	facts := c.game.Facts(s)
	if parenthesised[c.row.File()] {
		for i, f := range facts {
			if strings.HasSuffix(f, "Lock") {
				facts[i] = "(" + f + ")"
			}
		}
		slices.Sort(facts)
	}
	for _, f := range facts {
		fmt.Fprintf(h, "%s\n", f)
	}
	fmt.Fprint(h, "--\n")
}

// parenthesised lists the games whose hashes were taken over constants such as
// (game1OverLock), with their parentheses.
var parenthesised = map[string]bool{
	"blockerSerial/blockerSerial.kif":         true,
	"blocksWorldSerial/blocksWorldSerial.kif": true,
}
