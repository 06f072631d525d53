package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/table"
)

// document reads the description of the API.
func document(t *testing.T) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestOpenAPIHasEveryRoute(t *testing.T) {
	s := newSite(t, nil)
	described := map[string]bool{}
	for path, ops := range document(t)["paths"].(map[string]any) {
		for method := range ops.(map[string]any) {
			described[strings.ToUpper(method)+" "+path] = true
		}
	}
	for _, rt := range s.server.routes() {
		key := rt.method + " " + prefix + rt.path
		if !described[key] {
			t.Errorf("%s is not described", key)
		}
		delete(described, key)
	}
	for key := range described {
		t.Errorf("%s is described, but not there", key)
	}
}

// Every reference of the description can be resolved.
func TestOpenAPIReferences(t *testing.T) {
	doc := document(t)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if to, ok := v["$ref"].(string); ok && find(doc, to) == nil {
				t.Errorf("%s leads nowhere", to)
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(doc)
}

func find(doc map[string]any, to string) map[string]any {
	at := doc
	for part := range strings.SplitSeq(strings.TrimPrefix(to, "#/"), "/") {
		at, _ = at[part].(map[string]any)
	}
	return at
}

// A checker validates values against the parts of JSON Schema that the description
// uses.
type checker struct {
	doc   map[string]any
	wrong []string
}

func (c *checker) check(at string, schema map[string]any, v any) {
	if to, ok := schema["$ref"].(string); ok {
		c.check(at, find(c.doc, to), v)
		return
	}
	if all, ok := schema["allOf"].([]any); ok {
		for _, one := range all {
			c.check(at, one.(map[string]any), v)
		}
	}
	if types := schema["type"]; types != nil && !isOf(types, v) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s is %T, not %v", at, v, types))
		return
	}
	if values, ok := schema["enum"].([]any); ok && !slices.Contains(values, v) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s is %v, none of %v", at, v, values))
	}
	switch v := v.(type) {
	case map[string]any:
		required, _ := schema["required"].([]any)
		for _, name := range required {
			if _, ok := v[name.(string)]; !ok {
				c.wrong = append(c.wrong, fmt.Sprintf("%s has no %v", at, name))
			}
		}
		properties, _ := schema["properties"].(map[string]any)
		for name, x := range v {
			if p, ok := properties[name].(map[string]any); ok {
				c.check(at+"."+name, p, x)
			} else if properties != nil && schema["additionalProperties"] == nil && schema["allOf"] == nil {
				c.wrong = append(c.wrong, fmt.Sprintf("%s has %s, which is not described", at, name))
			}
		}
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, x := range v {
			if items != nil {
				c.check(fmt.Sprintf("%s[%d]", at, i), items, x)
			}
		}
	}
}

func isOf(types, v any) bool {
	if list, ok := types.([]any); ok {
		return slices.ContainsFunc(list, func(x any) bool { return isOf(x, v) })
	}
	switch v := v.(type) {
	case nil:
		return types == "null"
	case bool:
		return types == "boolean"
	case string:
		return types == "string"
	case float64:
		return types == "number" || types == "integer" && v == float64(int64(v))
	case []any:
		return types == "array"
	}
	return types == "object"
}

