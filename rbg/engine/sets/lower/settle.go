package lower

import "ludex/rbg/engine/sets/ir"

// settle marks the modifiers of keepers that need not be taken back, now that all
// code is there: those from which no way leads to a failure before the next
// switch. Rules often modify first and then go one way or the other, and the code
// shows that one of them is always open where the rules are hard to read.
func settle(p *ir.Program) {
	s := &settler{code: p.Code, certain: map[int32]bool{}}
	for at := range p.Code {
		i := &p.Code[at]
		switch i.Op {
		case ir.Put, ir.SetVar, ir.AddVar, ir.Assign:
			if i.Flag == 0 && s.sure(int32(at)+1) {
				i.Flag = 1
			}
		}
	}
}

// A settler finds out from which places of keepers nothing can fail.
type settler struct {
	code []ir.Instr
	// certain has what is known; places that are looked at are in it as false, so
	// that a way that may go round is none that surely ends.
	certain map[int32]bool
}

// sure reports whether every way from a place leads to a switch.
func (s *settler) sure(at int32) bool {
	if yes, ok := s.certain[at]; ok {
		return yes
	}
	s.certain[at] = false
	yes := s.surely(at)
	s.certain[at] = yes
	return yes
}

func (s *settler) surely(at int32) bool {
	i := &s.code[at]
	switch i.Op {
	case ir.Enter:
		return true
	case ir.Jump:
		return s.sure(i.J)
	case ir.Put, ir.SetVar, ir.Flip, ir.Try: // a choice is only looked at after a failure
		return s.sure(at + 1)
	case ir.Choose, ir.Mark, ir.AddVar, ir.Assign, ir.Fail, ir.Return, ir.Found, ir.Call, ir.Apply, ir.Revert, ir.Leaf, ir.ShiftLeaf:
		return false
	}
	return (!i.Op.Jumps() || s.sure(i.J)) && s.sure(at+1)
}
