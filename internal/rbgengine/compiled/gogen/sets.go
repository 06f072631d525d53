package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// Sets of one word are integers. Sets of up to four words are structures, whose fields
// Go keeps in registers. Larger sets are arrays, which are passed by pointer.

// fields are the names of the words of a structure.
var fields = [analysis.Narrow]string{"a", "b", "c", "d"}

// A setCode emits operations on sets, and records the constants that they need.
type setCode struct {
	*emitter
	masks     map[int32]bool
	stepNames map[[2]int32]int // by mask and distance
	stepList  [][2]int32
	constants []ir.Bits
}

func newSetCode(e *emitter) *setCode {
	return &setCode{emitter: e, masks: map[int32]bool{}, stepNames: map[[2]int32]int{}}
}

// wide reports whether sets are arrays.
func (e *setCode) wide() bool { return e.P.Words > analysis.Narrow }

// assign emits d = op(args), where args are variables or fields.
func (e *setCode) assign(d, op string, args ...string) {
	switch {
	case e.P.Words == 1:
		e.Line("%s = %s", d, infix(op, args))
	case !e.wide():
		e.Line("%s = %s(%s)", d, op, strings.Join(args, ", "))
	default:
		e.Line("%s(&%s, &%s)", op, d, strings.Join(args, ", &"))
	}
}

func infix(op string, args []string) string {
	switch op {
	case "and":
		return args[0] + " & " + args[1]
	case "andNot":
		return args[0] + " &^ " + args[1]
	default:
		return args[0] + " | " + args[1]
	}
}

// empty returns a condition: a variable holds no cells.
func (e *setCode) empty(x string) string {
	switch {
	case e.P.Words == 1:
		return x + " == 0"
	case e.wide():
		return "empty(&" + x + ")"
	default:
		return "empty(" + x + ")"
	}
}

// notEmpty returns the opposite condition.
func (e *setCode) notEmpty(x string) string {
	if e.P.Words == 1 {
		return x + " != 0"
	}
	return "!" + e.empty(x)
}

