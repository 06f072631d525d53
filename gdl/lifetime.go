package gdl

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Lifetime is a length of game time as rtGDL needs it: an exact count of 10⁻⁹
// units; Forever stands for infinity.
type Lifetime int64

// Forever is the lifetime written infinity.
const Forever Lifetime = math.MaxInt64

// MaxUnits is the longest finite lifetime in game units.
const MaxUnits = 1_000_000_000

// Reasons why a constant is not a lifetime.
var (
	ErrNotLifetime   = errors.New("a lifetime is a decimal number or infinity")
	ErrLifetimeZero  = errors.New("a lifetime must be greater than 0")
	errLifetimeLong  = errors.New("a lifetime has at most 1000000000 units")
	errLifetimeSmall = errors.New("a lifetime has at most 9 digits after the point")

	errLifetimeFraction = fmt.Errorf("%w, not a fraction: %s", ErrNotLifetime, FractionAdvice)
)

// FractionAdvice says what to write instead of a fraction such as 1/3. Plays of a description
// whose lifetimes are all multiplied by the same number differ in their times only.
const FractionAdvice = "multiply all lifetimes by the denominator and divide the length of a unit by it"

// ParseLifetime reads a constant as a lifetime.
func ParseLifetime(s string) (Lifetime, error) {
	if s == Infinity {
		return Forever, nil
	}
	if a, b, ok := strings.Cut(s, "/"); ok && digits(a) && digits(b) {
		return 0, errLifetimeFraction
	}
	whole, fraction, _ := strings.Cut(s, ".")
	negative := strings.HasPrefix(whole, "-")
	if !digits(strings.TrimPrefix(whole, "-")) || strings.Contains(s, ".") && !digits(fraction) {
		return 0, ErrNotLifetime
	}
	fraction = strings.TrimRight(fraction, "0")
	units, err := strconv.ParseInt(strings.TrimPrefix(whole, "-"), 10, 64)
	switch {
	case negative:
		return 0, ErrLifetimeZero
	case len(fraction) > 9:
		return 0, errLifetimeSmall
	case err != nil || units > MaxUnits || units == MaxUnits && fraction != "":
		return 0, errLifetimeLong
	}
	nanos, _ := strconv.ParseInt((fraction + "000000000")[:9], 10, 64)
	if units == 0 && nanos == 0 {
		return 0, ErrLifetimeZero
	}
	return Lifetime(units*1_000_000_000 + nanos), nil
}

// String returns the lifetime as rules write it: a decimal number without needless
// zeros, or infinity.
func (l Lifetime) String() string {
	if l == Forever {
		return Infinity
	}
	const unit = 1_000_000_000
	sign := ""
	if l < 0 {
		sign, l = "-", -l
	}
	text := sign + strconv.FormatInt(int64(l/unit), 10)
	if fraction := l % unit; fraction != 0 {
		digits := strconv.FormatInt(int64(fraction), 10)
		text += "." + strings.Repeat("0", 9-len(digits)) + strings.TrimRight(digits, "0")
	}
	return text
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
