package gpu

import (
	"bufio"
	"fmt"
	"strings"
)

// choosers is how many plays a block of "choose" has: a warp each.
const choosers = 4

// restartPTX prints the kernel "restart", in which a thread begins a play. Its parameters: memory, the words of a play
// that begins, words about plays, how many plays, seed, opening.
func (s *SelfPlay) restartPTX() string {
	w := newPTXText()
	w.line(".visible .entry restart(.param .u64 pm, .param .u64 pi, .param .u64 pa, .param .u64 pn, .param .u64 ps, .param .u64 po)\n.maxntid %d, 1, 1\n{", ptxThreads)
	w.line(".reg .b32 %%play, %%x, %%n, %%seed, %%h, %%o, %%i;\n.reg .b64 %%m, %%a, %%w, %%init;\n.reg .pred %%p;")
	w.line("mov.u32 %%play, %%ctaid.x;\nmov.u32 %%x, %%tid.x;\nmad.lo.u32 %%play, %%play, %d, %%x;", ptxThreads)
	w.line("ld.param.u32 %%n, [pn];\nsetp.ge.u32 %%p, %%play, %%n;\n@%%p bra done;")
	w.line("ld.param.u64 %%m, [pm];\nld.param.u64 %%init, [pi];\nld.param.u32 %%seed, [ps];\nld.param.u32 %%o, [po];")
	w.line("mul.wide.u32 %%w, %%n, 4;\nmul.wide.u32 %%a, %%play, 4;\nadd.u64 %%m, %%m, %%a;")
	w.line("mov.u32 %%i, 0;\nwords:\nld.global.u32 %%x, [%%init];\nst.global.u32 [%%m], %%x;\nadd.u64 %%m, %%m, %%w;\nadd.u64 %%init, %%init, 4;")
	w.line("add.u32 %%i, %%i, 1;\nsetp.lo.u32 %%p, %%i, %d;\n@%%p bra words;", s.env.words)
	w.line("ld.param.u64 %%m, [pm];\nadd.u64 %%m, %%m, %%a;")
	w.mix("%h", "0", fmt.Sprint(laneLow))
	w.line("or.b32 %%h, %%h, 1;\nst.global.u32 [%%m], %%h;\nadd.u64 %%m, %%m, %%w;")
	w.mix("%h", "0", fmt.Sprint(laneHigh))
	w.line("rem.u32 %%h, %%h, %d;\nst.global.u32 [%%m], %%h;", uint32(multiplier-1))
	w.line("ld.param.u64 %%m, [pa];\nadd.u64 %%m, %%m, %%a;")
	for _, x := range []uint32{0, s.firstMover(), 0} { // over, mover, steps
		w.line("mov.u32 %%x, %d;\nst.global.u32 [%%m], %%x;\nadd.u64 %%m, %%m, %%w;", x)
	}
	w.mix("%h", "0", fmt.Sprint(laneOpening))
	w.line("add.u32 %%o, %%o, 1;\nrem.u32 %%h, %%h, %%o;\nst.global.u32 [%%m], %%h;")
	w.line("done:\nret;\n}")
	return w.String()
}

// A ptxText is text in PTX.
type ptxText struct {
	*bufio.Writer
	text strings.Builder
}

func newPTXText() *ptxText {
	w := new(ptxText)
	w.Writer = bufio.NewWriter(&w.text)
	return w
}

func (w *ptxText) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// String returns the text.
func (w *ptxText) String() string {
	w.Flush()
	return w.text.String()
}

// mix computes a random number from the registers seed and play, a step and a lane. It uses the register x.
func (w *ptxText) mix(dst, now, lane string) {
	w.line("mad.lo.u32 %s, %%play, %d, %%seed;", dst, uint32(mixPlay))
	for _, f := range []struct {
		of     string
		factor uint32
	}{{now, mixNow}, {lane, mixLane}} {
		w.line("mov.u32 %%x, %s;\nmul.lo.u32 %%x, %%x, %d;\nxor.b32 %s, %s, %%x;", f.of, f.factor, dst, dst)
	}
	w.line("shr.u32 %%x, %s, 16;\nxor.b32 %s, %s, %%x;\nmul.lo.u32 %s, %s, %d;", dst, dst, dst, dst, dst, uint32(mixFirst))
	w.line("shr.u32 %%x, %s, 15;\nxor.b32 %s, %s, %%x;\nmul.lo.u32 %s, %s, %d;", dst, dst, dst, dst, dst, uint32(mixSecond))
	w.line("shr.u32 %%x, %s, 16;\nxor.b32 %s, %s, %%x;", dst, dst, dst)
}

