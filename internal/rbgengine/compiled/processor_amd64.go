package compiled

import "encoding/binary"

// identify returns the vendor and family of the processor.
//
//go:noescape
func identify(leaf uint32) (a, b, c, d uint32)

// slowDeposit reports whether the processor implements PDEP in slow microcode, as
// AMD processors before family 19h and their relatives do: a table is faster there.
func slowDeposit() bool {
	_, b, c, d := identify(0)
	var name [12]byte
	for k, part := range [...]uint32{b, d, c} {
		binary.LittleEndian.PutUint32(name[4*k:], part)
	}
	version, _, _, _ := identify(1)
	return slowFamily(string(name[:]), version)
}

func slowFamily(vendor string, version uint32) bool {
	if vendor != "AuthenticAMD" && vendor != "HygonGenuine" {
		return false
	}
	family := version >> 8 & 0xf
	if family == 0xf {
		family += version >> 20 & 0xff
	}
	return family < 0x19
}
