package gdldraw

import (
	"strings"
)

// project returns the values of some arguments as one text.
func (f *fact) project(args []int) string {
	if len(args) == 1 {
		return f.args[args[0]]
	}
	var b strings.Builder
	for _, a := range args {
		b.WriteString(f.args[a])
		b.WriteByte('\n') // in no text
	}
	return b.String()
}

// facts returns what was seen in a state.
func (r *relation) facts(state int) []*fact {
	if r.seen == nil {
		return nil
	}
	return r.seen[state]
}

// repeats returns how many of the facts that were seen have the same values for
// the given arguments as another fact of the same position.
func (r *relation) repeats(args ...int) int {
	n := 0
	for _, state := range r.seen {
		found := make(map[string]bool, len(state))
		for _, f := range state {
			v := f.project(args)
			if found[v] {
				n++
			}
			found[v] = true
		}
	}
	return n
}

// isKey reports whether no two facts of one position have the same values for
// the given arguments.
func (r *relation) isKey(args ...int) bool { return r.repeats(args...) == 0 }

// isNearlyKey is like isKey, with a few exceptions: a winning move may leave two
// pieces on a cell.
func (r *relation) isNearlyKey(args ...int) bool { return 10*r.repeats(args...) <= r.count }

// isComplete reports whether in every position that was seen there were facts
// with the same values for the given arguments.
func (r *relation) isComplete(args ...int) bool {
	var all map[string]bool
	for i, state := range r.seen {
		found := make(map[string]bool, len(state))
		for _, f := range state {
			found[f.project(args)] = true
		}
		if i == 0 {
			all = found
		}
		if len(found) == 0 || len(found) != len(all) {
			return false
		}
		for v := range found {
			if !all[v] {
				return false
			}
		}
	}
	return all != nil
}

// maxFacts returns the greatest number of facts in one position.
func (r *relation) maxFacts() int {
	n := 0
	for _, state := range r.seen {
		n = max(n, len(state))
	}
	return n
}

// varies reports whether different values of an argument were seen.
func (r *relation) varies(arg int) bool {
	first := ""
	for _, state := range r.seen {
		for _, f := range state {
			if first == "" {
				first = f.args[arg]
			}
			if f.args[arg] != first {
				return true
			}
		}
	}
	return false
}