// choosePTX prints the kernel "choose", in which a warp has a play, and a thread of it a lane. Its parameters: memory, words
// about plays, records, entries of features, numbers of the network, living plays, how many plays, the number of the record,
// seed, step, temperature, and below which a random number makes a random choice.
func (s *SelfPlay) choosePTX() string {
	w := newPTXText()
	names := []string{"pm", "pa", "pr", "pe", "pw", "pl", "pn", "pk", "ps", "pt", "pc", "px"}
	w.line(".visible .entry choose(.param .u64 %s)\n.maxntid %d, 1, 1\n{", strings.Join(names, ", .param .u64 "), choosers*warp)
	w.line(".reg .b32 %%play, %%lane, %%x, %%y, %%z, %%n, %%seed, %%h, %%o, %%i, %%now, %%over, %%mover, %%steps, %%opening, %%done, %%cut, %%who, %%word, %%entry, %%best, %%flags, %%next, %%limit, %%other;")
	w.line(".reg .b64 %%m, %%a, %%b, %%w, %%entries, %%row, %%net, %%aux, %%out, %%state;\n.reg .pred %%p, %%q, %%in, %%first;")
	w.line(".reg .f32 %%u, %%v, %%score, %%t, %%e<%d>, %%s<%d>, %%r<4>;", s.network.Values, s.network.Hidden)
	s.findPlay(w)
	s.sums(w)
	s.outputs(w)
	s.scores(w)
	s.bestLane(w)
	s.record(w)
	s.takeLane(w)
	w.line("done:\nret;\n}")
	return w.String()
}

// findPlay finds the play of the warp. If it is over, nothing is done.
func (s *SelfPlay) findPlay(w *ptxText) {
	w.line("mov.u32 %%play, %%ctaid.x;\nmov.u32 %%x, %%tid.x;\nshr.u32 %%y, %%x, 5;\nmad.lo.u32 %%play, %%play, %d, %%y;\nand.b32 %%lane, %%x, 31;", choosers)
	w.line("ld.param.u32 %%n, [pn];\nsetp.ge.u32 %%p, %%play, %%n;\n@%%p bra done;")
	w.line("mul.wide.u32 %%w, %%n, 4;\nmul.wide.u32 %%a, %%play, 4;")
	w.line("ld.param.u64 %%m, [pm];\nadd.u64 %%m, %%m, %%a;\nld.param.u64 %%aux, [pa];\nadd.u64 %%aux, %%aux, %%a;")
	w.line("ld.param.u64 %%out, [pr];\nadd.u64 %%out, %%out, %%a;\nld.param.u32 %%x, [pk];\nmul.lo.u32 %%x, %%x, %d;\ncvt.u64.u32 %%b, %%x;\nmad.lo.u64 %%out, %%w, %%b, %%out;", s.recordWords())
	w.line("setp.eq.u32 %%first, %%lane, 0;\nmov.u32 %%x, 0;\n@%%first st.global.u32 [%%out], %%x;")
	w.line("ld.global.u32 %%over, [%%aux];\nsetp.ne.u32 %%p, %%over, 0;\n@%%p bra done;")
	for i, r := range []string{"mover", "steps", "opening"} {
		w.line("mad.lo.u64 %%b, %%w, %d, %%aux;\nld.global.u32 %%%s, [%%b];", i+1, r)
	}
	w.line("ld.param.u32 %%seed, [ps];\nld.param.u32 %%now, [pt];\nld.param.u64 %%entries, [pe];\nld.param.u64 %%net, [pw];")
	s.loadWord(w, "done", s.env.Layout.Done)
	s.loadWord(w, "cut", s.env.Layout.Truncated)
}

// loadWord loads a word of the play.
func (s *SelfPlay) loadWord(w *ptxText, dst string, word int) {
	w.line("mad.lo.u64 %%b, %%w, %d, %%m;\nld.global.u32 %%%s, [%%b];", word, dst)
}

