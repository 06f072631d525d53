package board

import "testing"

func TestSpaced(t *testing.T) {
	for text, want := range map[string]string{
		"lastBid": "last bid", "bet_open": "bet open", "rollingAgain": "rolling again", "allIn": "all in",
		"tD": "tD", "J ♠": "J ♠", "a_b": "a_b", "red": "red", "": "", "0 : 10": "0 : 10", "USA": "USA",
	} {
		if got := spaced(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
