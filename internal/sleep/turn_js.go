package sleep

import "time"

// turnEvery is how long a computation goes on before others have a turn.
const turnEvery = 40 * time.Millisecond

var turned = time.Now()

// Turn lets everything else have a turn, if it did not have one lately. In a browser there
// is one thread, and no computation is interrupted: timers fire, contexts end and messages
// arrive only while all goroutines wait. What computes for long and relies on these calls
// it as often as it looks whether its context has ended.
func Turn() {
	if time.Since(turned) < turnEvery {
		return
	}
	time.Sleep(time.Millisecond)
	turned = time.Now()
}
