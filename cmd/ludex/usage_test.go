package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
)

func TestPlainText(t *testing.T) {
	var n struct{ A int }
	syntax := json.Unmarshal([]byte("{x"), &n)
	missing := &fs.PathError{Op: "open", Path: "a.json", Err: fs.ErrNotExist}
	kind := json.Unmarshal([]byte(`{"A":"x"}`), &n)
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{fmt.Errorf("--map: %w", missing), "--map: a.json: no such file or folder"},
		{fmt.Errorf("a.json: %w", missing), "a.json: no such file or folder"},
		{errors.New(`a.json: json: unknown field "b"`), `a.json: there is no field "b"`},
		{fmt.Errorf("a.json: %w", syntax), "a.json: it is not JSON, at byte 2"},
		{fmt.Errorf("a.json: %w", kind), "a.json: the value of A is of the wrong kind: string"},
		{fmt.Errorf("word map: %w", io.EOF), "word map: the input ended too early"},
		{fmt.Errorf("word map: %w", io.ErrUnexpectedEOF), "word map: the input ended too early"},
	} {
		if got := plainText(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
