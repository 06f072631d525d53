package gogen

import (
	"fmt"
	"math/bits"
)

// pickOf returns the n-th cell of a set within known bounds. Up to eight adjacent
// cells need no search: a table has the answer.
func (e *setCode) pickOf(name, n string, bound uint64) string {
	if first := bits.TrailingZeros64(bound); e.P.Words == 1 && bound != 0 && bits.Len64(bound)-first <= 8 {
		byteOf := fmt.Sprintf("%s>>%d", name, first)
		if first == 0 {
			return fmt.Sprintf("int(nth8[%s&0xff][%s&7])", name, n)
		}
		return fmt.Sprintf("%d + int(nth8[%s&0xff][%s&7])", first, byteOf, n)
	}
	return fmt.Sprintf("nth(%s, %s)", name, n)
}
