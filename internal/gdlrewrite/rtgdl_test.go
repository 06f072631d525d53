package gdlrewrite_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/library"
	"ludex/source"
)

// second is a turn of one unit.
const second gdl.Lifetime = 1_000_000_000

// turnRules are the rules that every translation has.
const turnRules = `
init(1,clock)
next(1,clock) :- expired(clock)
next(T,clock) :- true(T,clock)
next(infinity,moved(R)) :- does(R,M) & true(T,clock)
next(infinity,made(R,M)) :- does(R,M) & ~true(infinity,moved(R)) & true(T,clock)
next(infinity,F) :- true(T,clock) & true(infinity,F)
`

func TestToRTGDL(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		dialect          gdl.Dialect
		names            gdlrewrite.TurnNames
	}{
		{
			name: "every keyword",
			text: `role(a) init(p) next(q) :- true(p) & (does(a,m) | ~true(r)) & s
legal(a,m) :- true(p) legal(R,n) :- role(R) legal(a,o) terminal :- ~true(p) goal(a,100) :- true(q) s :- does(a,m)`,
			want: `role(a) init(infinity,p)
next(infinity,q) :- true(infinity,p) & (true(infinity,made(a,m)) | ~true(infinity,r)) & s & expired(clock)
legal(a,m) :- true(infinity,p) & ~true(infinity,moved(a))
legal(R,n) :- role(R) & ~true(infinity,moved(R))
legal(a,o) :- ~true(infinity,moved(a))
terminal :- ~true(infinity,p)
goal(a,100) :- true(infinity,q)
s :- true(infinity,made(a,m))` + turnRules,
			dialect: gdl.RTGDL,
			names:   gdlrewrite.TurnNames{Clock: "clock", Made: "made", Moved: "moved"},
		},
		{
			name: "percepts and chance",
			text: `role(a) role(random) init(p) sees(a,x) :- does(random,m) legal(random,m) sees(a,y)`,
			want: `role(a) role(random) init(infinity,p)
sees(a,x) :- true(infinity,made(random,m)) & expired(clock)
legal(random,m) :- ~true(infinity,moved(random))
sees(a,y) :- expired(clock)` + turnRules,
			dialect: gdl.RTGDLII,
			names:   gdlrewrite.TurnNames{Clock: "clock", Made: "made", Moved: "moved"},
		},
		{
			name: "a variable for whole facts",
			text: `role(a) init(p) base(p) input(a,m) input(a,s(X)) :- n(X) next(F) :- true(F) & ~does(a,m) legal(a,m)`,
			want: `role(a) init(infinity,fact(p)) base(fact(p)) input(a,m) input(a,s(X)) :- n(X)
next(infinity,fact(F)) :- true(infinity,fact(F)) & ~true(infinity,made(a,m)) & expired(clock)
legal(a,m) :- ~true(infinity,moved(a))` + turnRules + `
base(clock) base(moved(R)) :- role(R) base(made(a,m)) base(made(a,s(X))) :- n(X)`,
			dialect: gdl.RTGDL,
			names:   gdlrewrite.TurnNames{Clock: "clock", Made: "made", Moved: "moved", Fact: "fact"},
		},
		{
			name: "names that are taken",
			text: `role(a) init(clock) made(clock_2) legal(a,moved) expired(p) next(expired) :- expired(p)`,
			want: `role(a) init(infinity,clock) made(clock_2)
legal(a,moved) :- ~true(infinity,moved_2(a))
expired_2(p) next(infinity,expired_2) :- expired_2(p) & expired(clock_3)` +
				strings.NewReplacer("clock", "clock_3", "moved", "moved_2", "made", "made_2").Replace(turnRules),
			dialect: gdl.RTGDL,
			names:   gdlrewrite.TurnNames{Clock: "clock_3", Made: "made_2", Moved: "moved_2"},
		},
		{
			name: "legal and base in conditions",
			text: `role(a) init(p) base(p) legal(R,m) :- role(R) & base(p) terminal :- ~can can :- legal(a,m)`,
			want: `role(a) init(infinity,p) basic(p) lawful(R,m) :- role(R) & basic(p)
terminal :- ~can can :- lawful(a,m)` + turnRules + `
legal(R,M) :- lawful(R,M) & ~true(infinity,moved(R))`,
			dialect: gdl.RTGDL,
			names:   gdlrewrite.TurnNames{Clock: "clock", Made: "made", Moved: "moved"},
		},
		{
			name:    "base without input",
			text:    `role(a) init(p) base(p) legal(a,m)`,
			want:    `role(a) init(infinity,p) legal(a,m) :- ~true(infinity,moved(a))` + turnRules,
			dialect: gdl.RTGDL,
			names:   gdlrewrite.TurnNames{Clock: "clock", Made: "made", Moved: "moved"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := readWith(t, test.text, gdlparse.Options{Dialect: untimed(test.dialect)})
			before := snapshot(p)
			q, names, err := gdlrewrite.ToRTGDL(p, second)
			if err != nil {
				t.Fatal(err)
			}
			want(t, q, test.want)
			if q.Dialect != test.dialect || names != test.names {
				t.Errorf("got %s and %v", q.Dialect, names)
			}
			overwrite(q)
			if !reflect.DeepEqual(p, before) {
				t.Error("the argument changed")
			}
		})
	}
}

