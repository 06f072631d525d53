package gogen

// playCode emits what is the same for all games: the methods for users, and how moves
// are listed.
func (e *machineCode) playCode() {
	sharing := len(e.shares) > 0
	e.Text(expand("play.go", map[string]any{"Sharing": sharing, "Words": e.P.Words, "TooMuchMemory": TooMuchMemory}), "errors", "math/bits", "slices")
	if sharing {
		e.Text(expand("share.go", nil))
	} else {
		e.Text(expand("list.go", nil))
	}
}
