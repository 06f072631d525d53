package server

import (
	"net/http"
	"unicode/utf16"

	"ludex/internal/server/gamecache"
	"ludex/rules"
	"ludex/source"
)

// A checkRequest asks for the problems of a text.
type checkRequest struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Strict bool   `json:"strict"`
	Hints  bool   `json:"hints"`
}

// A finding is a diagnostic for browsers: its positions are offsets in UTF-16 code
// units.
type finding struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Notes    []string `json:"notes,omitempty"`
	Fixes    []repair `json:"fixes,omitempty"`
}

// A repair is a fix for browsers to apply.
type repair struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

type edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

type checkAnswer struct {
	OK          bool            `json:"ok"`
	Summary     string          `json:"summary"`
	Language    string          `json:"language"`
	Syntax      string          `json:"syntax"`
	About       gamecache.About `json:"about"`
	Diagnostics []finding       `json:"diagnostics"`
}

func (api gameAPI) postCheck(w http.ResponseWriter, r *http.Request) error {
	var req checkRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if len(req.Text) > gamecache.MaxText {
		return gamecache.ErrTooLong
	}
	ctx := r.Context()
	e := api.server.games.Text(req.Name, req.Text)
	list := e.Rules.Check(ctx, rules.CheckOptions{Strict: req.Strict, Hints: req.Hints})
	answer := checkAnswer{
		OK: !list.HasErrors(), Summary: source.Summary(list), Language: string(e.Rules.Language()), Syntax: "rbg",
		About: e.About(), Diagnostics: newFindings(list),
	}
	if e.Rules.GDL != nil {
		answer.Syntax = e.Rules.GDL.Syntax.String()
	}
	return reply(w, http.StatusOK, answer)
}

// maxFindings is the number of diagnostics in a response.
const maxFindings = 200

func newFindings(list *source.List) []finding {
	at := newUnits(list.File.Text())
	out := []finding{}
	for _, d := range list.Items {
		if len(out) == maxFindings {
			break
		}
		f := finding{Code: d.Code.ID, Severity: d.Severity.String(), Message: d.Message}
		if d.Span.IsValid() {
			f.Line, f.Column = list.File.Position(d.Span.Start)
			f.Start, f.End = at.of(d.Span)
		}
		for _, n := range d.Notes {
			text := n.Message
			if n.Span.IsValid() && n.File == nil {
				line, _ := list.File.Position(n.Span.Start)
				text = "line " + itoa(line) + ": " + text
			}
			f.Notes = append(f.Notes, text)
		}
		for _, fix := range d.Fixes {
			g := repair{Message: fix.Message}
			for _, e := range fix.Edits {
				start, end := at.of(e.Span)
				g.Edits = append(g.Edits, edit{start, end, e.New})
			}
			f.Fixes = append(f.Fixes, g)
		}
		out = append(out, f)
	}
	return out
}

// units converts offsets in bytes to offsets in UTF-16 code units.
type units struct {
	plain bool // the text is ASCII: both are the same
	at    []int
}

func newUnits(text string) *units {
	u := &units{plain: true}
	for i := range len(text) {
		if text[i] >= 0x80 {
			u.plain = false
			break
		}
	}
	if u.plain {
		return u
	}
	u.at = make([]int, len(text)+1)
	n := 0
	for i, c := range text {
		size := len(string(c))
		if c == '\uFFFD' {
			size = 1
		}
		for k := 0; k < size && i+k < len(u.at); k++ {
			u.at[i+k] = n
		}
		n += max(utf16.RuneLen(c), 1)
	}
	u.at[len(text)] = n
	return u
}

func (u *units) of(s source.Span) (start, end int) {
	a, b := s.Start.Offset(), s.Start.Offset()
	if s.End.IsValid() {
		b = s.End.Offset()
	}
	if u.plain {
		return a, b
	}
	last := len(u.at) - 1
	return u.at[min(a, last)], u.at[min(b, last)]
}
