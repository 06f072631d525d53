package report_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/report"
)

// Each game of a comparison has an equal share of the time that there is.
func TestShareTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unlimited, cancel := report.ShareTime(t.Context(), 2)
		defer cancel()
		if _, limited := unlimited.Deadline(); limited {
			t.Error("a comparison without a limit has one")
		}
		all, cancel := context.WithTimeout(t.Context(), 100*time.Second)
		defer cancel()
		for games := 2; games > 0; games-- {
			share, cancel := report.ShareTime(all, games)
			deadline, _ := all.Deadline()
			want := time.Until(deadline) * 9 / 10 / time.Duration(games)
			<-share.Done()
			if took := 100*time.Second - time.Until(deadline); games == 2 && took != want || all.Err() != nil {
				t.Errorf("with %d games left, a share ends after %v", games, took)
			}
			cancel()
		}
	})
}
