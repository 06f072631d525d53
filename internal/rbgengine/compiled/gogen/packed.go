package gogen

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// The programs of some games are large, and it is the Go compiler that takes the time.
// Rarely used code is replaced by tables there, and long tables are packed.

// large is the size of a program, in instructions, beyond which generators are emitted
// for one mode only and moves are made by tables.
const large = 8000

func (e *emitter) large() bool { return len(e.P.Code) > large }

// longTable is the length beyond which a table is packed.
const longTable = 2000

// numberTable emits a table of numbers.
func (e *tableCode) numberTable(name string, list []int32) {
	if len(list) <= longTable {
		e.Line("var %s = [...]int32{%s}", name, numbers(list))
		e.Blank()
		return
	}
	e.unpacks = true
	e.Line("var %s = unpack(%d, %s)", name, len(list), packed(list))
	e.Blank()
}

// packed returns numbers as a base64 text of varints: the differences between
// neighbours.
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

// actionTable emits the table of the actions of moves.
func (e *tableCode) actionTable() {
	e.Line("// actions holds the modifiers of leaves and prefixes, by number: their index, and\n// where they are made.")
	if e.large() {
		e.packedActions()
		return
	}
	e.Open("var actions = [%d][]action", max(1, len(e.P.Applies)))
	for id, acts := range e.P.Applies {
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
		e.Line("%d: {%s},", id, strings.Join(list, ", "))
	}
	e.End()
	e.Blank()
}

// packedActions emits the same table in packed form.
func (e *tableCode) packedActions() {
	e.unpacks = true
	var list []int32
	number := map[int32]int32{-1: 0}
	maps := []string{"nil"}
	for id, acts := range e.P.Applies {
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
	e.Text(expand("unpackactions.go", map[string]any{"Applies": max(1, len(e.P.Applies)), "Maps": strings.Join(maps, ", "),
		"Length": len(list), "Packed": packed(list)}))
}

// actTable emits the method that makes the acts of a leaf or of a prefix for good,
// modifier by modifier.
func (e *effectCode) actTable() {
	e.Text(expand("act.go", nil))
}

// doTable emits the method that makes a single modifier, by a table.
func (e *effectCode) doTable() {
	var list []int32
	expressions := map[int32]bool{}
	for k := range e.P.Modifiers {
		a := &e.P.Modifiers[k]
		list = append(list, int32(a.Kind), a.Arg, a.Value)
		if a.Kind == ir.SetExpr {
			expressions[a.Value] = true
		}
	}
	e.tables.unpacks = true
	e.Line("// modifiers holds three numbers for each modifier: its kind, argument and value.")
	e.Line("var modifiers = unpack(%d, %s)", len(list), packed(list))
	e.Blank()
	e.Line("// do makes a modifier, given by its index in the rules, for good.")
	e.Func("(m *Machine) do(index int32, c int) bool")
	e.Block(fmt.Sprintf("if index < 1 || index > %d", len(e.P.Modifiers)), "return false")
	e.Line("arg, value := modifiers[3*index-2], modifiers[3*index-1]")
	e.Open("switch modifiers[3*index-3]")
	e.Case("case %d", ir.PutPiece)
	e.Line("m.put(c, uint8(arg))")
	e.Case("case %d", ir.SetConst)
	e.Line("m.set(arg, value)")
	e.Case("case %d", ir.SetExpr)
	e.Line("x, ok := m.evaluate(value)")
	e.Block("if !ok || x < 0 || x > int64(bounds[arg])", "return false")
	e.Line("m.set(arg, int32(x))")
	e.Case("case %d", ir.EndSwitch)
	e.Line("m.cell, m.current = int32(c), index")
	e.End()
	e.Line("return true")
	e.End()
	e.Blank()
	e.Line("// set sets a variable.")
	e.Func("(m *Machine) set(variable, value int32)")
	if e.versions {
		e.Line("m.touch()")
	}
	e.Line("m.v[variable] = value")
	e.End()
	e.Blank()
	e.Line("// evaluate computes an expression, and reports whether it has a value.")
	e.Func("(m *Machine) evaluate(x int32) (int64, bool)")
	e.Open("switch x")
	for _, x := range sortedKeys(expressions) {
		e.Case("case %d", x)
		e.Line("return %s", e.exprs.exprOK(x))
	}
	e.End()
	e.Line("return 0, false")
	e.End()
	e.Blank()
}
