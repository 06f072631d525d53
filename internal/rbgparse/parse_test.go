package rbgparse_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// declarations stands before macros and rules in small tests.
const declarations = `
#players = white(100), black(50)
#pieces = e, x, y, x1
#variables = v(9), a(3)
#board = rectangle(up,down,left,right, [e,x] [y,e])
`

// read reads a text that must have no problems.
func read(t testing.TB, text string) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(source.NewFile("test.rbg", []byte(text)))
	for _, d := range list.Items {
		t.Error(d)
	}
	if g == nil {
		t.Fatalf("no game:\n%s", text)
	}
	checkGame(t, g)
	return g
}

// lowRules returns the rules of a game on one line.
func lowRules(g *rbg.Game) string {
	_, rules, _ := strings.Cut(string(rbgformat.LowLevel(g)), "#rules =")
	text := strings.Join(strings.Fields(rules), " ")
	return strings.NewReplacer("( ", "(", " )", ")", "{? ", "{?", "{! ", "{!", " }", "}").Replace(text)
}

func TestMacros(t *testing.T) {
	tests := []struct{ name, macros, rules, want string }{
		{"none", "", "up", "up"},
		{"without parameters", "#go = up left", "go go", "up left up left"},
		{"spliced without brackets", "#go = up left", "go^2", "up left left"},
		{"argument spliced without brackets", "#twice(d) = d^2 (d)^2", "twice(up left)", "up left left up left up left"},
		{"overloaded", "#m(a) = a #m(a; b) = b a", "m(up) m(up; left)", "up left up"},
		{"macro in argument", "#go = up #m(a) = a a", "m(go)", "up up"},
		{"call in argument", "#m(a; b) = b a", "m(m(up; left); right)", "right left up"},
		{"brackets in argument", "#m(a; b) = b a", "m((up + (left)); down)", "down (up + left)"},
		{"only round brackets count", "#m(a; b) = a x b", "m({;}) m([;])", "{x} [x]"},
		{"empty arguments", "#m(a; b) = up a left b", "m(;) m(; right) m(down; )", "up left up left right up down left"},
		{"one empty argument", "#m(a) = up a", "m()", "up"},
		{"earlier definitions only", "#go = up #m = go #m2(go) = go m", "m2(left)", "left up"},
		{"parameter before macro", "#go = up #m(go) = go", "m(left)", "left"},
		{"hygiene", "#inner(a) = a #outer(a; b) = inner(b a)", "outer(up; left)", "left up"},
		{"argument keeps its meaning", "#m(up) = up left #n(down) = m(down)", "n(right)", "right left"},
		{"paste a name", "#m(a) = a~p", "m(u)", "up"},
		{"paste a chain", "#m(a; b; c) = a~b~c", "m(d; ow; n)", "down"},
		{"paste digits", "#m(a) = [$ v = a~a]", "m(1)", "[$ v = 11]"},
		{"paste a name and a number", "#m(a) = {a~1}", "m(x)", "{x1}"},
		{"paste marks", "#m(a) = {~? a} -~> white -~>~>", "m(up)", "{?up} ->white ->>"},
		{"paste an empty left", "#m(a) = up a~left", "m()", "up left"},
		{"paste an empty right", "#m(a) = up~a left", "m()", "up left"},
		{"paste over an empty middle", "#m(a) = u~a~p", "m()", "up"},
		{"paste the ends", "#m(a) = a~p left", "m(down u)", "down up left"},
		{"paste to the last token", "#m(a; b) = do~a~b", "m(wn left u; p)", "down left up"},
		{"paste what comes from a call", "#n(a) = a #m(a) = n(a)~p", "m(u)", "up"},
		{"pasted is not looked up", "#up1 = left #m(a) = a~p", "m(u)", "up"},
		{"paste with an empty end", "#n(a; b) = a b #m(c) = n(u; )~c", "m(p)", "up"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, declarations+tt.macros+"\n#rules = "+tt.rules)
			if got := lowRules(g); got != tt.want {
				t.Errorf("the rules are %s, want %s", got, tt.want)
			}
		})
	}
}

