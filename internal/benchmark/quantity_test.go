package benchmark

import "testing"

func TestQuantity(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.00012: "0.00012", 0.5: "0.50", 9.994: "9.99", 9.996: "10.0", 99.96: "100", 735: "735",
		999.4: "999", 999.6: "1.00 k", 21_940: "21.9 k", 999_960: "1.00 M", 1.5e9: "1.50 G", 2e13: "20000 G",
	} {
		if got := Quantity(x); got != want {
			t.Errorf("Quantity(%v) = %q, not %q", x, got, want)
		}
	}
}
