package budget

import "testing"

// TestThreadClock waits for another goroutine that is busy, which must not count.
func TestThreadClock(t *testing.T) {
	clock, release := ThreadClock()
	defer release()
	start, busy := clock(), make(chan struct{})
	const much = 20_000_000 // nanoseconds
	go func() {
		defer close(busy)
		other, release := ThreadClock()
		defer release()
		for begun := other(); other() < begun+much; {
		}
	}()
	<-busy
	if used := clock() - start; used >= much {
		t.Errorf("waiting has used %v", used)
	}
}
