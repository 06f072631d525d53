package strictjson_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludex/internal/strictjson"
)

type inner struct {
	Seed uint64 `json:"seed,string,omitempty"`
}

type embedded struct {
	Shared int `json:"shared"`
}

type outer struct {
	embedded
	Name    string            `json:"name"`
	Inner   *inner            `json:"inner"`
	List    [][]inner         `json:"list"`
	Map     map[string]inner  `json:"map"`
	Raw     []json.RawMessage `json:"raw"`
	At      time.Time         `json:"at"`
	Plain   int
	Ignored int `json:"-"`
}

func TestUnmarshal(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "",
		`{"shared":1,"name":"x","inner":{"seed":"7"},"list":[[{"seed":"1"}],null],"map":{"A":{},"a":{}},"raw":[{"any":1}],"at":"2025-01-01T00:00:00Z","Plain":1}`: "",
		`{"name":"a","name":"b"}`:              `the key "name" is there twice`,
		`{"name":"a","\u006eame":"b"}`:         `the key "name" is there twice`,
		`{"NAME":"a"}`:                         `the key "NAME" must be written "name"`,
		`{"plain":1}`:                          `the key "plain" must be written "Plain"`,
		`{"Shared":1}`:                         `the key "Shared" must be written "shared"`,
		`{"Ignored":1}`:                        `the key "Ignored" is not known`,
		`{"other":1}`:                          `the key "other" is not known`,
		`{"inner":{"Seed":"1"}}`:               `the key "inner.Seed" must be written "seed"`,
		`{"list":[[{"seed":"1","seed":""}]]}`:  `json: invalid use of ,string struct tag`,
		`{"list":[[{"seed":"1","seed":"2"}]]}`: `the key "list.seed" is there twice`,
		`{"map":{"a":{},"a":{}}}`:              `the key "map.a" is there twice`,
		`{"map":{"a":{"x":1}}}`:                `the key "map.a.x" is not known`,
		`{"raw":[{"a":[{"b":1,"b":2}]}]}`:      `the key "raw.a.b" is there twice`,
		`{"name":1}`:                           `is of the wrong kind: number`,
		`{} {}`:                                `it is not JSON`,
		`{"name":`:                             `it is not JSON`,
		"{\"name\":\"\xff\"}":                  `not UTF-8`,
		strings.Repeat("[", 20_000):            `it is not JSON`,
	} {
		err := strictjson.Unmarshal([]byte(text), new(outer))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
	var key *strictjson.KeyError
	if err := strictjson.Unmarshal([]byte(`{"x":1}`), new(outer)); !errors.As(err, &key) || key.Path != "x" {
		t.Errorf("%v", err)
	}
}

// FuzzUnmarshal checks that what is read has keys that every reader understands:
// a reader that knows nothing of the type finds the same under the exact names.
func FuzzUnmarshal(f *testing.F) {
	f.Add(`{"name":"x","inner":{"seed":"7"}}`)
	f.Add(`{"name":"x","NAME":"y"}`)
	f.Add(`{"inner":{"seed":"7"},"inner":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		var v outer
		if strictjson.Unmarshal([]byte(text), &v) != nil {
			return
		}
		var loose map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &loose); err != nil {
			t.Fatal(err)
		}
		var name string
		if raw, ok := loose["name"]; ok {
			if err := json.Unmarshal(raw, &name); err != nil {
				t.Fatal(err)
			}
		}
		var in *inner
		if raw, ok := loose["inner"]; ok {
			if err := json.Unmarshal(raw, &in); err != nil {
				t.Fatal(err)
			}
		}
		if v.Name != name || !reflect.DeepEqual(v.Inner, in) {
			t.Errorf("%q: read as %+v", text, v)
		}
	})
}
