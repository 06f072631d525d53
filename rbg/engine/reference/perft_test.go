package reference

import (
	"testing"
	"time"

	"ludex/rbg/engine/enginetest"
)

// TestPerft compares the counts of public games with those that an independent
// reasoner found: small ones, or with LUDEX_FULL all that an interpreter can
// count in reasonable time.
func TestPerft(t *testing.T) {
	budget := enginetest.Budget{Leaves: 9_000, Time: 10 * time.Second}
	if enginetest.Full() {
		budget = enginetest.Budget{Leaves: 50_000_000, Time: 5 * time.Minute}
	}
	enginetest.RunPerft(t, New, budget)
}
