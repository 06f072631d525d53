package lower

import (
	"bytes"

	"ludex/internal/rbgengine/sets/ir"
)

// emitIfElse emits two branches e A + {! e} B where e is deterministic: e is
// tried once, and its outcome selects the branch. It reports false for other
// branches.
func (k *keeperEmitter) emitIfElse(branches []*node) bool {
	if len(branches) != 2 || branches[0].kind != nFree || branches[1].kind != nFree {
		return false
	}
	yes, no := branches[0], branches[1]
	length := guardedPrefix(yes.x, no.x)
	if length == 0 {
		yes, no = no, yes
		length = guardedPrefix(yes.x, no.x)
	}
	if length == 0 {
		return false
	}
	f := k.f
	m := f.mark()
	here, fail, other := k.current, k.fail, f.label()
	k.current, k.fail = f.newCell(), other
	f.op(ir.Move, k.current, here, 0, 0)
	kids := parts(yes.x)
	k.emitExpr(&expr{kind: kCat, kids: kids[:length]})
	f.op(ir.Move, here, k.current, 0, 0)
	k.current, k.fail = here, fail
	f.release(m)
	k.emitExprThen(&expr{kind: kCat, kids: kids[length:]}, yes.next)
	k.emitFrom(yes.next)
	f.bind(other)
	k.emitExprThen(&expr{kind: kCat, kids: parts(no.x)[1:]}, no.next)
	k.emitFrom(no.next)
	return true
}

// guardedPrefix returns how many parts at the beginning of yes are what the
// negative pattern at the beginning of no denies. It returns 0 if there is no
// such pattern, or if these parts leave a choice.
func guardedPrefix(yes, no *expr) int {
	guard, kids := parts(no)[0], parts(yes)
	if guard.kind != kPat || !guard.neg || guard.pat.mods {
		return 0
	}
	denied := parts(guard.pat.body)
	if len(denied) > len(kids) {
		return 0
	}
	moves := false
	for n, d := range denied {
		switch kids[n].kind {
		case kMap:
			moves = true
		case kOn, kMask, kCmp, kPat:
		default:
			return 0
		}
		if !bytes.Equal(appendKey(nil, kids[n]), appendKey(nil, d)) {
			return 0
		}
	}
	if !moves {
		return 0 // tests of one cell are handled by undecided
	}
	return len(denied)
}