func untimed(d gdl.Dialect) gdl.Dialect {
	if d.Percepts() {
		return gdl.GDLII
	}
	return gdl.GDL
}

func TestToRTGDLClock(t *testing.T) {
	p := read(t, "role(a) init(p)")
	for _, test := range []struct {
		clock gdl.Lifetime
		want  string
	}{{2, "0.000000002"}, {second / 4, "0.25"}, {30 * second, "30"}, {gdl.MaxUnits * second, "1000000000"}} {
		q, _, err := gdlrewrite.ToRTGDL(p, test.clock)
		if err != nil {
			t.Fatal(err)
		}
		if text := show(q); !strings.Contains(text, "init("+test.want+",clock)") {
			t.Errorf("%d: got\n%s", test.clock, text)
		}
	}
}

func TestToRTGDLRefuses(t *testing.T) {
	for _, test := range []struct {
		text    string
		dialect gdl.Dialect
		clock   gdl.Lifetime
		want    string
	}{
		{"role(a) init(infinity,p)", gdl.AnyDialect, second, "rtGDL already"},
		{"role(a)", gdl.AnyDialect, 1, "longer than 0.000000001"},
		{"role(a)", gdl.AnyDialect, gdl.Forever, "longer"},
		{"role(a) role(random)", gdl.GDL, second, "a role random"},
		{"role(a) init(p(1.50))", gdl.AnyDialect, second, "1.50 would be read as the number 1.5"},
	} {
		p := readWith(t, test.text, gdlparse.Options{Dialect: test.dialect})
		if _, _, err := gdlrewrite.ToRTGDL(p, test.clock); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

// Translations print, read back as what they are in both syntaxes, and are sound.
func TestTranslationsReadBack(t *testing.T) {
	for _, g := range library.GDLGames() {
		p := readWith(t, string(g.Rules()), gdlparse.Options{})
		if p.Dialect.Timed() {
			continue
		}
		q, _, err := gdlrewrite.ToRTGDL(p, second)
		if p.Dialect == gdl.GDLIII {
			if err == nil {
				t.Errorf("%s is translated, though no role knows anything in rtGDL-II", g.Name)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		for _, syntax := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
			text := gdlformat.Program(q, syntax)
			back, list := gdlparse.File(source.NewFile("test", text), gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatalf("%s: %v", g.Name, err)
			}
			if again := gdlformat.Program(back, syntax); string(again) != string(text) || back.Dialect != q.Dialect {
				t.Errorf("%s: %s reads back as\n%s\nbut was\n%s", g.Name, q.Dialect, again, text)
			}
			gdlcheck.Run(back, gdlcheck.Options{}, list)
			if list.Count(source.Error)+list.Count(source.Warning) > 0 {
				t.Errorf("%s: the translation has %v", g.Name, list.Items)
			}
			if len(back.Comments) != len(p.Comments) {
				t.Errorf("%s has %d comments, and had %d", g.Name, len(back.Comments), len(p.Comments))
			}
		}
	}
}
