package gpu

import (
	"fmt"
	"strings"
)

// Learning on the device. Records of plays stay in its memory. The kernel "targets" gives each of them the goals that the network
// should have estimated, and "train" makes steps of gradient descent: a warp has one record at a time, and a lane of it every
// 32nd hidden unit. What the warps of all blocks want to change is added up in whole numbers, so that the order does not
// matter, and then applied.

// changeScale is by what changes of weights are multiplied before they are rounded.
const changeScale = 1 << 24

// lossScale is by what squared errors are multiplied before they are rounded.
const lossScale = 1 << 20

// targetsPTX prints the kernel "targets", in which a thread has a play. Its parameters: words about plays, records, how many plays,
// λ. The targets take the place of the goals in records.
func (s *SelfPlay) targetsPTX() string {
	w := newPTXText()
	values, roles := s.network.Values, s.env.program.Roles
	w.line(".visible .entry targets(.param .u64 pa, .param .u64 pr, .param .u64 pn, .param .u64 pg)\n.maxntid %d, 1, 1\n{", ptxThreads)
	w.line(".reg .b32 %%play, %%x, %%n, %%i, %%flags;\n.reg .b64 %%a, %%b, %%w, %%aux, %%out, %%size;\n.reg .pred %%p, %%done;\n.reg .f32 %%u, %%g, %%other, %%t<%d>;", values)
	w.line("mov.u32 %%play, %%ctaid.x;\nmov.u32 %%x, %%tid.x;\nmad.lo.u32 %%play, %%play, %d, %%x;", ptxThreads)
	w.line("ld.param.u32 %%n, [pn];\nsetp.ge.u32 %%p, %%play, %%n;\n@%%p bra done;")
	w.line("mul.wide.u32 %%w, %%n, 4;\nmul.lo.u64 %%size, %%w, %d;\nmul.wide.u32 %%a, %%play, 4;", s.recordWords())
	w.line("ld.param.u64 %%aux, [pa];\nadd.u64 %%aux, %%aux, %%a;\nmad.lo.u64 %%b, %%w, %d, %%aux;\nld.global.u32 %%i, [%%b];\nsetp.eq.u32 %%p, %%i, 0;\n@%%p bra done;", auxSteps)
	w.line("ld.param.f32 %%g, [pg];\nmov.f32 %%other, 0f3F800000;\nsub.f32 %%other, %%other, %%g;")
	w.line("sub.u32 %%i, %%i, 1;\nld.param.u64 %%out, [pr];\nadd.u64 %%out, %%out, %%a;\ncvt.u64.u32 %%b, %%i;\nmad.lo.u64 %%out, %%size, %%b, %%out;")
	w.line("ld.global.u32 %%flags, [%%out];\nand.b32 %%x, %%flags, %d;\nsetp.ne.u32 %%done, %%x, 0;", flagDone)
	for v := range values {
		w.line("mov.f32 %%t%d, 0f3F000000;\nmad.lo.u64 %%b, %%w, %d, %%out;\nld.global.u32 %%x, [%%b];\ncvt.rn.f32.u32 %%u, %%x;\n@%%done mul.f32 %%t%d, %%u, 0f%08X;\nst.global.f32 [%%b], %%t%d;", v, 1+v, v, float32bits(0.01), v)
	}
	// The last estimate of a play that is done does not count: it is known.
	w.line("steps:\nsetp.eq.u32 %%p, %%i, 0;\n@%%p bra done;\n@%%done bra known;")
	for v := range values {
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\nld.global.f32 %%u, [%%b];\nmul.f32 %%u, %%u, %%other;\nfma.rn.f32 %%t%d, %%t%d, %%g, %%u;", 1+roles+v, v, v)
	}
	w.line("known:\nsetp.ne.u32 %%done, %%i, %%i;\nsub.u64 %%out, %%out, %%size;\nsub.u32 %%i, %%i, 1;")
	for v := range values {
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\nst.global.f32 [%%b], %%t%d;", 1+v, v)
	}
	w.line("bra steps;\ndone:\nret;\n}")
	return w.String()
}

