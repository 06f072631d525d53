package gogen

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// Programs of some games are large. What is not asked for often is told in tables
// then rather than in code, and long tables are told in short: it is the Go
// compiler that takes the time of those who wait.

// large is how many instructions a program has at most whose generators are
// printed for every mode, and whose moves are made by code.
const large = 8000

func (e *emitter) large() bool { return len(e.p.Code) > large }

// longTable is how many numbers a table has at most that is printed as it is.
const longTable = 2000

// numberTable prints a table of numbers.
func (e *emitter) numberTable(name string, list []int32) {
	if len(list) <= longTable {
		e.line("var %s = [...]int32{%s}\n", name, numbers(list))
		return
	}
	e.unpacks = true
	e.line("var %s = unpack(%d, %s)\n", name, len(list), packed(list))
}

// packed returns numbers as a text: what each differs from the one before, in
// as many bytes as it takes.
func packed(list []int32) string {
	var data []byte
	last := int64(0)
	for _, x := range list {
		data = binary.AppendVarint(data, int64(x)-last)
		last = int64(x)
	}
	text := base64.StdEncoding.EncodeToString(data)
	var b strings.Builder
	for len(text) > 100 {
		fmt.Fprintf(&b, "%q +\n", text[:100])
		text = text[100:]
	}
	fmt.Fprintf(&b, "%q", text)
	return b.String()
}

// unpackText is what reads such a text.
const unpackText = `
// unpack returns the numbers of a text: each is told by what it differs from the
// one before, as a varint.
func unpack(n int, text string) []int32 {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	list := make([]int32, n)
	last := int64(0)
	for k := range list {
		x, size := binary.Varint(data)
		data = data[size:]
		last += x
		list[k] = int32(last)
	}
	return list
}
`

// actionTable prints what moves are made of.
func (e *emitter) actionTable() {
	e.line("// actions are what moves are made of, by number: modifiers with their index, and\n// the distance of their cells.")
	if e.large() {
		e.packedActions()
		return
	}
	e.line("var actions = [%d][]action{", max(1, len(e.p.Applies)))
	for id, acts := range e.p.Applies {
		if !e.applies[int32(id)] || len(acts) == 0 {
			continue
		}
		var list []string
		for k := range acts {
			m := "nil"
			if acts[k].Map >= 0 {
				m = fmt.Sprintf("map%d[:]", e.mapTable(acts[k].Map))
			}
			list = append(list, fmt.Sprintf("{%d, %s}", acts[k].Index, m))
		}
		e.line("%d: {%s},", id, strings.Join(list, ", "))
	}
	e.line("}\n")
}

// packedActions prints the same in short.
func (e *emitter) packedActions() {
	e.unpacks = true
	var list []int32
	number := map[int32]int32{-1: 0}
	maps := []string{"nil"}
	for id, acts := range e.p.Applies {
		if !e.applies[int32(id)] {
			list = append(list, 0)
			continue
		}
		list = append(list, int32(len(acts)))
		for k := range acts {
			m := acts[k].Map
			if _, ok := number[m]; !ok {
				number[m] = int32(len(maps))
				maps = append(maps, fmt.Sprintf("map%d[:]", e.mapTable(m)))
			}
			list = append(list, acts[k].Index, number[m])
		}
	}
	e.line("var actions = func() (actions [%d][]action) {", max(1, len(e.p.Applies)))
	e.line("maps := [...][]int16{%s}", strings.Join(maps, ", "))
	e.line("list := unpack(%d, %s)", len(list), packed(list))
	e.line(`for id := range actions {
		n := int(list[0])
		list = list[1:]
		for ; n > 0; n-- {
			actions[id] = append(actions[id], action{list[0], maps[list[1]]})
			list = list[2:]
		}
	}
	return actions
}()
`)
}

// actTable prints the method that makes the acts of a leaf or of a prefix for good,
// one modifier after the other.
func (e *emitter) actTable() {
	e.line(`// act makes a part of a move for good.
func (m *Machine) act(id int32, c int) {
	for _, a := range actions[id] {
		at := c
		if a.to != nil {
			at = int(a.to[c])
		}
		m.do(a.index, at)
	}
}
`)
}

// doTable prints the method that makes a single modifier, by a table.
func (e *emitter) doTable() {
	var list []int32
	expressions := map[int32]bool{}
	for k := range e.p.Modifiers {
		a := &e.p.Modifiers[k]
		list = append(list, int32(a.Kind), a.Arg, a.Value)
		if a.Kind == ir.SetExpr {
			expressions[a.Value] = true
		}
	}
	e.unpacks = true
	e.line("// modifiers are what modifiers do, three numbers for each.")
	e.line("var modifiers = unpack(%d, %s)\n", len(list), packed(list))
	e.line("// do makes a modifier, told by its index in the rules, for good.")
	e.line("func (m *Machine) do(index int32, c int) bool {")
	e.block(fmt.Sprintf("if index < 1 || index > %d", len(e.p.Modifiers)), "return false")
	e.line("arg, value := modifiers[3*index-2], modifiers[3*index-1]")
	e.line("switch modifiers[3*index-3] {")
	e.line("case %d:\nm.put(c, uint8(arg))", ir.PutPiece)
	e.line("case %d:\nm.set(arg, value)", ir.SetConst)
	e.line("case %d:\nx, ok := m.evaluate(value)", ir.SetExpr)
	e.block("if !ok || x < 0 || x > int64(bounds[arg])", "return false")
	e.line("m.set(arg, int32(x))")
	e.line("case %d:\nm.cell, m.current = int32(c), index", ir.EndSwitch)
	e.line("}\nreturn true\n}\n")
	e.line("// set gives a variable a value.")
	e.line("func (m *Machine) set(variable, value int32) {")
	if e.versions {
		e.line("m.touch()")
	}
	e.line("m.v[variable] = value\n}\n")
	e.line("// evaluate computes an expression, and reports whether it has a value.")
	e.line("func (m *Machine) evaluate(x int32) (int64, bool) {\nswitch x {")
	for _, x := range sortedKeys(expressions) {
		e.line("case %d:\nreturn %s", x, e.exprOK(x))
	}
	e.line("}\nreturn 0, false\n}\n")
}