// call returns a call of a function with sets for arguments.
func (e *setCode) call(name string, args ...string) string {
	if e.wide() {
		return name + "(&" + strings.Join(args, ", &") + ")"
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// intersects returns a condition: two sets have a cell in common.
func (e *setCode) intersects(x, y string) string {
	if e.P.Words == 1 {
		return x + "&" + y + " != 0"
	}
	return e.call("intersects", x, y)
}

// size returns the number of cells in a set.
func (e *setCode) size(x string) string {
	if e.P.Words == 1 {
		e.Use("math/bits")
		return "bits.OnesCount64(" + x + ")"
	}
	return e.call("size", x)
}

// lowest returns the lowest cell of a set that is not empty.
func (e *setCode) lowest(x string) string {
	if e.P.Words == 1 {
		e.Use("math/bits")
		return "bits.TrailingZeros64(" + x + ")"
	}
	return e.call("lowest", x)
}

// dropLowest emits the removal of the lowest cell of a set.
func (e *setCode) dropLowest(x string) { e.Line("%s", e.withoutLowest(x)) }

// withoutLowest returns the statement that removes the lowest cell of a set.
func (e *setCode) withoutLowest(x string) string {
	switch {
	case e.P.Words == 1:
		return fmt.Sprintf("%s &= %s - 1", x, x)
	case e.wide():
		return fmt.Sprintf("dropLowest(&%s)", x)
	default:
		return fmt.Sprintf("%s = dropLowest(%s)", x, x)
	}
}

// has returns a condition: a cell is in a set.
func (e *setCode) has(x, c string) string {
	switch {
	case e.P.Words == 1:
		return fmt.Sprintf("%s>>(%s&63)&1 != 0", x, c)
	case e.wide():
		return fmt.Sprintf("has(&%s, %s)", x, c)
	default:
		return fmt.Sprintf("has(%s, %s)", x, c)
	}
}

// hasNot returns the opposite condition.
func (e *setCode) hasNot(x, c string) string {
	if e.P.Words == 1 {
		return fmt.Sprintf("%s>>(%s&63)&1 == 0", x, c)
	}
	return "!" + e.has(x, c)
}

// add emits the insertion of a cell into a set, or its removal.
func (e *setCode) add(x, c string, in bool) {
	op, name := "|=", "add"
	if !in {
		op, name = "&^=", "drop"
	}
	switch {
	case e.P.Words == 1:
		e.Line("%s %s 1 << (%s & 63)", x, op, c)
	case e.wide():
		e.Line("%s(&%s, %s)", name, x, c)
	default:
		e.Line("%s = %s(%s, %s)", x, name, x, c)
	}
}

// toggle emits code that inserts the cell c into a set or removes it. Its set is bit
// if sets have a few words.
func (e *setCode) toggle(x string) {
	switch {
	case e.P.Words == 1:
		e.Line("%s ^= 1 << (c & 63)", x)
	case e.wide():
		e.Line("%s[c>>6] ^= 1 << (c & 63)", x)
	default:
		e.Line("%s = xor(%s, bit)", x, x)
	}
}

// literal returns a constant set.
func (e *setCode) literal(b ir.Bits) string {
	if e.P.Words == 1 {
		return fmt.Sprintf("%#x", b[0])
	}
	return "set{" + e.words(b) + "}"
}

// element returns a constant set as an element of a list.
func (e *setCode) element(b ir.Bits) string {
	if e.P.Words == 1 {
		return e.literal(b)
	}
	return "{" + e.words(b) + "}"
}

// words returns the words of a constant set.
func (e *setCode) words(b ir.Bits) string {
	words := make([]string, e.P.Words)
	for i := range words {
		words[i] = fmt.Sprintf("%#x", b[i])
	}
	return strings.Join(words, ", ")
}

// mask returns a constant set as an operand.
func (e *setCode) mask(x int32) string {
	if e.P.Words == 1 {
		return fmt.Sprintf("%#x", e.P.Masks[x][0])
	}
	e.masks[x] = true
	return fmt.Sprintf("mask%d", x)
}

// shift emits d = the cells of x that are in a mask, shifted.
func (e *setCode) shift(d, x string, mask, delta int32) {
	if e.P.Words == 1 {
		e.Line("%s = %s", d, e.moved(x, mask, delta))
		return
	}
	name := e.step(mask, delta)
	if e.wide() {
		e.Line("%s(&%s, &%s)", name, d, x)
	} else {
		e.Line("%s = %s(%s)", d, name, x)
	}
}

// moved returns the cells of x that are in a mask, shifted, as an expression.
func (e *setCode) moved(x string, mask, delta int32) string {
	if e.P.Words > 1 {
		return e.step(mask, delta) + "(" + x + ")"
	}
	return e.movedWord(x, e.P.Masks[mask][0], delta)
}

// movedWord is the same on boards of one word.
func (e *setCode) movedWord(x string, m uint64, delta int32) string {
	masked := fmt.Sprintf("(%s & %#x)", x, m)
	switch {
	case delta > 0:
		if m<<delta>>delta == m && e.outside(m, delta) {
			masked = x
		}
		return fmt.Sprintf("%s << %d", masked, delta)
	case delta < 0:
		if e.outside(m, delta) {
			masked = x
		}
		return fmt.Sprintf("%s >> %d", masked, -delta)
	}
	return masked
}

// outside reports whether shifting moves all cells out of the word that are not in a
// mask. Then the mask is not needed.
func (e *setCode) outside(m uint64, delta int32) bool {
	others := e.All[0] &^ m
	if delta > 0 {
		return others<<delta == 0
	}
	return others>>-delta == 0
}

// step returns the name of the function that shifts the cells of a mask.
func (e *setCode) step(mask, delta int32) string {
	key := [2]int32{mask, delta}
	n, ok := e.stepNames[key]
	if !ok {
		n = len(e.stepNames)
		e.stepNames[key] = n
		e.stepList = append(e.stepList, key)
	}
	return fmt.Sprintf("step%d", n)
}

// stepWord returns a word of the result of a step.
func (e *setCode) stepWord(x func(int) string, mask ir.Bits, delta int32, i int) string {
	words, by := int(delta>>6), uint(delta&63)
	var parts []string
	part := func(j int, shift string) {
		if j < 0 || j >= e.P.Words || mask[j] == 0 {
			return
		}
		parts = append(parts, fmt.Sprintf("(%s&%#x)%s", x(j), mask[j], shift))
	}
	if by == 0 {
		part(i-words, "")
	} else {
		part(i-words, fmt.Sprintf("<<%d", by))
		part(i-words-1, fmt.Sprintf(">>%d", 64-by))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " | ")
}

// stepFunctions emits the functions of all steps.
func (e *setCode) stepFunctions() {
	for n, key := range e.stepList {
		mask, delta := e.P.Masks[key[0]], key[1]
		e.Line("// step%d shifts the cells of a mask by %d.", n, delta)
		var words []string
		if e.wide() {
			e.Func("step%d(d, x *set)", n)
			var names []string
			for i := range e.P.Words {
				words = append(words, e.stepWord(func(j int) string { return fmt.Sprintf("x[%d]", j) }, mask, delta, i))
				names = append(names, fmt.Sprintf("d[%d]", i))
			}
			e.Line("%s = %s", strings.Join(names, ", "), strings.Join(words, ", "))
		} else {
			e.Func("step%d(x set) set", n)
			for i := range e.P.Words {
				words = append(words, e.stepWord(func(j int) string { return "x." + fields[j] }, mask, delta, i))
			}
			e.Line("return set{%s}", strings.Join(words, ", "))
		}
		e.End()
		e.Blank()
	}
}

// setType emits the type of sets and its operations.
func (e *setCode) setType() {
	e.Use("math/bits")
	switch {
	case e.P.Words == 1:
		e.Text(expand("set1.go", nil))
	case e.wide():
		e.Text(expand("setmany.go", e.P.Words))
	default:
		e.Text(e.fewWords())
	}
	e.Text(expand("nth8.go", nil))
	if e.P.Words > 1 {
		e.Text(expand("rays.go", nil))
	}
}

// perWord expands a format for every word and joins the results.
func (e *setCode) perWord(format, sep string) string {
	parts := make([]string, e.P.Words)
	for i := range parts {
		parts[i] = strings.NewReplacer("%w", fmt.Sprint(i*64), "%f", fields[i]).Replace(format)
	}
	return strings.Join(parts, sep)
}

// fewWords returns the operations on structures.
func (e *setCode) fewWords() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("// A set has one bit for every cell.\ntype set struct{ %s uint64 }\n", strings.Join(fields[:e.P.Words], ", "))
	p("func empty(x set) bool { return %s == 0 }\n", e.perWord("x.%f", "|"))
	p("func size(x set) int { return %s }\n", e.perWord("bits.OnesCount64(x.%f)", " + "))
	p("func and(x, y set) set { return set{%s} }\n", e.perWord("x.%f & y.%f", ", "))
	p("func andNot(x, y set) set { return set{%s} }\n", e.perWord("x.%f &^ y.%f", ", "))
	p("func or(x, y set) set { return set{%s} }\n", e.perWord("x.%f | y.%f", ", "))
	p("func xor(x, y set) set { return set{%s} }\n", e.perWord("x.%f ^ y.%f", ", "))
	p("func not(x set) set { return set{%s} }\n", e.perWord("^x.%f", ", "))
	p("func intersects(x, y set) bool { return %s != 0 }\n", e.perWord("x.%f&y.%f", "|"))
	p("// within reports whether a set is part of another.\nfunc within(x, y set) bool { return %s == 0 }\n", e.perWord("x.%f&^y.%f", "|"))
	p("// single returns the set of one cell.\nfunc single(c int) set { return set{%s} }\n", e.perWord("1 << uint(c-%w)", ", "))
	p("func add(x set, c int) set { return or(x, single(c)) }\n\nfunc drop(x set, c int) set { return andNot(x, single(c)) }\n")
	p("func has(x set, c int) bool {\nw := x.a")
	for i := 1; i < e.P.Words; i++ {
		p("if c >= %d {\nw = x.%s\n}", i*64, fields[i])
	}
	p("return w>>(c&63)&1 != 0\n}\n")
	p("// lowest returns the lowest cell of a set that is not empty.\nfunc lowest(x set) int {")
	for i := range e.P.Words - 1 {
		p("if x.%s != 0 {\nreturn %d + bits.TrailingZeros64(x.%s)\n}", fields[i], i*64, fields[i])
	}
	p("return %d + bits.TrailingZeros64(x.%s)&63\n}\n", (e.P.Words-1)*64, fields[e.P.Words-1])
	p("func dropLowest(x set) set {\nswitch {")
	for i := range e.P.Words - 1 {
		p("case x.%s != 0:\nx.%s &= x.%s - 1", fields[i], fields[i], fields[i])
	}
	last := fields[e.P.Words-1]
	p("default:\nx.%s &= x.%s - 1\n}\nreturn x\n}\n", last, last)
	p("// nth returns the n-th cell of a set, counted from 0. The word is\n// unpredictable, so this is branch-free.\nfunc nth(x set, n int) int {\nw, word, rank, sum := x.a, 0, n, 0")
	for i := range e.P.Words - 1 {
		f, g := fields[i], fields[i+1]
		p("k%d := bits.OnesCount64(x.%s)\nsum += k%d\nbeyond%d := (sum - 1 - n) >> 63", i, f, i, i)
		p("w ^= (x.%s ^ x.%s) & uint64(beyond%d)\nrank -= k%d & beyond%d\nword -= beyond%d", f, g, i, i, i, i)
	}
	p("return word<<6 + nthBit(w, rank)\n}\n")
	p("// rayUp returns the cells of a ray before the first that is not in w, and that\n// one if last is set. The numbers of the cells grow on the way.\nfunc rayUp(ray, w set, last bool) set {\nblock := andNot(ray, w)\nswitch {")
	for i := range e.P.Words {
		p("%s", rayCase(e.P.Words, i, "upTo", func(j int) bool { return j < i }))
	}
	p("}\nreturn ray\n}\n")
	p("// rayDown is the same where the numbers of the cells fall on the way.\nfunc rayDown(ray, w set, last bool) set {\nblock := andNot(ray, w)\nswitch {")
	for i := e.P.Words - 1; i >= 0; i-- {
		p("%s", rayCase(e.P.Words, i, "downTo", func(j int) bool { return j > i }))
	}
	p("}\nreturn ray\n}\n")
	return b.String()
}

// rayCase returns what is left of a ray that is blocked in word i of n first: the words before
// it on the way, and a part of that word.
func rayCase(n, i int, part string, before func(j int) bool) string {
	words := make([]string, n)
	for j, f := range fields[:n] {
		switch {
		case before(j):
			words[j] = "ray." + f
		case j == i:
			words[j] = fmt.Sprintf("ray.%s & %s(block.%s, last)", f, part, f)
		default:
			words[j] = "0"
		}
	}
	return fmt.Sprintf("case block.%s != 0:\nreturn set{%s}", fields[i], strings.Join(words, ", "))
}
