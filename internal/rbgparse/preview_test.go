package rbgparse_test

import (
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/source"
)

func TestExpandShowsWhatACallMeans(t *testing.T) {
	const text = "#pair(a; b) = a~Pawn, b\n#both(c) = pair(c; x) pair(white; y)\n#loop = #again(p) = again(p) up\n#rules = both(black)"
	doc, _ := rbgparse.Scan(source.NewFile("t.rbg", []byte(text)))
	tests := []struct {
		at   string // the call begins here
		most int
		want string
		all  bool
	}{
		{"pair(c", 10, "cPawn , x", true},
		{"pair(white", 10, "whitePawn , y", true},
		{"both(black", 10, "blackPawn , x whitePawn , y", true},
		{"both(black", 3, "blackPawn , x", false},
		{"black)", 10, "", false},
		{"again(p) up", 10, "", false},
		{"#rules", 10, "", false},
	}
	for _, tt := range tests {
		tokens, all := doc.Expand(source.At(strings.Index(text, tt.at)), tt.most)
		var words []string
		for _, tok := range tokens {
			words = append(words, tok.Text)
		}
		if got := strings.Join(words, " "); got != tt.want || all != tt.all {
			t.Errorf("at %q: %q %v, want %q %v", tt.at, got, all, tt.want, tt.all)
		}
	}
}
