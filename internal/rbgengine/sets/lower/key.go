package lower

import (
	"strconv"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// appendKey appends a key that is the same for equal expressions only.
func appendKey(key []byte, x *expr) []byte {
	key = append(key, '(', byte('a'+x.kind))
	switch x.kind {
	case kMap:
		key = strconv.AppendInt(key, int64(x.m.id), 10)
	case kRel:
		for _, r := range x.rows {
			key = appendBits(key, r)
		}
	case kJump, kMask:
		key = appendBits(key, x.set)
	case kOn:
		key = strconv.AppendInt(key, int64(x.class), 10)
	case kCmp:
		key = append(key, x.cmp.Op.String()...)
		key = appendArith(appendArith(key, x.cmp.Left), x.cmp.Right)
	case kPat:
		key = strconv.AppendInt(key, int64(x.pat.id), 10)
		if x.neg {
			key = append(key, '!')
		}
	case kOff:
		key = strconv.AppendInt(key, int64(x.src.Piece), 10)
	case kAssign:
		key = strconv.AppendInt(key, int64(x.src.Variable), 10)
		key = appendArith(key, x.src.Value)
	}
	for _, k := range x.kids {
		key = appendKey(key, k)
	}
	return append(key, ')')
}

func appendBits(key []byte, b ir.Bits) []byte {
	for _, w := range b {
		key = strconv.AppendUint(key, w, 36)
		key = append(key, ',')
	}
	return key
}

func appendArith(key []byte, a *rbg.Arith) []byte {
	key = append(key, '[', byte('a'+a.Kind))
	key = strconv.AppendInt(key, a.Number, 10)
	key = append(key, ' ')
	key = strconv.AppendInt(key, int64(a.Ref), 10)
	for _, k := range a.Kids {
		key = appendArith(key, k)
	}
	return append(key, ']')
}
