package report

import (
	"fmt"
	"strings"
)

// verdict writes the sentences, each with its rank and the games that show it.
func (t *textWriter) verdict(m *Measures) {
	for i := range m.Verdict {
		s := &m.Verdict[i]
		var more []string
		if r := s.RankText(); r != "" {
			more = append(more, r)
		}
		if len(s.Plays) > 0 {
			var names []string
			for _, n := range s.Plays {
				names = append(names, fmt.Sprint(n+1))
			}
			more = append(more, "see game "+list(names))
		}
		if more == nil {
			t.line("  * %s", s.Text)
			continue
		}
		t.line("  * %s (%s)", s.Text, strings.Join(more, "; "))
	}
}