// TestMacrosEverywhere uses macros in all sections.
func TestMacrosEverywhere(t *testing.T) {
	g := read(t, `
		#most = 7
		#two(color) = color~Man, color~King
		#line(p) = [p, p]
		#players = white(most)
		#pieces = two(white), two(black), e
		#variables = turn(most)
		#board = rectangle(up,down,left,right, line(whiteMan) line(e))
		#turn(x) = x
		#rules = {two(white)} [two(black)] turn(up)`)
	if got, want := lowRules(g), "{whiteKing, whiteMan} ([blackMan] + [blackKing]) up"; got != want {
		t.Errorf("the rules are %s, want %s", got, want)
	}
	if g.Variables[1].Name != "turn" || g.Variables[1].Bound != 7 || g.Players[0].Bound != 7 {
		t.Errorf("the variables are %v", g.Variables)
	}
}

func TestRules(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{"flat sums", "up + (left + (right + down))", "up + left + right + down"},
		{"flat concatenations", "up (left (right down))", "up left right down"},
		{"alternatives of sequences", "up left + right", "up left + right"},
		{"sum in sequence", "up (left + right)", "up (left + right)"},
		{"needless brackets", "((((up))))", "up"},
		{"offs", "[x, y]", "[x] + [y]"},
		{"offs in a sum", "(up + [x, y])", "up + [x] + [y]"},
		{"no offs", "up []", "up []"},
		{"no offs in a sum", "up + []", "up"},
		{"assignments", "up [$ v = 1, a = 2]", "up [$ v = 1] [$ a = 2]"},
		{"ons are sorted", "{y, e, x, y}", "{e, x, y}"},
		{"stars", "up* (up left)* (up*)* ({e})* ->>* .*", "up* (up left)* (up*)* ({e})* ->>* .*"},
		{"power", "up^3", "up up up"},
		{"power of one", "up^1", "up"},
		{"power of a sequence", "(up left)^2 right", "up left up left right"},
		{"power of a sum", "(up + left)^2", "(up + left) (up + left)"},
		{"patterns", "{? up + left} {! {? up} left}", "{?up + left} {!{?up} left}"},
		{"switches", "->white ->> ->black", "->white ->> ->black"},
		{"plus before a number", "[$ v = +1 + v]", "[$ v = 1 + v]"},
		{"largest number", "{$ v < 4294967295}", "{$ v < 4294967295}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, declarations+"#rules = "+tt.rules)
			if got := lowRules(g); got != tt.want {
				t.Errorf("the rules are %s, want %s", got, tt.want)
			}
		})
	}
}

// arithText shows the structure of arithmetic with all brackets.
func arithText(g *rbg.Game, a *rbg.Arith) string {
	switch a.Kind {
	case rbg.Number:
		return string(rune('0' + a.Number))
	case rbg.Value:
		return g.Variables[a.Ref].Name
	case rbg.PieceCount:
		return "#" + g.Pieces[a.Ref].Name
	}
	var parts []string
	for _, k := range a.Kids {
		parts = append(parts, arithText(g, k))
	}
	return "(" + strings.Join(parts, map[rbg.ArithKind]string{rbg.Add: "+", rbg.Sub: "-", rbg.Mul: "*", rbg.Div: "/"}[a.Kind]) + ")"
}