// trainPTX prints the kernel "train". Its parameters: words about plays, records, entries with the places of their weights, numbers
// of the network, changes, the counter of the barrier with the loss behind it, how many plays, how many records each of them
// has at most, seed, how many steps of gradient descent, rate.
func (s *SelfPlay) trainPTX() string {
	w := newPTXText()
	n := &s.network
	units := n.Hidden / warp
	names := []string{"pa", "pr", "pe", "pw", "pc", "pb", "pn", "pk", "ps", "pt", "px"}
	w.line(".visible .entry train(.param .u64 %s)\n.maxntid %d, 1, 1\n{", strings.Join(names, ", .param .u64 "), choosers*warp)
	w.line(".reg .b32 %%play, %%lane, %%x, %%y, %%n, %%seed, %%h, %%i, %%step, %%last, %%most, %%which, %%at, %%flags, %%who, %%entry, %%place, %%mask, %%bit, %%blocks, %%goal, %%thread, %%threads, %%change;")
	w.line(".reg .b64 %%a, %%b, %%w, %%entries, %%net, %%aux, %%out, %%kept, %%changes, %%barrier, %%mine, %%size, %%long;\n.reg .pred %%p, %%q, %%in, %%first, %%some;")
	w.line(".reg .f32 %%u, %%v, %%rate, %%weight, %%loss, %%e<%d>, %%s<%d>, %%d<%d>;", n.Values, units, units)
	w.line("mov.u32 %%play, %%ctaid.x;\nmov.u32 %%x, %%tid.x;\nmov.u32 %%blocks, %%nctaid.x;\nmad.lo.u32 %%thread, %%play, %d, %%x;\nmul.lo.u32 %%threads, %%blocks, %d;", choosers*warp, choosers*warp)
	w.line("shr.u32 %%y, %%x, 5;\nmad.lo.u32 %%play, %%play, %d, %%y;\nand.b32 %%lane, %%x, 31;\nsetp.eq.u32 %%first, %%lane, 0;", choosers)
	w.line("ld.param.u32 %%n, [pn];\nmul.wide.u32 %%w, %%n, 4;\nmul.lo.u64 %%size, %%w, %d;", s.recordWords())
	for i, r := range []string{"aux", "kept", "entries", "net", "changes", "barrier"} {
		w.line("ld.param.u64 %%%s, [%s];", r, names[i])
	}
	w.line("ld.param.u32 %%most, [pk];\nld.param.u32 %%seed, [ps];\nld.param.u32 %%last, [pt];\nld.param.f32 %%rate, [px];")
	w.line("mov.u32 %%step, 0;\nmov.u32 %%goal, 0;\nmul.wide.u32 %%mine, %%lane, 4;\nsteps:")
	s.drawRecord(w)
	s.forward(w, units)
	s.backward(w, units)
	w.line("skip:")
	w.barrier(0)
	s.apply(w)
	w.barrier(1)
	w.line("add.u32 %%step, %%step, 1;\nsetp.lo.u32 %%p, %%step, %%last;\n@%%p bra steps;\nret;\n}")
	return w.String()
}