// sums adds up the weights of the features that are true in the lane, and finds who is to move there.
func (s *SelfPlay) sums(w *ptxText) {
	n := &s.network
	for h := 0; h < n.Hidden; h += 4 {
		w.line("ld.global.nc.v4.f32 {%%s%d, %%s%d, %%s%d, %%s%d}, [%%net+%d];", h, h+1, h+2, h+3, 4*h)
	}
	w.line("mov.u32 %%who, %d;\nadd.u64 %%row, %%net, %d;", s.env.program.Roles, 4*s.rowsAt())
	entries, _ := n.table()
	w.line("mov.u32 %%i, 0;\nfeatures:")
	w.line("ld.global.nc.u32 %%entry, [%%entries];\nadd.u64 %%entries, %%entries, 4;")
	w.line("and.b32 %%x, %%entry, %d;\nadd.u32 %%x, %%x, %d;\ncvt.u64.u32 %%b, %%x;\nmad.lo.u64 %%b, %%w, %%b, %%m;\nld.global.u32 %%word, [%%b];", entryBit, s.env.Layout.State)
	w.line("shr.u32 %%x, %%word, %%lane;\nand.b32 %%x, %%x, 1;\nsetp.ne.u32 %%in, %%x, 0;")
	w.line("shr.u32 %%y, %%entry, %d;\nsetp.ne.and.u32 %%p, %%y, 0, %%in;\n@%%p sub.u32 %%who, %%y, 1;", entryMover)
	w.line("and.b32 %%x, %%entry, %d;\nsetp.eq.u32 %%p, %%x, 0;\n@%%p bra next;", entryWeights)
	w.line("setp.eq.u32 %%p, %%word, 0;\n@%%p bra added;")
	for h := 0; h < n.Hidden; h += 4 {
		w.line("ld.global.nc.v4.f32 {%%r0, %%r1, %%r2, %%r3}, [%%row+%d];", 4*h)
		for k := range 4 {
			w.line("@%%in add.f32 %%s%d, %%s%d, %%r%d;", h+k, h+k, k)
		}
	}
	w.line("added:\nadd.u64 %%row, %%row, %d;\nnext:", 4*n.Hidden)
	w.line("add.u32 %%i, %%i, 1;\nsetp.lo.u32 %%p, %%i, %d;\n@%%p bra features;", len(entries))
}

// rowsAt returns where the weights of features begin among the numbers of the network.
func (s *SelfPlay) rowsAt() int {
	n := &s.network
	return len(n.Bias) + len(n.Output) + (len(n.Offset)+3)/4*4
}

// outputs computes the values of the network, before the logistic function.
func (s *SelfPlay) outputs(w *ptxText) {
	n := &s.network
	for h := range n.Hidden {
		w.line("cvt.sat.f32.f32 %%u, %%s%d;\nsub.f32 %%v, %%s%d, %%u;\nfma.rn.f32 %%s%d, %%v, 0f%08X, %%u;", h, h, h, float32bits(n.Leak))
	}
	for v := range n.Values {
		w.line("mad.lo.u32 %%x, %%who, %d, %d;\nmul.wide.u32 %%b, %%x, %d;\nadd.u64 %%b, %%b, %%net;", n.Values, v, 4*n.Hidden)
		w.line("mul.wide.u32 %%a, %%x, 4;\nadd.u64 %%a, %%a, %%net;\nld.global.nc.f32 %%e%d, [%%a+%d];", v, 4*(len(n.Bias)+len(n.Output)))
		for h := 0; h < n.Hidden; h += 4 {
			w.line("ld.global.nc.v4.f32 {%%r0, %%r1, %%r2, %%r3}, [%%b+%d];", 4*(len(n.Bias)+h))
			for k := range 4 {
				w.line("fma.rn.f32 %%e%d, %%s%d, %%r%d, %%e%d;", v, h+k, k, v)
			}
		}
	}
}

