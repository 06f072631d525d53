package gdlformat

import (
	"strconv"
	"strings"

	"ludex/gdl"
)

// maxKept is the size up to which the maps of one clause are reused for the next;
// clearing a larger one for every small clause would take too long.
const maxKept = 64

// A renaming keeps the variables of a clause distinct in prefix, which ignores
// case: of several variables that differ only in case the first keeps its name and
// the others get numbers.
type renaming struct {
	keys    map[string]string // variable to its name without case, for all clauses
	owners  map[string]string // such a name to the variable that has it
	late    []string          // variables whose name was taken
	renamed map[string]string // their new names, as printed after the question mark
}

// enter prepares for the variables of a clause.
func (r *renaming) enter(c *gdl.Clause) {
	r.begin()
	c.Walk(r.see)
	r.settle()
}

func (r *renaming) begin() {
	if r.keys == nil {
		r.keys = map[string]string{}
	}
	if r.owners == nil || len(r.owners) > maxKept {
		r.owners = map[string]string{}
	}
	clear(r.owners)
	r.late, r.renamed = r.late[:0], nil
}

// see records a term if it is a variable.
func (r *renaming) see(t *gdl.Term) {
	if t.Kind != gdl.Variable {
		return
	}
	key, ok := r.keys[t.Name]
	if !ok {
		key = withoutCase(t.Name)
		r.keys[t.Name] = key
	}
	switch owner, taken := r.owners[key]; {
	case !taken:
		r.owners[key] = t.Name
	case owner != t.Name:
		r.late = append(r.late, t.Name)
	}
}

// settle gives the late variables their names, now that it is known which
// names are free.
func (r *renaming) settle() {
	if len(r.late) == 0 {
		return
	}
	r.renamed = make(map[string]string)
	numbers := make(map[string]int) // the last one tried, by name without case
	for _, name := range r.late {
		if _, done := r.renamed[name]; done {
			continue
		}
		r.renamed[name] = r.free(name, numbers)
	}
}

func (r *renaming) free(name string, numbers map[string]int) string {
	key := r.keys[name]
	for n := max(numbers[key], 1) + 1; ; n++ {
		suffix := "_" + strconv.Itoa(n)
		if _, taken := r.owners[key+suffix]; !taken {
			numbers[key] = n
			r.owners[key+suffix] = name
			return string(appendPrefixName(nil, name)) + suffix
		}
	}
}

// withoutCase returns a form that is equal for names that differ only in case for
// some reader: lower case alone would distinguish the long s from s.
func withoutCase(name string) string { return strings.ToLower(strings.ToUpper(name)) }
