package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

type gamesArg struct {
	Search string `json:"search,omitempty" jsonschema:"words to look for in names and aims"`
}

type gameLine struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Language string `json:"language"`
	Players  int    `json:"players"`
	Aim      string `json:"aim"`
}

type gamesData struct {
	Games []gameLine `json:"games"`
}

func (s *Server) listGames(_ context.Context, in *gamesArg) (*reply[gamesData], error) {
	if err := short("search", in.Search); err != nil {
		return nil, err
	}
	r := &reply[gamesData]{data: gamesData{Games: []gameLine{}}}
	var b strings.Builder
	for _, g := range library.Games() {
		if in.Search != "" && library.Rank(in.Search, g.Names()...) == 0 && !strings.Contains(strings.ToLower(g.Aim), strings.ToLower(in.Search)) {
			continue
		}
		r.data.Games = append(r.data.Games, gameLine{g.Name, g.Title, g.Dialect, g.Players, g.Aim})
		fmt.Fprintf(&b, "%s (%s, %d players): %s\n", g.Name, g.Dialect, g.Players, g.Aim)
	}
	r.text = b.String()
	if r.text == "" {
		r.text = "no game of the library fits\n"
	}
	return r, nil
}

type nameArg struct {
	Game string `json:"game" jsonschema:"the name of a game of the library"`
}

type rulesData struct {
	Rules    string `json:"rules"`
	Language string `json:"language"`
}

func (s *Server) rulesText(_ context.Context, in *nameArg) (*reply[rulesData], error) {
	d, err := s.find(&gameArg{Game: in.Game})
	if err != nil {
		return nil, err
	}
	return &reply[rulesData]{text: d.Text(), data: rulesData{d.Text(), string(d.Language())}}, nil
}

type checkArg struct {
	gameArg
	Strict bool `json:"strict,omitempty" jsonschema:"report constructs that only some systems accept as errors"`
	Hints  bool `json:"hints,omitempty" jsonschema:"report matters of style too"`
}

type diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Place    string `json:"place"`
	Message  string `json:"message"`
}

type checkData struct {
	OK          bool         `json:"ok"`
	Language    string       `json:"language"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

func diagnosed(d *rules.Rules, list *source.List) checkData {
	data := checkData{OK: !list.HasErrors(), Language: string(d.Language()), Diagnostics: []diagnostic{}}
	for _, item := range list.Items {
		data.Diagnostics = append(data.Diagnostics, diagnostic{item.Severity.String(), item.Code.ID, item.Place(), item.Message})
	}
	return data
}

func (s *Server) check(ctx context.Context, in *checkArg) (*reply[checkData], error) {
	d, err := s.find(&in.gameArg)
	if err != nil {
		return nil, err
	}
	list := d.Check(ctx, rules.CheckOptions{Strict: in.Strict, Hints: in.Hints})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text := rendered(list) + fmt.Sprintf("%s: %s (%s)\n", d.File.Name(), source.Summary(list), d.Language())
	return &reply[checkData]{text: text, data: diagnosed(d, list)}, nil
}

type fixArg struct {
	Rules string `json:"rules" jsonschema:"the text of the rules"`
	Game  string `json:"game,omitempty" jsonschema:"a name for messages"`
}

type fixData struct {
	Rules string `json:"rules"`
	Fixed int    `json:"fixed"`
	checkData
}

func (s *Server) fix(ctx context.Context, in *fixArg) (*reply[fixData], error) {
	if in.Rules == "" {
		return nil, errors.New("rules: there is no text")
	}
	d, err := s.find(&gameArg{Game: in.Game, Rules: in.Rules})
	if err != nil {
		return nil, err
	}
	file, made := source.FixAll(d.File, func(f *source.File) *source.List {
		return rules.Read(f, d.Options()).Check(ctx, rules.CheckOptions{})
	})
	fixed := rules.Read(file, d.Options())
	list := fixed.Check(ctx, rules.CheckOptions{})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, m := range made {
		fmt.Fprintf(&b, "fixed %s: %s [%s]\n", m.Place(), m.Fixes[0].Message, m.Code.ID)
	}
	fmt.Fprintf(&b, "%s%s\n\n%s", rendered(list), source.Summary(list), file.Text())
	return &reply[fixData]{text: b.String(), data: fixData{file.Text(), len(made), diagnosed(fixed, list)}}, nil
}

type codeArg struct {
	Code string `json:"code,omitempty" jsonschema:"the code of a diagnostic"`
}

type codesData struct {
	Codes []codeLine `json:"codes"`
}

type codeLine struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
}

func (s *Server) explain(_ context.Context, in *codeArg) (*reply[codesData], error) {
	r := &reply[codesData]{data: codesData{Codes: []codeLine{}}}
	for _, c := range s.opt.Codes {
		if in.Code != "" && !strings.EqualFold(c.ID, in.Code) {
			continue
		}
		r.data.Codes = append(r.data.Codes, codeLine{c.ID, c.Severity.String(), c.Title})
		r.text += fmt.Sprintf("%s: %s (%s)\n", c.ID, c.Title, c.Severity)
		if in.Code != "" {
			r.text += "\n" + c.Doc + "\n"
		}
	}
	if len(r.data.Codes) == 0 {
		return nil, fmt.Errorf("there is no code %.40q; without one, all are listed", in.Code)
	}
	return r, nil
}
