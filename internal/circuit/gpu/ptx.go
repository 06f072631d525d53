package gpu

import (
	"bufio"
	"fmt"
	"strings"
)

// PTX is NVIDIA's assembly language for virtual machines; the driver compiles it. The kernel
// "play" has the parameters: memory, tallies, tables, threads, and those of a launch.

// ptxThreads is how many threads a block has.
const ptxThreads = 128

// sharedBytes returns how much shared memory a block needs.
func (c *Code) sharedBytes() int { return 4 * ptxThreads * len(c.hot) }

// PTX returns the code in that language, for devices from compute capability 7.0 on.
func (c *Code) PTX() string {
	var text strings.Builder
	w := &ptxWriter{Writer: bufio.NewWriter(&text), code: c}
	w.line(".version 6.4\n.target sm_70\n.address_size 64\n")
	w.line(".extern .shared .align 16 .b8 hot[];")
	for _, f := range c.functions {
		w.line(".func %s(.param .b64 m, .param .b64 t, .param .b32 h)\n;", f.name)
	}
	for _, f := range c.functions {
		w.line(".func %s(.param .b64 m, .param .b64 t, .param .b32 h)\n{", f.name)
		w.registers(f.code)
		w.line("ld.param.u64 %%local, [m];\nld.param.u64 %%table, [t];\nld.param.u32 %%hot, [h];")
		w.statements(f.code)
		w.line("ret;\n}")
	}
	w.targets()
	w.line(".visible .entry play(.param .u64 pm, .param .u64 pt, .param .u64 pc, .param .u64 pn")
	for i := range c.params {
		w.line(", .param .u64 p%d", i)
	}
	w.line(")\n.maxntid %d, 1, 1\n{", ptxThreads)
	w.registers(c.body)
	if c.local > 0 {
		w.line(".local .align 16 .b32 words[%d];\nmov.u64 %%local, words;", c.local)
	}
	if len(c.functions) > 0 {
		w.line("part: .callprototype _ (.param .b64 m, .param .b64 t, .param .b32 h);")
	}
	w.prologue()
	w.statements(c.body)
	w.line("done:\nret;\n}")
	w.Flush()
	return text.String()
}

// A ptxWriter writes statements.
type ptxWriter struct {
	*bufio.Writer
	code   *Code
	labels int
	number map[*function]int
}

// targets writes a table of the functions. They are called through it, since the compiler would
// otherwise put all of them into one, which takes it very long.
func (w *ptxWriter) targets() {
	w.number = make(map[*function]int)
	var names []string
	for i, f := range w.code.functions {
		w.number[f] = i
		names = append(names, f.name)
	}
	if names != nil {
		w.line(".global .u64 targets[%d] = {%s};", len(names), strings.Join(names, ", "))
	}
}

