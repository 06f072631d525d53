package store_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/store"
)

// odd are texts that are no export, or a strange one.
var odd = []string{
	`{"tournament":{"name":"a"}}` + "\n" + `{"result":{"tournament":"a","key":"1"}}`,
	`{"match":{"matchId":"x","states":["( )"]}}`,
	`{"match":{"matchId":"x\u0000y"}}`,
	`{"tournament":{"name":"\u0000"}}`,
	`{"tournament":{"name":"b","config":"\u0000"}}`,
	`{"match":{"matchId":"' OR 1 = 1; DROP TABLE match; --"}}`,
	`{"match":{"matchId":"\ud83d\ude00","startTime":-9223372036854775808}}`,
	`{"match":{"matchId":"` + strings.Repeat("x", 3000) + `"}}`,
}

// TestOddImports checks that both kinds of store take and refuse the same, and give
// the same back.
func TestOddImports(t *testing.T) {
	type answer struct{ text, export string }
	answers := map[string][]answer{}
	onBoth(t, func(t *testing.T, where place) {
		s := open(t, where(t))
		for _, text := range odd {
			_, err := s.Import(t.Context(), strings.NewReader(text))
			said := "fine"
			if err != nil {
				said = err.Error()
			}
			var out strings.Builder
			if err := s.Export(t.Context(), &out, store.Filter{}); err != nil {
				t.Fatal(err)
			}
			answers[text] = append(answers[text], answer{said, out.String()})
		}
	})
	for text, list := range answers {
		for _, a := range list {
			if a != list[0] {
				t.Errorf("%s: a file says\n%+v, and a server\n%+v", text, list[0], a)
			}
		}
	}
}

func FuzzImport(f *testing.F) {
	for _, text := range odd {
		f.Add(text)
	}
	s, err := store.Open(context.Background(), filepath.Join(f.TempDir(), "x.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = s.Import(context.Background(), strings.NewReader(text))
	})
}
