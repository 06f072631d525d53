package gogen

// An Op is a kind of request that package compiled sends to the program of a game.
type Op uint8

// The requests; see the documentation of package compiled.
const (
	OpHello Op = iota
	OpStart
	OpMoves
	OpApply
	OpHasMove
	OpPlayouts
	OpPerft
	OpCancel
)

// opNames are the names of the requests in the printed program, in their order.
var opNames = [...]string{"opHello", "opStart", "opMoves", "opApply", "opHasMove", "opPlayouts", "opPerft", "opCancel"}

// TooMuchMemory is the error of a position whose moves take more memory than they
// may.
const TooMuchMemory = "the moves of a position take too much memory"

// Server returns a program that answers requests about a printed package, which is
// imported by its path, on its standard input and output.
func Server(path string) []byte {
	return []byte(expand("serve.go", map[string]any{"Path": path, "Ops": opNames, "TooMuchMemory": TooMuchMemory}))
}
