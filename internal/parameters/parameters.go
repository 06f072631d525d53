// Package parameters finds the numbers of a description that can be varied, and changes
// them. In a boardgame these are how often an item is repeated, as the cells of a row are,
// and exponents. In GDL they are facts that count, such as (succ 1 2) (succ 2 3) (succ 3 4),
// and conditions about a number, such as (true (step 10)). Any other number counts if a
// comment names it.
//
// A comment "parameter NAME" at the end of a line names what is found in the line; several
// lines with one name change together, and must have the same value. What has no name is
// called by its line, such as line12, or line12.2 if it is the second one there; facts that
// count are called by their relation.
package parameters

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Parameter is a number of a description.
type Parameter struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Line  int    `json:"line"` // of the first place, counted from 1
	Text  string `json:"text"` // of the first place
	Named bool   `json:"named"`

	places []place
}

// A place is where a parameter stands: a number, an item that is repeated, or facts that
// count.
type place struct {
	start, end int    // in the text
	item       string // "" for a number
	separator  string // between items
	chain      *chain // nil unless it is one
}

// Find returns the parameters of a description, those with a name first.
func Find(text string, rbg bool) ([]Parameter, error) {
	comment := ";%"
	if rbg {
		comment = "//"
	}
	var list []Parameter
	if !rbg {
		list = findChains(text)
	}
	offset := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		code, note := cutComment(line, comment)
		name := named(note)
		if slices.ContainsFunc(list, func(p Parameter) bool { return p.holds(offset, offset+len(line)) }) {
			offset += len(line)
			continue // facts that count are there
		}
		found := findPlaces(code, rbg, name != "")
		for k, f := range found {
			f.place.start += offset
			f.place.end += offset
			p := Parameter{Name: name, Value: f.value, Line: i + 1, Text: strings.TrimSpace(text[f.place.start:f.place.end]), Named: name != "", places: []place{f.place}}
			if name == "" {
				if p.Name = fmt.Sprintf("line%d", i+1); k > 0 {
					p.Name += fmt.Sprintf(".%d", k+1)
				}
			}
			var err error
			if list, err = add(list, p); err != nil {
				return nil, err
			}
		}
		if name != "" && len(found) == 0 {
			return nil, fmt.Errorf("line %d: there is nothing that the parameter %s could name", i+1, name)
		}
		offset += len(line)
	}
	slices.SortStableFunc(list, func(a, b Parameter) int { return cmp.Compare(order(a), order(b)) })
	return list, nil
}

func order(p Parameter) int {
	if p.Named {
		return 0
	}
	return 1
}

// add adds a parameter, or its place to one of the same name.
func add(list []Parameter, p Parameter) ([]Parameter, error) {
	i := slices.IndexFunc(list, func(q Parameter) bool { return q.Name == p.Name })
	if i < 0 {
		return append(list, p), nil
	}
	if q := &list[i]; q.Value != p.Value {
		return nil, fmt.Errorf("the parameter %s is %d in line %d and %d in line %d", p.Name, q.Value, q.Line, p.Value, p.Line)
	}
	list[i].places = append(list[i].places, p.places...)
	return list, nil
}

// cutComment splits a line of code from the comment at its end.
func cutComment(line, marks string) (code, note string) {
	at := -1
	if marks == "//" {
		at = strings.Index(line, marks)
	} else {
		at = strings.IndexAny(line, marks)
	}
	if at < 0 {
		return strings.TrimRight(line, "\n"), ""
	}
	return line[:at], line[at:]
}

var nameText = regexp.MustCompile(`\bparameter ([A-Za-z][A-Za-z0-9_-]*)\s*$`)

// named returns the name of a parameter in a comment, or "".
func named(note string) string {
	if m := nameText.FindStringSubmatch(strings.TrimRight(note, "\r\n")); m != nil {
		return m[1]
	}
	return ""
}

// A found is a place with its value.
type found struct {
	place place
	value int
}

var (
	exponent = regexp.MustCompile(`\^(\d+)`)
	// counter is a condition about a number in GDL, in either syntax.
	counter = regexp.MustCompile(`\btrue\s*\(\s*[\w-]+[\s(]\s*(\d+)\s*\)`)
	number  = regexp.MustCompile(`\d+`)
	// item is a word, or a call of a macro with simple arguments.
	item = regexp.MustCompile(`[A-Za-z_]\w*(?:\([^()]*\))?`)
)

