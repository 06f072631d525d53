package timed

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"ludex/gdl"
)

// A Time is an instant of game time, counted from the start of a match, or a
// length of it, such as a lifetime. It is exact: a count of 10⁻⁹ game units.
type Time int64

const (
	// Moment is the smallest length of time.
	Moment Time = 1
	// Unit is one unit of game time.
	Unit Time = 1_000_000_000
	// MaxTime is the last instant that a match can reach.
	MaxTime = gdl.MaxUnits * Unit
	// Forever is the lifetime written infinity, and the instant that never
	// comes.
	Forever = Time(gdl.Forever)
)

// ParseTime reads a decimal number of units, which may be 0, or infinity.
func ParseTime(s string) (Time, error) {
	l, err := gdl.ParseLifetime(s)
	if errors.Is(err, gdl.ErrLifetimeZero) && !strings.HasPrefix(s, "-") {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("%q is no time: at most 1000000000 units with at most 9 digits after the point, or infinity", s)
	}
	return Time(l), nil
}

// String returns the time in units: a decimal number without needless zeros,
// or infinity.
func (t Time) String() string { return gdl.Lifetime(t).String() }

// Thousandths returns the time as people read it: rounded to thousandths of a unit, with as
// many digits each time.
func (t Time) Thousandths() string {
	if t == Forever {
		return gdl.Infinity
	}
	return strconv.FormatFloat(float64(t)/float64(Unit), 'f', 3, 64)
}

// after returns the instant a length of time after another one.
func (t Time) after(length Time) Time {
	if t == Forever || length == Forever || t > Forever-length {
		return Forever
	}
	return t + length
}

// Duration returns how long a time takes if one unit takes the given real time.
// It is rounded up, so that the time is over when the duration is.
func (t Time) Duration(unit time.Duration) time.Duration {
	const longest = time.Duration(1<<63 - 1)
	if t <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(t), uint64(unit))
	lo, carry := bits.Add64(lo, uint64(Unit)-1, 0)
	if hi += carry; hi >= uint64(Unit) {
		return longest
	}
	if n, _ := bits.Div64(hi, lo, uint64(Unit)); n < uint64(longest) {
		return time.Duration(n)
	}
	return longest
}

// FromDuration returns how much game time passes in a given real time if one unit
// takes the given real time. It is rounded down.
func FromDuration(d, unit time.Duration) Time {
	if d <= 0 || unit <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(d), uint64(Unit))
	if hi >= uint64(unit) {
		return Forever
	}
	n, _ := bits.Div64(hi, lo, uint64(unit))
	return Time(min(n, uint64(Forever)))
}

// MarshalText implements [encoding.TextMarshaler].
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (t *Time) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTime(string(text))
	return err
}