// drawRecord draws a record: every lane proposes one, and the first that there is is taken. Without any, the step is left
// out.
func (s *SelfPlay) drawRecord(w *ptxText) {
	w.line("add.u32 %%i, %%step, %%step;")
	w.mix("%h", "%i", "%lane")
	w.line("mul.hi.u32 %%which, %%h, %%n;\nadd.u32 %%i, %%i, 1;")
	w.mix("%h", "%i", "%lane")
	w.line("mul.hi.u32 %%at, %%h, %%most;")
	w.line("mul.wide.u32 %%a, %%which, 4;\nadd.u64 %%b, %%aux, %%a;\nmad.lo.u64 %%b, %%w, %d, %%b;\nld.global.u32 %%x, [%%b];\nsetp.lo.u32 %%p, %%at, %%x;", auxSteps)
	w.line("vote.sync.ballot.b32 %%mask, %%p, 0xffffffff;\nsetp.eq.u32 %%p, %%mask, 0;\n@%%p bra skip;")
	w.line("brev.b32 %%x, %%mask;\nclz.b32 %%x, %%x;\nshfl.sync.idx.b32 %%which, %%which, %%x, 31, 0xffffffff;\nshfl.sync.idx.b32 %%at, %%at, %%x, 31, 0xffffffff;")
	w.line("mul.wide.u32 %%a, %%which, 4;\nadd.u64 %%out, %%kept, %%a;\ncvt.u64.u32 %%b, %%at;\nmad.lo.u64 %%out, %%size, %%b, %%out;")
	w.line("ld.global.u32 %%flags, [%%out];\nmov.f32 %%weight, 0f3F800000;\nand.b32 %%x, %%flags, %d;\nsetp.ne.u32 %%p, %%x, 0;\n@%%p mov.f32 %%weight, 0f40000000;\nmul.f32 %%weight, %%weight, %%rate;", flagDone)
}

// eachFeature adds code for each feature with weights that is true in the record; the register place says where they are. The code
// sees who is to move only after all features.
func (s *SelfPlay) eachFeature(w *ptxText, name string, code func()) {
	entries, _ := s.network.table()
	first := 1 + s.env.program.Roles + s.network.Values
	w.line("mov.u32 %%i, 0;\n%s:\nadd.u32 %%x, %%i, %%lane;\nsetp.lo.u32 %%in, %%x, %d;\nmov.u32 %%entry, 0;\nmov.u32 %%place, 0;", name, len(entries))
	w.line("mul.wide.u32 %%b, %%x, 8;\nadd.u64 %%b, %%b, %%entries;\n@%%in ld.global.nc.v2.u32 {%%entry, %%place}, [%%b];")
	w.line("and.b32 %%bit, %%entry, %d;\nshr.u32 %%x, %%bit, 5;\nadd.u32 %%x, %%x, %d;\ncvt.u64.u32 %%b, %%x;\nmad.lo.u64 %%b, %%w, %%b, %%out;\nmov.u32 %%y, 0;\n@%%in ld.global.u32 %%y, [%%b];", entryBit, first)
	w.line("and.b32 %%bit, %%bit, 31;\nshr.u32 %%y, %%y, %%bit;\nand.b32 %%y, %%y, 1;\nsetp.ne.and.u32 %%in, %%y, 0, %%in;")
	w.line("shr.u32 %%bit, %%entry, %d;\nsetp.ne.and.u32 %%p, %%bit, 0, %%in;\nvote.sync.ballot.b32 %%mask, %%p, 0xffffffff;\nsetp.eq.u32 %%p, %%mask, 0;\n@%%p bra %s_moved;", entryMover, name)
	w.line("bfind.u32 %%x, %%mask;\nshfl.sync.idx.b32 %%who, %%bit, %%x, 31, 0xffffffff;\nsub.u32 %%who, %%who, 1;\n%s_moved:", name)
	w.line("and.b32 %%x, %%entry, %d;\nsetp.ne.and.u32 %%p, %%x, 0, %%in;\nvote.sync.ballot.b32 %%mask, %%p, 0xffffffff;", entryWeights)
	w.line("%s_next:\nsetp.eq.u32 %%p, %%mask, 0;\n@%%p bra %s_done;", name, name)
	w.line("brev.b32 %%x, %%mask;\nclz.b32 %%x, %%x;\nsub.u32 %%y, %%mask, 1;\nand.b32 %%mask, %%mask, %%y;\nshfl.sync.idx.b32 %%x, %%place, %%x, 31, 0xffffffff;\ncvt.u64.u32 %%b, %%x;\nadd.u64 %%b, %%b, %%mine;")
	code()
	w.line("bra %s_next;\n%s_done:\nadd.u32 %%i, %%i, %d;\nsetp.lo.u32 %%p, %%i, %d;\n@%%p bra %s;", name, name, warp, len(entries), name)
}

