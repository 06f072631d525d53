package tournament

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"
)

const whole = `
name = "spring cup"
kind = "gauntlet"
games = ["tictactoe", "nim"]
challengers = ["big"]
repeats = 2
matches = 4
rotate = false
nodes = 100
seed = 7
allowance = 0
max-steps = 50
workers = 3
clocks = {start = "10s", play = 1.5, full = true}

[timed]
execution = "interval:50ms"
unit = "100ms"
max-time = "20"
wall = true

[[players]]
name = "big"
player = "mcts:memory=64"

[[players]]
player = "random"
`

func TestRead(t *testing.T) {
	c, err := Read("x.toml", whole)
	if err != nil {
		t.Fatal(err)
	}
	if c.Players[0] != (Player{"big", "mcts:memory=64"}) || c.Players[1] != (Player{"random", "random"}) ||
		time.Duration(c.Clocks.Play) != 1500*time.Millisecond || time.Duration(c.Clocks.Start) != 10*time.Second || c.Rotate || c.Workers != 3 || !c.Clocks.Full {
		t.Errorf("%+v", c)
	}
	if _, err := c.OpenGames(context.Background(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	text, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := back.Encode(); err != nil || again != text {
		t.Errorf("%v: it comes back as\n%s, and was\n%s", err, again, text)
	}
}

func TestReadProblems(t *testing.T) {
	const good = "name = \"x\"\nkind = \"swiss\"\ngames = [\"nim\"]\nplayers = [\"random\", \"legal\"]\n"
	if c, err := Read("x.toml", good); err != nil || c.Rounds != 1 || c.Clocks.Play != defaultClock || c.Seed != 1 {
		t.Fatal(c, err)
	}
	for text, want := range map[string]string{
		"":                                                   "x.toml: name: it is missing\nx.toml: kind is \"\": use round-robin, swiss, gauntlet, knockout\nx.toml: there are no players",
		good + "round = 3":                                   `x.toml:5: there is no key "round": is "rounds" meant?`,
		good + "zebra = 3":                                   `x.toml:5: there is no key "zebra": use name, kind`,
		good + "rounds = 0":                                  "x.toml:5: rounds cannot be 0",
		good + "repeats = 2":                                 "x.toml:5: a tournament of the kind swiss has no repeats: matches says",
		good + "rounds = \"three\"":                          "x.toml:5: ",
		good + "name = \"y\"":                                "x.toml:5: ",
		good + "[clocks]\nstart = \"soon\"\n":                `"soon" is no duration: write "1m30s"`,
		good + "[clocks]\nplay = -1\n":                       "x.toml:6: the play clock cannot be negative",
		good + "[clocks]\nfull = true\n":                     "x.toml:6: clocks.full needs clocks.play",
		good + "[clocks]\nstrat = 3\n":                       `x.toml:6: there is no key "clocks.strat": is "clocks.start" meant?`,
		good + "[timed]\nmax-time = \"x\"":                   "x.toml:5: timed.max-time",
		strings.Replace(good, "legal", "random", 1):          `x.toml:4: two players are called "random"`,
		strings.Replace(good, `"legal"`, `{nam="x"}`, 1):     `x.toml:4: there is no key "nam": is "name" meant?`,
		strings.Replace(good, `"legal"`, `{name="x"}`, 1):    `x.toml:4: player "x": player is missing`,
		strings.Replace(good, `"legal"`, `7`, 1):             "a player is a text",
		strings.Replace(good, `["nim"]`, `["nim","nim"]`, 1): `x.toml:3: the game "nim" is there twice`,
		strings.Replace(good, `["nim"]`, `[3]`, 1):           "a game is a name of the library or a file",
		strings.Replace(good, "swiss", "swizz", 1):           `x.toml:2: kind is "swizz"`,
		strings.Replace(good, "swiss", "gauntlet", 1) + "challengers = [\"zoe\"]": `x.toml:5: there is no player "zoe"`,
		strings.Replace(good, "\"x\"", "\"x\\u0007\"", 1):                         "cannot be printed",
		strings.Replace(good, "\"x\"", "\"x\\u202e\"", 1):                         "cannot be printed",
	} {
		_, err := Read("x.toml", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives\n%v\nand not\n%s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add("name='x'\nkind='swiss'\ngames=['nim']\nplayers=['a','b']\nclocks.play=1e300")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read("x.toml", text)
		if err != nil {
			return
		}
		for i := range c.Games {
			c.Games[i].Name, c.Games[i].Roles, c.Games[i].Seats = c.Games[i].Ref, []string{"a", "b"}, []int{0, 1}
		}
		if c.validate() != nil || c.count() > 500 {
			return
		}
		if s := c.Schedule(nil); len(s.Fixtures) > s.Total {
			t.Errorf("%d fixtures of %d", len(s.Fixtures), s.Total)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"version":1,"name":"x","kind":"swiss","games":[{"name":"g","roles":["a","b"],"seats":[0,1]}],"players":[{"name":"a"},{"name":"b"}],"rounds":2}`)
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := Decode(text); err == nil && c.count() <= 500 {
			s := c.Schedule(nil)
			c.Table(s, nil)
		}
	})
}

// TestComplete makes a configuration without a file: it is the one that a file gives.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		text string
		set  func(*Config)
	}{
		{`kind = "round-robin"`, func(c *Config) { c.Kind = RoundRobin }},
		{`kind = "swiss"` + "\nseed = 7\nnodes = 5", func(c *Config) { c.Kind, c.Seed, c.Nodes = Swiss, 7, 5 }},
		{`kind = "gauntlet"` + "\nclocks = {play = 2}", func(c *Config) { c.Kind, c.Clocks.Play = Gauntlet, Duration(2*time.Second) }},
	} {
		want, err := Read("x.toml", "name = \"x\"\ngames = [\"nim\"]\nplayers = [\"a\", \"b\", \"c\"]\n"+test.text)
		if err != nil {
			t.Fatal(err)
		}
		got := DefaultConfig()
		got.Name, got.Games, got.Players = "x", []Game{{Ref: "nim"}}, []Player{{"a", "a"}, {"b", "b"}, {"c", "c"}}
		test.set(got)
		if err := got.Complete(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v", err, got, want)
		}
	}
	bad := DefaultConfig()
	bad.Kind, bad.Repeats, bad.Nodes = Knockout, 2, -1
	err := bad.Complete()
	for _, want := range []string{"name: it is missing", "there are no players", "there are no games", "has no repeats", "nodes cannot be -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}
