package variation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/parameters"
)

// An Axis is a parameter with the values that it is to have.
type Axis struct {
	Name   string `json:"name"`
	Values []int  `json:"values"`
}

// MaxVariants is the largest number of variants of a sweep.
const MaxVariants = 10_000

// ParseAxis reads a text such as columns=4..8, columns=4..10/2 for every second value, or
// columns=4,6,9.
func ParseAxis(text string) (Axis, error) {
	name, values, ok := strings.Cut(text, "=")
	if !ok || name == "" || values == "" {
		return Axis{}, fmt.Errorf("%q: write NAME=VALUES, as in columns=4..8 or columns=4,6,9", text)
	}
	a := Axis{Name: name}
	for part := range strings.SplitSeq(values, ",") {
		list, err := span(part)
		if err != nil {
			return Axis{}, fmt.Errorf("%q: %w", text, err)
		}
		for _, v := range list {
			if slices.Contains(a.Values, v) {
				return Axis{}, fmt.Errorf("%q: %d is there twice", text, v)
			}
			a.Values = append(a.Values, v)
		}
	}
	slices.Sort(a.Values)
	return a, nil
}

// span reads one number, or a range of them.
func span(text string) ([]int, error) {
	text, by, stepped := strings.Cut(text, "/")
	from, to, ranged := strings.Cut(text, "..")
	if !ranged {
		to = from
	}
	step := 1
	var err error
	if stepped {
		if step, err = strconv.Atoi(by); err != nil || step < 1 || !ranged {
			return nil, fmt.Errorf("%q is no step", by)
		}
	}
	low, err := strconv.Atoi(from)
	if err != nil {
		return nil, fmt.Errorf("%q is no number", from)
	}
	high, err := strconv.Atoi(to)
	if err != nil {
		return nil, fmt.Errorf("%q is no number", to)
	}
	if low < 0 || high < low || high > parameters.MaxValue {
		return nil, fmt.Errorf("%q: use numbers from 0 to %d, the smaller one first", text, parameters.MaxValue)
	}
	var list []int
	for v := low; v <= high; v += step {
		list = append(list, v)
	}
	return list, nil
}