// maxDigits bounds the numbers that are found.
const maxDigits = 6

// findPlaces returns what can be varied in a line of code, in order. In GDL, and in a line
// with a name, numbers count, too, if nothing else does.
func findPlaces(code string, rbg, isNamed bool) []found {
	var list []found
	if rbg {
		for _, m := range exponent.FindAllStringSubmatchIndex(code, -1) {
			list = appendNumber(list, code, m[2], m[3])
		}
		list = append(list, runs(code)...)
		slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.place.start, b.place.start) })
	} else if !isNamed {
		for _, m := range counter.FindAllStringSubmatchIndex(code, -1) {
			list = appendNumber(list, code, m[2], m[3])
		}
	}
	if isNamed && len(list) == 0 {
		for _, m := range number.FindAllStringIndex(code, -1) {
			if wordBounded(code, m[0], m[1]) {
				list = appendNumber(list, code, m[0], m[1])
			}
		}
		list = list[:min(len(list), 1)] // the first number is meant
	}
	return list
}

// wordBounded reports whether a number is a word of its own.
func wordBounded(code string, start, end int) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(code) && (code[i] == '_' || code[i] >= 'a' && code[i] <= 'z' || code[i] >= 'A' && code[i] <= 'Z')
	}
	return !word(start-1) && !word(end)
}

func appendNumber(list []found, code string, start, end int) []found {
	value, err := strconv.Atoi(code[start:end])
	if err != nil || end-start > maxDigits {
		return list
	}
	return append(list, found{place{start: start, end: end}, value})
}

// leastRun is the least number of equal items that are a run.
const leastRun = 2

// runs returns where an item is repeated, with commas or blanks between.
func runs(code string) []found {
	var list []found
	items := item.FindAllStringIndex(code, -1)
	for i := 0; i < len(items); {
		text := code[items[i][0]:items[i][1]]
		separator, j := "", i+1
		for ; j < len(items) && code[items[j][0]:items[j][1]] == text; j++ {
			between := code[items[j-1][1]:items[j][0]]
			if trimmed := strings.TrimSpace(between); trimmed != "," && (trimmed != "" || between == "") || separator != "" && between != separator {
				break
			}
			separator = between
		}
		if n := j - i; n >= leastRun {
			list = append(list, found{place{start: items[i][0], end: items[j-1][1], item: text, separator: separator}, n})
		}
		i = j
	}
	return list
}

// MaxValue bounds the values of parameters.
const MaxValue = 1000

// Set returns the description with other values of parameters.
func Set(text string, list []Parameter, values map[string]int) (string, error) {
	type edit struct {
		place
		value int
	}
	var edits []edit
	for name, value := range values {
		i := slices.IndexFunc(list, func(p Parameter) bool { return p.Name == name })
		if i < 0 {
			return "", fmt.Errorf("there is no parameter %q; there are %s", name, Names(list))
		}
		if value < 0 || value > MaxValue {
			return "", fmt.Errorf("%s=%d: use a number from 0 to %d", name, value, MaxValue)
		}
		for _, p := range list[i].places {
			if p.item != "" && value < 1 {
				return "", fmt.Errorf("%s=%d: %s must be there at least once", name, value, p.item)
			}
			edits = append(edits, edit{p, value})
		}
	}
	edits = slices.DeleteFunc(edits, func(e edit) bool { return e.chain != nil && e.value == e.chain.high })
	for _, e := range edits {
		if e.chain != nil && e.value <= e.chain.low {
			return "", fmt.Errorf("the numbers of %s begin at %d: use at least %d", e.chain.name, e.chain.low, e.chain.low+1)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.start])
		if e.chain != nil {
			b.WriteString(e.chain.with(text[e.start:e.end], e.start, e.value))
		} else if e.item == "" {
			b.WriteString(strconv.Itoa(e.value))
		} else {
			b.WriteString(strings.Join(slices.Repeat([]string{e.item}, e.value), e.separator))
		}
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String(), nil
}

// Names lists the names of parameters.
func Names(list []Parameter) string {
	if len(list) == 0 {
		return "none"
	}
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}