// forward computes the errors of the record, times the rate and its weight.
func (s *SelfPlay) forward(w *ptxText, units int) {
	n := &s.network
	w.line("mov.u32 %%who, %d;\nadd.u64 %%b, %%net, %%mine;", s.env.program.Roles)
	for u := range units {
		w.line("ld.global.cg.f32 %%s%d, [%%b+%d];", u, 4*warp*u)
	}
	s.eachFeature(w, "sums", func() {
		w.line("add.u64 %%b, %%b, %%net;")
		for u := range units {
			w.line("ld.global.cg.f32 %%u, [%%b+%d];\nadd.f32 %%s%d, %%s%d, %%u;", 4*warp*u, u, u)
		}
	})
	w.line("mov.f32 %%loss, 0f00000000;")
	for v := range n.Values {
		s.outputsOf(w, "net", v)
		w.line("mov.f32 %%e%d, 0f00000000;", v)
		for u := range units {
			s.activate(w, u)
			w.line("ld.global.cg.f32 %%v, [%%b+%d];\nfma.rn.f32 %%e%d, %%u, %%v, %%e%d;", 4*warp*u, v, v)
		}
		for k := warp / 2; k > 0; k /= 2 {
			w.line("mov.b32 %%x, %%e%d;\nshfl.sync.bfly.b32 %%y, %%x, %d, 31, 0xffffffff;\nmov.b32 %%u, %%y;\nadd.f32 %%e%d, %%e%d, %%u;", v, k, v, v)
		}
		s.offsetOf(w, "net", v)
		w.line("ld.global.cg.f32 %%u, [%%b];\nadd.f32 %%u, %%u, %%e%d;\nmul.f32 %%u, %%u, 0f%08X;\nex2.approx.f32 %%u, %%u;\nadd.f32 %%u, %%u, 0f3F800000;\nrcp.approx.f32 %%u, %%u;", v, float32bits(-1/ln2))
		w.line("mad.lo.u64 %%b, %%w, %d, %%out;\nld.global.f32 %%v, [%%b];\nsub.f32 %%v, %%v, %%u;\nfma.rn.f32 %%loss, %%v, %%v, %%loss;\nmul.f32 %%e%d, %%v, %%weight;", 1+v, v)
	}
	w.line("mul.f32 %%loss, %%loss, 0f%08X;\ncvt.rni.u64.f32 %%long, %%loss;\n@%%first red.global.add.u64 [%%barrier+8], %%long;\nmov.u64 %%long, 1;\n@%%first red.global.add.u64 [%%barrier+16], %%long;", float32bits(lossScale))
}

// outputsOf finds the lane's first weight of an output, in the numbers of the network or in the changes.
func (s *SelfPlay) outputsOf(w *ptxText, of string, value int) {
	n := &s.network
	w.line("mad.lo.u32 %%x, %%who, %d, %d;\nmul.wide.u32 %%b, %%x, %d;\nadd.u64 %%b, %%b, %%%s;\nadd.u64 %%b, %%b, %%mine;\nadd.u64 %%b, %%b, %d;", n.Values, value, 4*n.Hidden, of, 4*len(n.Bias))
}

// offsetOf finds the offset of an output.
func (s *SelfPlay) offsetOf(w *ptxText, of string, value int) {
	n := &s.network
	w.line("mad.lo.u32 %%x, %%who, %d, %d;\nmul.wide.u32 %%b, %%x, 4;\nadd.u64 %%b, %%b, %%%s;\nadd.u64 %%b, %%b, %d;", n.Values, value, of, 4*(len(n.Bias)+len(n.Output)))
}

// activate computes what a hidden unit puts out.
func (s *SelfPlay) activate(w *ptxText, unit int) {
	w.line("cvt.sat.f32.f32 %%v, %%s%d;\nsub.f32 %%u, %%s%d, %%v;\nfma.rn.f32 %%u, %%u, 0f%08X, %%v;", unit, unit, float32bits(s.network.Leak))
}

