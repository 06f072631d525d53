package knowledge_test

import (
	"context"
	"testing"
	"time"

	"ludex/knowledge"
)

func TestFilterCost(t *testing.T) {
	g := open(t, "montyhall")
	cost, err := knowledge.FilterCost(context.Background(), g, knowledge.Limits{}, 1, time.Second)
	if err != nil || cost <= 0 {
		t.Errorf("a step costs %v, %v", cost, err)
	}
	// A time that is too short for anything is no error.
	if _, err := knowledge.FilterCost(context.Background(), open(t, "kriegspiel-chess"), knowledge.Limits{}, 1, time.Nanosecond); err != nil {
		t.Error(err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := knowledge.FilterCost(stopped, g, knowledge.Limits{}, 1, time.Hour); err == nil {
		t.Error("a stopped measurement ended without an error")
	}
}
