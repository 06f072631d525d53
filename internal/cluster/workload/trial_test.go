//go:build unix

package workload_test

import (
	"reflect"
	"testing"

	"ludex/internal/trial"
	"ludex/rules"
	"ludex/source"
)

// TestTrials tries descriptions here and with workers.
func TestTrials(t *testing.T) {
	t.Parallel()
	opt := trial.Options{Playouts: 100, Sample: 10, Games: 4, Nodes: 10, Player: "mcts:memory=1", Seed: 5}
	items := []trial.Item{{Key: "broken", Rules: rules.Read(source.NewFile("x.kif", []byte("(role")), rules.Options{}), Options: opt}}
	for _, name := range []string{"nim", "tictactoe-rbg"} {
		_, rs, _ := open(t, name)
		items = append(items, trial.Item{Key: name, Rules: rs, Options: opt})
	}
	want, got := make([]trial.Result, len(items)), make([]trial.Result, len(items))
	if err := trial.Each(t.Context(), 1, items, func(i int, r trial.Result) error { want[i] = r; return nil }); err != nil {
		t.Fatal(err)
	}
	s := split(t, startManager(t, 2))
	if err := s.Trials(t.Context(), items, func(i int, r trial.Result) error { got[i] = r; return nil }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
