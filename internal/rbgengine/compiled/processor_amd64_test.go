package compiled

import "testing"

// TestSlowFamily distinguishes processors by their CPUID vendor and version.
func TestSlowFamily(t *testing.T) {
	for _, c := range []struct {
		vendor  string
		version uint32
		slow    bool
	}{
		{"GenuineIntel", 0x000806f8, false},
		{"AuthenticAMD", 0x00800f12, true},  // family 17h
		{"AuthenticAMD", 0x00870f10, true},  // family 17h
		{"AuthenticAMD", 0x00a20f12, false}, // family 19h
		{"AuthenticAMD", 0x00b40f40, false}, // family 1Ah
		{"HygonGenuine", 0x00900f02, true},  // family 18h
	} {
		if got := slowFamily(c.vendor, c.version); got != c.slow {
			t.Errorf("%s %#x: slow is %v, want %v", c.vendor, c.version, got, c.slow)
		}
	}
	if most, _, _, _ := identify(0); most == 0 {
		t.Error("the processor says nothing")
	}
}