// scores computes what the lane is worth for the role that moved: the logit of its goal, with random noise.
func (s *SelfPlay) scores(w *ptxText) {
	n := &s.network
	w.line("mov.f32 %%score, 0f00000000;")
	for r := range s.env.program.Roles {
		w.line("setp.eq.u32 %%p, %%mover, %d;", r+1)
		switch {
		case r < n.Values:
			w.line("@%%p mov.f32 %%score, %%e%d;", r)
		default:
			w.line("@%%p neg.f32 %%score, %%e0;")
		}
	}
	// In a play that has ended it is the logit of the goal itself.
	w.line("shr.u32 %%x, %%done, %%lane;\nand.b32 %%x, %%x, 1;\nsetp.eq.u32 %%p, %%x, 0;\n@%%p bra noise;\nmov.u32 %%y, 50;")
	for r := range s.env.Layout.Roles {
		w.line("setp.ne.u32 %%p, %%mover, %d;\n@%%p bra goal%d;\nmov.u32 %%y, 0;", r+1, r)
		s.number(w, "y", r, "lane")
		w.line("goal%d:", r)
	}
	w.line("cvt.rn.f32.u32 %%u, %%y;\nmul.f32 %%u, %%u, 0f%08X;\nmax.f32 %%u, %%u, 0f%08X;\nmin.f32 %%u, %%u, 0f%08X;", float32bits(0.01), float32bits(leastGoal), float32bits(1-leastGoal))
	w.line("mov.f32 %%v, 0f3F800000;\nsub.f32 %%v, %%v, %%u;\ndiv.approx.f32 %%u, %%u, %%v;\nlg2.approx.f32 %%u, %%u;\nmul.f32 %%score, %%u, 0f%08X;", float32bits(ln2))
	w.line("noise:")
	w.mix("%h", "%now", "%lane")
	w.line("shr.u32 %%h, %%h, 9;\ncvt.rn.f32.u32 %%u, %%h;\nadd.f32 %%u, %%u, 0f3F000000;\nmul.f32 %%u, %%u, 0f%08X;", float32bits(1.0/(1<<23)))
	w.line("lg2.approx.f32 %%u, %%u;\nmul.f32 %%u, %%u, 0f%08X;\nlg2.approx.f32 %%u, %%u;\nmul.f32 %%u, %%u, 0f%08X;", float32bits(-ln2), float32bits(-ln2))
	w.line("ld.param.f32 %%t, [pc];\nfma.rn.f32 %%score, %%t, %%u, %%score;")
}

const (
	ln2       = 0.693147181
	leastGoal = 1e-6
)

// number adds the goal of a role in a lane to a register that is 0.
func (s *SelfPlay) number(w *ptxText, dst string, role int, lane string) {
	r := &s.env.Layout.Roles[role]
	for k := range r.GoalBits {
		s.loadWord(w, "x", r.Goal+k)
		w.line("shr.u32 %%x, %%x, %%%s;\nand.b32 %%x, %%x, 1;\nshl.b32 %%x, %%x, %d;\nor.b32 %%%s, %%%s, %%x;", lane, k, dst, dst)
	}
}

// bestLane finds the lane with the highest score, the first one of them, or takes the first lane, whose move was drawn at
// random, where the step is a random one or nobody decided it.
func (s *SelfPlay) bestLane(w *ptxText) {
	w.line("mov.u32 %%best, %%lane;")
	for k := warp / 2; k > 0; k /= 2 {
		w.line("mov.b32 %%x, %%score;\nshfl.sync.bfly.b32 %%y, %%x, %d, 31, 0xffffffff;\nmov.b32 %%u, %%y;\nshfl.sync.bfly.b32 %%other, %%best, %d, 31, 0xffffffff;", k, k)
		w.line("setp.gt.f32 %%p, %%u, %%score;\nsetp.eq.f32 %%q, %%u, %%score;\nsetp.lo.and.u32 %%q, %%other, %%best, %%q;\nor.pred %%p, %%p, %%q;")
		w.line("@%%p mov.f32 %%score, %%u;\n@%%p mov.u32 %%best, %%other;")
	}
	w.mix("%h", "%now", fmt.Sprint(laneRandom))
	w.line("ld.param.u32 %%limit, [px];\nsetp.lo.u32 %%p, %%h, %%limit;\n@%%p mov.u32 %%best, 0;")
	w.line("setp.lo.u32 %%p, %%steps, %%opening;\n@%%p mov.u32 %%best, 0;\nsetp.eq.u32 %%p, %%mover, 0;\n@%%p mov.u32 %%best, 0;")
}