// Real responses match the description.
func TestAnswersAsDescribed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	seat := s.sit(tableRequest{Ref: named("montyhall"), Opponents: weak})
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named("tictactoe"), Players: []string{"random"}, ClockMs: 1000}, http.StatusCreated, &m)
	s.listen(t.Context(), "/matches/"+m.ID+"/events", "", "", func(e event) bool { return e.kind == "over" })
	doc := document(t)
	for _, x := range []struct {
		method, template, path string
		body                   any
	}{
		{"GET", "/games", "/games?players=2&kind=open", nil},
		{"GET", "/puzzle", "/puzzle", nil},
		{"GET", "/players", "/players", nil},
		{"GET", "/games/{name}/levels", "/games/tictactoe/levels", nil},
		{"POST", "/check", "/check", checkRequest{Text: "role(white"}},
		{"POST", "/check", "/check", checkRequest{Text: authoring.Starter}},
		{"POST", "/board", "/board", boardRequest{Ref: named("tictactoe"), Moves: "(mark 2 2)"}},
		{"POST", "/analyse", "/analyse", analyseRequest{placeRequest: placeRequest{Match: m.ID, Step: 2}, Nodes: 200}},
		{"POST", "/knowledge", "/knowledge", knowledgeRequest{placeRequest: placeRequest{Ref: named("montyhall")}, Formula: "knows(candidate, terminal)"}},
		{"POST", "/position", "/position", positionRequest{placeRequest: placeRequest{Match: m.ID, Step: 1}, About: true}},
		{"POST", "/position", "/position", positionRequest{placeRequest: placeRequest{Ref: named("montyhall")}, As: "candidate", About: true}},
		{"POST", "/explain", "/explain", explainRequest{placeRequest: placeRequest{Ref: named("tictactoe")}, Question: authoring.Question{Role: "white", Move: "(mark 1 1)"}}},
		{"POST", "/known", "/known", knownRequest{placeRequest: placeRequest{Ref: named("montyhall")}, Role: "candidate"}},
		{"POST", "/tables", "/tables", tableRequest{Ref: gamecache.Ref{Game: "mine", Text: authoring.Starter}, Opponents: weak}},
		{"GET", "/tables/{id}", "/tables/" + seat.ID, nil},
		{"POST", "/tables", "/tables", tableRequest{Ref: named("tictactoe"), Seats: map[string]string{"black": "friend"}, Clock: &table.Timing{Kind: table.Fischer, InitialMs: 60_000}}},
		{"GET", "/tables/mine", "/tables/mine", nil},
		{"GET", "/matches", "/matches", nil},
		{"GET", "/matches/{id}", "/matches/" + m.ID, nil},
		{"GET", "/matches/{id}/record", "/matches/" + m.ID + "/record", nil},
		{"GET", "/matches/{id}/steps/{step}", "/matches/" + m.ID + "/steps/3", nil},
		{"GET", "/matches/{id}/steps/{step}/knowledge", "/matches/" + m.ID + "/steps/3/knowledge", nil},
		{"GET", "/tournaments", "/tournaments", nil},
		{"POST", "/tournaments", "/tournaments", tournamentRequest{Name: "Cup", Kind: "round-robin", Games: []string{"tictactoe"}, Players: []string{"random", "legal"}, Nodes: 1}},
		{"GET", "/tournaments/{name}", "/tournaments/Cup", nil},
		{"GET", "/tournaments/{name}/matches", "/tournaments/Cup/matches", nil},
		{"POST", "/jobs", "/jobs", jobRequest{Ref: named("tictactoe"), Kind: "perft", Depth: 2}},
		{"GET", "/games/{name}", "/games/nothing", nil},
		{"POST", "/board", "/board", boardRequest{Ref: named("tictactoe"), Moves: "nonsense"}},
	} {
		a := s.request(x.method, prefix+x.path, x.body, func(r *http.Request) { r.Header.Set(seatHeader, seat.Secret) })
		op := find(doc, "#/paths")[prefix+x.template].(map[string]any)[strings.ToLower(x.method)].(map[string]any)
		responses := op["responses"].(map[string]any)
		response, ok := responses[fmt.Sprint(a.status)].(map[string]any)
		if !ok {
			response = responses["default"].(map[string]any)
			if a.status < 400 {
				t.Errorf("%s %s: the status %d is not described", x.method, x.path, a.status)
			}
		}
		content := response["content"].(map[string]any)
		kind, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
		media, ok := content[kind].(map[string]any)
		if !ok {
			t.Errorf("%s %s: the content %s is not described", x.method, x.path, kind)
			continue
		}
		var v any
		if err := json.Unmarshal([]byte(a.body), &v); err != nil {
			t.Errorf("%s %s: %v", x.method, x.path, err)
			continue
		}
		c := &checker{doc: doc}
		c.check("the answer", media["schema"].(map[string]any), v)
		for _, text := range c.wrong {
			t.Errorf("%s %s: %s", x.method, x.path, text)
		}
	}
}
