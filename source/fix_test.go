package source

import (
	"strings"
	"testing"
)

var misspelled = &Code{ID: "T001", Severity: Error}

// words reports every word of a text that a table corrects.
func words(corrections map[string][]string) func(*File) *List {
	return func(f *File) *List {
		l := &List{File: f}
		at := 0
		for _, w := range strings.SplitAfter(f.Text(), " ") {
			word := strings.TrimSpace(w)
			for _, better := range corrections[word] {
				s := Range(at, at+len(word))
				if n := len(l.Items); n > 0 && l.Items[n-1].Span == s {
					l.Items[n-1].Fix(s, better, "or "+better)
				} else {
					l.Report(misspelled, s, "%s", word).Fix(s, better, better)
				}
			}
			at += len(w)
		}
		return l
	}
}

func TestFixAll(t *testing.T) {
	fixes := map[string][]string{"teh": {"the"}, "a": {"b"}, "b": {"c"}, "same": {"same"}, "unclear": {"one", "two"}}
	f, made := FixAll(NewFile("f", []byte("teh a teh same unclear é")), words(fixes))
	if got, want := f.Text(), "the c the same unclear é"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	var places []string
	for _, d := range made {
		places = append(places, d.Place()+" "+d.Message)
	}
	if got, want := strings.Join(places, ", "), "f:1:1 teh, f:1:5 a, f:1:7 teh, f:1:5 b"; got != want {
		t.Errorf("made %s, want %s", got, want)
	}
}

// TestFixAllEnds covers fixes that undo each other.
func TestFixAllEnds(t *testing.T) {
	_, made := FixAll(NewFile("f", []byte("x")), words(map[string][]string{"x": {"y"}, "y": {"x"}}))
	if len(made) != maxRounds {
		t.Errorf("%d changes, want %d", len(made), maxRounds)
	}
}

// TestOverlappingFixes covers changes of which only one can be made in a round.
func TestOverlappingFixes(t *testing.T) {
	f := NewFile("f", []byte("0123456789"))
	tests := []struct {
		name string
		a, b []Edit
		want string
	}{
		{"apart", []Edit{{Range(0, 1), "a"}}, []Edit{{Range(1, 2), "b"}}, "ab23456789"},
		{"insertions at two places", []Edit{{Range(1, 1), "a"}}, []Edit{{Range(2, 2), "b"}}, "0a1b23456789"},
		{"insertions at one place", []Edit{{Range(1, 1), "a"}}, []Edit{{Range(1, 1), "b"}}, "0a123456789"},
		{"one inside of the other", []Edit{{Range(1, 5), "a"}}, []Edit{{Range(2, 3), "b"}}, "0a56789"},
		{"between the parts of the other", []Edit{{Range(6, 7), "y"}, {Range(1, 2), "x"}}, []Edit{{Range(3, 4), "b"}}, "0x2345y789"},
		{"the later one is reported first", []Edit{{Range(4, 5), "a"}}, []Edit{{Range(1, 2), "b"}}, "0b23a56789"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &List{File: f}
			l.Report(misspelled, Range(0, 1), "a").Mend("a", tt.a...)
			l.Report(misspelled, Range(0, 1), "b").Mend("b", tt.b...)
			if got, _ := l.fix(); got != tt.want {
				t.Errorf("the text is %q, want %q", got, tt.want)
			}
		})
	}
}
