package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestPlainText(t *testing.T) {
	var n struct{ A int }
	syntax := json.Unmarshal([]byte("{x"), &n)
	kind := json.Unmarshal([]byte(`{"A":"x"}`), &n)
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
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