// backward adds the changes that the record asks for.
func (s *SelfPlay) backward(w *ptxText, units int) {
	n := &s.network
	for u := range units {
		w.line("mov.f32 %%d%d, 0f00000000;", u)
	}
	for v := range n.Values {
		s.outputsOf(w, "net", v)
		for u := range units {
			w.line("ld.global.cg.f32 %%u, [%%b+%d];\nfma.rn.f32 %%d%d, %%e%d, %%u, %%d%d;", 4*warp*u, u, v, u)
		}
	}
	for u := range units {
		w.line("cvt.sat.f32.f32 %%v, %%s%d;\nsetp.neu.f32 %%p, %%v, %%s%d;\n@%%p mul.f32 %%d%d, %%d%d, 0f%08X;", u, u, u, u, float32bits(n.Leak))
	}
	s.eachFeature(w, "slopes", func() {
		w.line("add.u64 %%b, %%b, %%changes;")
		for u := range units {
			w.change(fmt.Sprintf("%%d%d", u), 4*warp*u)
		}
	})
	w.line("add.u64 %%b, %%changes, %%mine;")
	for u := range units {
		w.change(fmt.Sprintf("%%d%d", u), 4*warp*u)
	}
	for v := range n.Values {
		s.outputsOf(w, "changes", v)
		for u := range units {
			s.activate(w, u)
			w.line("mul.f32 %%u, %%u, %%e%d;", v)
			w.change("%u", 4*warp*u)
		}
		s.offsetOf(w, "changes", v)
		w.line("mul.f32 %%u, %%e%d, 0f%08X;\ncvt.rni.s32.f32 %%change, %%u;\n@%%first red.global.add.s32 [%%b], %%change;", v, float32bits(changeScale))
	}
}

// change adds a change at an offset from the register b.
func (w *ptxText) change(by string, offset int) {
	w.line("mul.f32 %%v, %s, 0f%08X;\ncvt.rni.s32.f32 %%change, %%v;\nred.global.add.s32 [%%b+%d], %%change;", by, float32bits(changeScale), offset)
}

// apply changes the weights: each thread some of them.
func (s *SelfPlay) apply(w *ptxText) {
	w.line("mov.u32 %%i, %%thread;\napply:\nsetp.ge.u32 %%p, %%i, %d;\n@%%p bra applied;", len(s.numbers()))
	w.line("mul.wide.u32 %%a, %%i, 4;\nadd.u64 %%b, %%changes, %%a;\nld.global.cg.s32 %%change, [%%b];\nadd.u32 %%i, %%i, %%threads;\nsetp.eq.s32 %%p, %%change, 0;\n@%%p bra apply;")
	w.line("mov.u32 %%x, 0;\nst.global.u32 [%%b], %%x;\nadd.u64 %%b, %%net, %%a;\nld.global.cg.f32 %%u, [%%b];\ncvt.rn.f32.s32 %%v, %%change;\nfma.rn.f32 %%u, %%v, 0f%08X, %%u;\nst.global.f32 [%%b], %%u;\nbra apply;\napplied:", float32bits(1.0/changeScale))
}

// barrier waits for all blocks, which run at the same time.
func (w *ptxText) barrier(number int) {
	w.line("membar.gl;\nbar.sync 0;\nadd.u32 %%goal, %%goal, %%blocks;\nmov.u32 %%x, %%tid.x;\nsetp.ne.u32 %%p, %%x, 0;\n@%%p bra passed%d;", number)
	w.line("atom.global.add.u32 %%x, [%%barrier], 1;\nwait%d:\nld.volatile.global.u32 %%x, [%%barrier];\nsetp.lo.u32 %%p, %%x, %%goal;\n@%%p bra wait%d;\nmembar.gl;\npassed%d:\nbar.sync 0;", number, number, number)
}