func TestArithmetic(t *testing.T) {
	tests := []struct{ text, want string }{
		{"v", "v"},
		{"white", "white"},
		{"e", "#e"},
		{"v-a+x", "((v-a)+#x)"},
		{"v+a-x", "(v+(a-#x))"},
		{"v*a/x", "(v*(a/#x))"},
		{"v/a*x", "((v/a)*#x)"},
		{"v-a-x", "(v-a-#x)"},
		{"v+a+x", "(v+a+#x)"},
		{"v-a*x+y/1", "((v-(a*#x))+(#y/1))"},
		{"(v+a)*x", "((v+a)*#x)"},
		{"v-(a-x)", "(v-(a-#x))"},
		{"((v))", "v"},
	}
	for _, tt := range tests {
		g := read(t, declarations+"#rules = [$ v = "+tt.text+"] {$ "+tt.text+" >= 1}")
		if got := arithText(g, g.Rules.Kids[0].Value); got != tt.want {
			t.Errorf("%s is assigned as %s, want %s", tt.text, got, tt.want)
		}
		if got := arithText(g, g.Rules.Kids[1].Left); got != tt.want {
			t.Errorf("%s is compared as %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestIndices numbers modifiers outside of patterns, every copy separately.
func TestIndices(t *testing.T) {
	g := read(t, declarations+`
		#two(p) = [p] {? [x] [y]} ->>
		#rules = two(x) ([y, e] + up {! [$ v = 1]} [$ v = 2, a = 3])^2 ->white two(e)`)
	var kinds []string
	for _, m := range g.Modifiers {
		switch m.Kind {
		case rbg.Off:
			kinds = append(kinds, g.Pieces[m.Piece].Name)
		case rbg.Assign:
			kinds = append(kinds, g.Variables[m.Variable].Name)
		default:
			kinds = append(kinds, "->")
		}
	}
	if got, want := strings.Join(kinds, " "), "x -> y e v a y e v a -> e ->"; got != want {
		t.Errorf("the modifiers are %s, want %s", got, want)
	}
	if g.Mover(0) != rbg.Keeper || g.Mover(11) != 0 {
		t.Error("the wrong players move")
	}
}

// TestSharing copies what has modifiers, and only that.
func TestSharing(t *testing.T) {
	g := read(t, declarations+"#rules = (up* {? [x]} [y])^3")
	kids := g.Rules.Kids
	if len(kids) != 9 || kids[0] != kids[3] || kids[1] != kids[4] || kids[2] == kids[5] || kids[5] == kids[8] {
		t.Errorf("the copies are %v", kids)
	}
}

func TestDeclarations(t *testing.T) {
	g := read(t, `
		#rules = up
		#variables = b(2), a(1), ,
		#pieces = , zebra, ant, mole
		#players = red(3), blue(4)
		#board = rectangle(up,down,left,right, [mole])`)
	var variables, pieces []string
	for i, v := range g.Variables {
		variables = append(variables, v.Name)
		if g.Bound(i) != v.Bound {
			t.Errorf("the bound of %s is %d", v.Name, v.Bound)
		}
	}
	for _, p := range g.Pieces {
		pieces = append(pieces, p.Name)
	}
	if got := strings.Join(variables, " "); got != "red blue a b" {
		t.Errorf("the variables are %s", got)
	}
	if got := strings.Join(pieces, " "); got != "ant mole zebra" || g.Board.Cells[0].Piece != 1 {
		t.Errorf("the pieces are %s", got)
	}
	if len(g.Players) != 2 || g.Players[1].Bound != 4 {
		t.Errorf("the players are %v", g.Players)
	}
	empty := read(t, "#players = a(1) #pieces = e #variables = #rules = up #board = rectangle(up,down,left,right,[e])")
	if len(empty.Variables) != 1 {
		t.Error("there are variables")
	}
}

func TestScan(t *testing.T) {
	f := source.NewFile("scan.rbg", []byte("// first\n#players = a(1) /* in */\n#m(p; q) = p~q // last\r\n"))
	doc, list := rbgparse.Scan(f)
	if len(list.Items) != 0 || len(doc.Directives) != 2 {
		t.Fatalf("%d directives, %v", len(doc.Directives), list.Items)
	}
	var comments []string
	for _, c := range doc.Comments {
		comments = append(comments, c.Text)
		if f.Slice(c.Span) != c.Text {
			t.Errorf("comment %q stands at %q", c.Text, f.Slice(c.Span))
		}
	}
	if want := []string{"// first", "/* in */", "// last"}; !reflect.DeepEqual(comments, want) {
		t.Errorf("the comments are %q", comments)
	}
	section, macro := doc.Directives[0], doc.Directives[1]
	if !section.IsSection() || macro.IsSection() || len(macro.Params) != 2 || len(macro.Body) != 3 {
		t.Error("the directives are wrong")
	}
	if got := f.Slice(macro.Span()); got != "#m(p; q) = p~q" {
		t.Errorf("the macro is %q", got)
	}
	for _, tok := range macro.Body {
		if f.Slice(tok.Span) != tok.Text {
			t.Errorf("token %q stands at %q", tok.Text, f.Slice(tok.Span))
		}
	}
}