// record writes what is kept of the step.
func (s *SelfPlay) record(w *ptxText) {
	n := &s.network
	w.line("shr.u32 %%done, %%done, %%best;\nand.b32 %%done, %%done, 1;\nshr.u32 %%cut, %%cut, %%best;\nand.b32 %%cut, %%cut, 1;")
	w.line("mov.u32 %%flags, %d;\nmad.lo.u32 %%flags, %%done, %d, %%flags;\nmad.lo.u32 %%flags, %%cut, %d, %%flags;\n@%%first st.global.u32 [%%out], %%flags;", flagWritten, flagDone, flagTruncated)
	roles := s.env.program.Roles
	for r := range roles {
		w.line("mov.u32 %%y, 0;")
		s.number(w, "y", r, "best")
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\n@%%first st.global.u32 [%%b], %%y;", 1+r)
	}
	for v := range n.Values {
		w.line("mov.b32 %%x, %%e%d;\nshfl.sync.idx.b32 %%y, %%x, %%best, 31, 0xffffffff;\nmov.b32 %%u, %%y;", v)
		w.line("mul.f32 %%u, %%u, 0f%08X;\nex2.approx.f32 %%u, %%u;\nadd.f32 %%u, %%u, 0f3F800000;\nrcp.approx.f32 %%u, %%u;", float32bits(-1/ln2))
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\n@%%first st.global.f32 [%%b], %%u;", 1+roles+v)
	}
	for k := range s.stateWords() {
		w.line("mov.u32 %%x, 0;\nsetp.lo.u32 %%p, %%lane, %d;\nadd.u32 %%y, %%lane, %d;\ncvt.u64.u32 %%b, %%y;\nmad.lo.u64 %%b, %%w, %%b, %%m;\n@%%p ld.global.u32 %%x, [%%b];",
			min(warp, s.env.Layout.States-k*warp), s.env.Layout.State+k*warp)
		w.line("shr.u32 %%x, %%x, %%best;\nand.b32 %%x, %%x, 1;\nsetp.ne.u32 %%p, %%x, 0;\nvote.sync.ballot.b32 %%y, %%p, 0xffffffff;")
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\n@%%first st.global.u32 [%%b], %%y;", 1+roles+n.Values+k)
	}
}

// takeLane gives all lanes the words of the best one.
func (s *SelfPlay) takeLane(w *ptxText) {
	w.line("mov.u32 %%next, 0;")
	for r := range s.env.Layout.Roles {
		if role := &s.env.Layout.Roles[r]; !role.Chance {
			s.loadWord(w, "x", role.Decides)
			w.line("shr.u32 %%x, %%x, %%best;\nand.b32 %%x, %%x, 1;\nsetp.ne.u32 %%p, %%x, 0;\n@%%p mov.u32 %%next, %d;", r+1)
		}
	}
	w.line("bar.warp.sync 0xffffffff;")
	first := wordRandom1 + 1
	w.line("add.u32 %%i, %%lane, %d;\ntake:\nsetp.ge.u32 %%p, %%i, %d;\n@%%p bra taken;", first, s.env.words)
	w.line("cvt.u64.u32 %%b, %%i;\nmad.lo.u64 %%b, %%w, %%b, %%m;\nld.global.u32 %%x, [%%b];\nshr.u32 %%x, %%x, %%best;\nand.b32 %%x, %%x, 1;\nneg.s32 %%x, %%x;\nst.global.u32 [%%b], %%x;")
	w.line("add.u32 %%i, %%i, %d;\nbra take;\ntaken:", warp)
	w.line("@!%%first bra done;")
	w.line("or.b32 %%over, %%done, %%cut;\nst.global.u32 [%%aux], %%over;")
	w.line("mad.lo.u64 %%b, %%w, %d, %%aux;\nst.global.u32 [%%b], %%next;\nmad.lo.u64 %%b, %%w, %d, %%aux;\nadd.u32 %%steps, %%steps, 1;\nst.global.u32 [%%b], %%steps;", auxMover, auxSteps)
	w.line("xor.b32 %%over, %%over, 1;\nld.param.u64 %%b, [pl];\nred.global.add.u32 [%%b], %%over;")
}
