package match_test

import (
	"context"
	"reflect"
	"testing"

	"ludex/internal/recorddelta"
	"ludex/internal/rulestest"
	"ludex/match"
)

// TestDelta puts a record together from its pieces.
func TestDelta(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	c := config(rs, g, 2)
	var mark recorddelta.Mark
	var pieces []*match.Record
	c.Keep = func(r *match.Record) error {
		pieces = append(pieces, recorddelta.Since(r, mark))
		mark = recorddelta.End(r)
		return nil
	}
	r, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	again := recorddelta.Head(r)
	if len(again.States)+len(again.Moves)+len(again.Details.Faults) > 0 {
		t.Errorf("%+v", again)
	}
	for _, p := range pieces {
		recorddelta.Append(again, p)
	}
	if !reflect.DeepEqual(again, r) {
		t.Errorf("put together\n%+v, was\n%+v", again, r)
	}
}
