package gdlparse_test

import (
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
)

func TestScanNamesEveryToken(t *testing.T) {
	tests := []struct {
		syntax gdl.Syntax
		text   string
		want   string
	}{
		{gdl.Prefix, "(<= (p ?x) ; why\n q)", "( w:<= ( w:p v:?x ) c w:q )"},
		{gdl.Prefix, "\ufeff) ?", ") v:?"},
		{gdl.Infix, "p(X) :- ~'a b'(X) & q | 1.5 != _. % c", "w:p ( v:X ) :- ~ bad ( v:X ) & w:q | w:1.5 != v:_ . c"},
		{gdl.Infix, "'it''s' , \x01", "w:it's , bad"},
		{gdl.Infix, "// only", "c"},
	}
	names := map[gdlparse.TokenKind]string{gdlparse.WordToken: "w:", gdlparse.VariableToken: "v:", gdlparse.OpenToken: "(", gdlparse.CloseToken: ")",
		gdlparse.CommaToken: ",", gdlparse.StopToken: ".", gdlparse.ArrowToken: ":-", gdlparse.AndToken: "&", gdlparse.OrToken: "|",
		gdlparse.NotToken: "~", gdlparse.UnequalToken: "!=", gdlparse.CommentToken: "c", gdlparse.BadToken: "bad"}
	for _, tt := range tests {
		var got []string
		for _, tok := range gdlparse.Scan(tt.text, tt.syntax) {
			got = append(got, names[tok.Kind]+tok.Name)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q gives %s, want %s", tt.text, s, tt.want)
		}
	}
}
