// Command asm generates the vector kernels of package bitslice: those for x86 with
// avo, the one for ARM by itself. It is a module of its own, so that the program
// does not depend on avo. Run it by
//
//	go generate ./internal/circuit/bitslice
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// files holds the generated files with the functions that write them.
var files = map[string]func(w *writer){
	"copy_avx2_amd64.s":     copyAVX2,
	"copy_avx512_amd64.s":   copyAVX512,
	"draw_avx2_amd64.s":     drawAVX2,
	"draw_avx512_amd64.s":   drawAVX512,
	"eval_avx2_amd64.s":     evalAVX2,
	"eval_avx512_amd64.s":   evalAVX512,
	"gather_avx512_amd64.s": gatherAVX512,
}

// neonFiles holds those for ARM.
var neonFiles = map[string]func(w *neonWriter){
	"copy_neon_arm64.s":   copyNEON,
	"draw_neon_arm64.s":   drawNEON,
	"eval_neon_arm64.s":   evalNEON,
	"gather_neon_arm64.s": gatherNEON,
}

func main() {
	dir := flag.String("dir", "..", "the folder of the generated files")
	flag.Parse()
	save := func(name string, text []byte, err error) {
		if err == nil {
			err = os.WriteFile(filepath.Join(*dir, name), text, 0o644)
		}
		if err != nil {
			log.Fatalf("%s: %v", name, err)
		}
	}
	for name, write := range files {
		text, err := generate(write)
		save(name, text, err)
	}
	for name, write := range neonFiles {
		save(name, generateNEON(write), nil)
	}
}

func generate(write func(w *writer)) ([]byte, error) {
	w := &writer{build.NewContext()}
	write(w)
	file, err := w.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	text, err := printer.NewGoAsm(printer.Config{Name: "go generate", Pkg: "bitslice"}).Print(file)
	return append(bytes.TrimRight(text, "\n"), '\n'), err
}

// A writer writes one file of assembly.
type writer struct{ *build.Context }

var (
	y = []reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}
	z = []reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
		reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
		reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
		reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31}
)

// text begins a function.
func (w *writer) text(name, signature string, doc ...string) {
	const noSplit = 4
	w.Function(name)
	w.Attributes(noSplit)
	w.SignatureExpr(signature)
	w.Doc(doc...)
}

// param loads a parameter.
func (w *writer) param(name string, r reg.Register) { w.Load(w.Param(name), r) }

// done returns from a function.
func (w *writer) done() {
	w.VZEROUPPER()
	w.RET()
}

// words adds a constant in memory.
func (w *writer) words(name string, words ...uint64) operand.Mem {
	const readOnly = 8
	m := w.StaticGlobal(name)
	w.DataAttributes(readOnly)
	for _, word := range words {
		w.AppendDatum(operand.U64(word))
	}
	return m
}

// at is a place in memory.
func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }

// indexed is a place in memory at an offset in a register.
func indexed(base, offset reg.Register, disp int) operand.Mem {
	return operand.Mem{Base: base, Index: offset, Scale: 1, Disp: disp}
}

// label refers to a label.
func label(name string) operand.LabelRef { return operand.LabelRef(name) }

// imm is an immediate byte.
func imm(n int) operand.U8 { return operand.U8(n) }

// An instruction is a method of [build.Context].
type instruction func(ops ...operand.Op)

// three adapts an instruction with a fixed number of operands.
func three(f func(a, b, c operand.Op)) instruction {
	return func(ops ...operand.Op) { f(ops[0], ops[1], ops[2]) }
}

// interleave interleaves pairs of registers: lo and hi write to successive registers
// from dst on.
func interleave(lo, hi instruction, v []reg.VecPhysical, dst int, pairs ...[2]int) {
	for i, p := range pairs {
		lo(v[p[1]], v[p[0]], v[dst+2*i])
		hi(v[p[1]], v[p[0]], v[dst+2*i+1])
	}
}

// toBytes interleaves the bytes of registers 0 to 7 into 8 to 15: word 2i+h of register
// 8+v gets the bytes 16i+2v+h of all of them.
func (w *writer) toBytes(v []reg.VecPhysical) {
	interleave(w.VPUNPCKLBW, w.VPUNPCKHBW, v, 8, [2]int{0, 1}, [2]int{2, 3}, [2]int{4, 5}, [2]int{6, 7})
	interleave(w.VPUNPCKLWD, w.VPUNPCKHWD, v, 0, [2]int{8, 10}, [2]int{9, 11}, [2]int{12, 14}, [2]int{13, 15})
	interleave(w.VPUNPCKLDQ, w.VPUNPCKHDQ, v, 8, [2]int{0, 4}, [2]int{1, 5}, [2]int{2, 6}, [2]int{3, 7})
}

// toPlanes transposes 8×8 pairs of bytes, from registers 0 to 7 into 8 to 15.
func (w *writer) toPlanes(v []reg.VecPhysical) {
	interleave(w.VPUNPCKLWD, w.VPUNPCKHWD, v, 8, [2]int{0, 1}, [2]int{2, 3}, [2]int{4, 5}, [2]int{6, 7})
	interleave(w.VPUNPCKLDQ, w.VPUNPCKHDQ, v, 0, [2]int{8, 10}, [2]int{12, 14}, [2]int{9, 11}, [2]int{13, 15})
	interleave(w.VPUNPCKLQDQ, w.VPUNPCKHQDQ, v, 8, [2]int{0, 2}, [2]int{1, 3}, [2]int{4, 6}, [2]int{5, 7})
}
