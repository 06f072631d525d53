package benchmark

import "strconv"

// rate writes a number per second; nil is unknown.
func rate(perSecond *float64) string {
	if perSecond == nil {
		return "no speed"
	}
	return Quantity(*perSecond) + "/s"
}

// Quantity writes a number with three digits and a unit: 410 M, 5.52 k.
func Quantity(x float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		// A number that rounds to 1000 of a unit is 1 of the next.
		if x >= u.size*0.9995 {
			return Digits(x/u.size) + u.name
		}
	}
	return Digits(x)
}

// Digits writes a number below 1000 with three digits.
func Digits(x float64) string {
	switch {
	case x >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case x == 0:
		return "0"
	case x < 0.005:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