func (w *ptxWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// registers declares registers; the one for zero is set.
func (w *ptxWriter) registers(code []statement) {
	w.line(".reg .b32 %%r<%d>;\n.reg .b32 %%x, %%hot;\n.reg .b64 %%a, %%local, %%table, %%word, %%tally, %%w;\n.reg .pred %%p;", greatest(code)+1)
	w.line("mov.u32 %%r0, 0;")
}

// greatest returns the greatest register in code.
func greatest(code []statement) reg {
	most := zero
	for i := range code {
		s := &code[i]
		most = max(most, s.dst, s.a, s.b, s.c)
		if s.branch != nil {
			most = max(most, s.branch.cond.a, s.branch.cond.b, greatest(s.branch.body))
		}
		if s.loop != nil {
			most = max(most, s.loop.cond, greatest(s.loop.body))
		}
	}
	return most
}

// prologue finds the memory of the thread. Threads beyond the last do nothing.
func (w *ptxWriter) prologue() {
	w.line(".reg .b32 %%index, %%block, %%n;\nmov.u32 %%index, %%tid.x;\nmov.u32 %%block, %%ctaid.x;")
	w.line("mad.lo.u32 %%index, %%block, %d, %%index;", ptxThreads)
	w.line("ld.param.u32 %%n, [pn];\nsetp.ge.u32 %%p, %%index, %%n;\n@%%p bra done;")
	w.line("ld.param.u64 %%word, [pm];")
	if w.code.byWarp { // word 0 of the thread is 4·(warp·words·32 + lane) bytes from the first
		w.line("shr.u32 %%x, %%index, 5;\nmul.wide.u32 %%a, %%x, %d;\nadd.u64 %%word, %%word, %%a;", 4*warp*w.code.words)
		w.line("and.b32 %%x, %%index, 31;\nmul.wide.u32 %%a, %%x, 4;\nadd.u64 %%word, %%word, %%a;")
	} else {
		w.line("mul.wide.u32 %%a, %%index, 4;\nadd.u64 %%word, %%word, %%a;")
	}
	w.line("ld.param.u64 %%tally, [pt];\nld.param.u64 %%table, [pc];")
	for i, p := range w.code.params {
		w.line("ld.param.u32 %%r%d, [p%d];", p, i)
	}
	w.line("mul.wide.u32 %%w, %%n, 4;") // from one word to the next
	w.line(".reg .b32 %%grid, %%groups;\n.reg .b64 %%first, %%stride;\nmov.u64 %%first, %%word;")
	w.line("mov.u32 %%grid, %%nctaid.x;\nmov.u32 %%x, %%ntid.x;\nmul.lo.u32 %%grid, %%grid, %%x;\nmul.wide.u32 %%stride, %%grid, %d;", 4*w.code.words)
	w.line("sub.u32 %%groups, %%n, %%index;\nadd.u32 %%groups, %%groups, %%grid;\nsub.u32 %%groups, %%groups, 1;\ndiv.u32 %%groups, %%groups, %%grid;")
	w.line("mov.u32 %%hot, hot;\nmov.u32 %%x, %%tid.x;\nmad.lo.u32 %%hot, %%x, 4, %%hot;")
}

func (w *ptxWriter) statements(code []statement) {
	for i := range code {
		s := &code[i]
		switch {
		case s.branch != nil:
			w.branch(s.branch)
		case s.loop != nil:
			w.loop(s.loop)
		case s.call != nil:
			w.line("{\n.param .b64 m;\n.param .b64 t;\n.param .b32 h;\nst.param.b64 [m], %%local;\nst.param.b64 [t], %%table;\nst.param.b32 [h], %%hot;\nld.global.u64 %%a, [targets+%d];\ncall %%a, (m, t, h), part;\n}", 8*w.number[s.call])
		default:
			w.instruction(s)
		}
	}
}

func (w *ptxWriter) label() int {
	w.labels++
	return w.labels
}

func (w *ptxWriter) branch(b *branch) {
	l := w.label()
	compare := map[comparison]string{unequal: "ne", equal: "eq", less: "lo"}[b.cond.is]
	w.line("setp.%s.u32 %%p, %%r%d, %%r%d;", compare, b.cond.a, b.cond.b)
	if b.shared {
		w.line("vote.sync.any.pred %%p, %%p, 0xffffffff;")
	}
	w.line("@!%%p bra L%d;", l)
	w.statements(b.body)
	w.line("L%d:", l)
}

func (w *ptxWriter) loop(l *loop) {
	n := w.label()
	w.line("L%d:", n)
	w.statements(l.body)
	w.line("setp.ne.u32 %%p, %%r%d, 0;\n@%%p bra L%d;", l.cond, n)
}

func (w *ptxWriter) instruction(s *statement) {
	switch s.op {
	case opTable:
		w.line("lop3.b32 %%r%d, %%r%d, %%r%d, %%r%d, %d;", s.dst, s.a, s.b, s.c, s.imm)
	case opSet:
		w.line("mov.u32 %%r%d, %d;", s.dst, s.imm)
	case opCopy:
		w.line("mov.u32 %%r%d, %%r%d;", s.dst, s.a)
	case opAdd:
		w.line("add.u32 %%r%d, %%r%d, %%r%d;", s.dst, s.a, s.b)
	case opAddImm:
		w.line("add.u32 %%r%d, %%r%d, %d;", s.dst, s.a, s.imm)
	case opSub:
		w.line("sub.u32 %%r%d, %%r%d, %%r%d;", s.dst, s.a, s.b)
	case opMulHigh:
		w.line("mul.hi.u32 %%r%d, %%r%d, %%r%d;", s.dst, s.a, s.b)
	case opShl:
		w.line("shl.b32 %%r%d, %%r%d, %d;", s.dst, s.a, s.imm)
	case opShr:
		w.line("shr.u32 %%r%d, %%r%d, %d;", s.dst, s.a, s.imm)
	case opCount:
		w.line("popc.b32 %%r%d, %%r%d;", s.dst, s.a)
	case opPermute:
		w.line("prmt.b32 %%r%d, %%r%d, %%r%d, %d;", s.dst, s.a, s.b, s.imm)
	case opLow:
		w.line("neg.s32 %%x, %%r%d;\nand.b32 %%r%d, %%r%d, %%x;", s.a, s.dst, s.a)
	case opMulAdd:
		w.line("mad.lo.u32 %%r%d, %%r%d, %d, %%r%d;", s.dst, s.a, s.imm, s.b)
	case opRandom:
		w.line("mad.lo.u32 %%r%d, %%r%d, %d, %%r%d;", s.dst, s.a, uint32(scrambler), s.b)
		w.line("cvt.u64.u32 %%a, %%r%d;\nmad.wide.u32 %%a, %%r%d, %d, %%a;\nmov.b64 {%%r%d, %%r%d}, %%a;", s.b, s.a, uint32(multiplier), s.a, s.b)
	case opFlag:
		w.line("bfe.s32 %%r%d, %%r%d, %d, 1;", s.dst, s.a, s.imm)
	case opLoad:
		if w.code.byWarp {
			w.line("ld.global.u32 %%r%d, [%%word+%d];", s.dst, 4*warp*s.imm)
			return
		}
		w.line("mad.lo.u64 %%a, %%w, %d, %%word;\nld.global.u32 %%r%d, [%%a];", s.imm, s.dst)
	case opStore:
		if w.code.byWarp {
			w.line("st.global.u32 [%%word+%d], %%r%d;", 4*warp*s.imm, s.a)
			return
		}
		w.line("mad.lo.u64 %%a, %%w, %d, %%word;\nst.global.u32 [%%a], %%r%d;", s.imm, s.a)
	case opLocal:
		if at, ok := w.code.hot[s.imm]; ok {
			w.line("ld.shared.u32 %%r%d, [%%hot+%d];", s.dst, 4*ptxThreads*at)
			return
		}
		w.line("ld.local.u32 %%r%d, [%%local+%d];", s.dst, 4*s.imm)
	case opKeep:
		if at, ok := w.code.hot[s.imm]; ok {
			w.line("st.shared.u32 [%%hot+%d], %%r%d;", 4*ptxThreads*at, s.a)
			return
		}
		w.line("st.local.u32 [%%local+%d], %%r%d;", 4*s.imm, s.a)
	case opOrAt:
		w.line("mul.wide.u32 %%a, %%r%d, 4;\nadd.u64 %%a, %%a, %%local;\nld.local.u32 %%x, [%%a];\nor.b32 %%x, %%x, %%r%d;\nst.local.u32 [%%a], %%x;", s.a, s.b)
	case opLookup:
		w.line("mul.wide.u32 %%a, %%r%d, 4;\nadd.u64 %%a, %%a, %%table;\nld.global.nc.u32 %%r%d, [%%a+%d];", s.a, s.dst, 4*s.imm)
	case opGroups:
		w.line("mov.u32 %%r%d, %%groups;", s.dst)
	case opFirst:
		w.line("mov.u64 %%word, %%first;")
	case opNext:
		w.line("add.u64 %%word, %%word, %%stride;")
	case opTally:
		w.line("cvt.s64.s32 %%a, %%r%d;\nred.global.add.u64 [%%tally+%d], %%a;", s.a, 8*s.imm)
	}
}
