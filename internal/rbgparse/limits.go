package rbgparse

// The limits of what is read. They are far beyond every game that people
// write, and keep reading, and whatever walks the tree afterwards, safe on any
// input.
const (
	// MaxTokens is how many tokens and comments a text may have.
	MaxTokens = 2_000_000
	// MaxExpansion is how many tokens and macro calls the macros of one
	// section may expand to.
	MaxExpansion = 2_000_000
	// MaxCalls is how deep calls of macros and uses of their parameters may
	// stand in each other when a section is expanded.
	MaxCalls = 10_000
	// MaxDepth is how deep brackets may be nested.
	MaxDepth = 1000
	// MaxCells is how many cells a board may have.
	MaxCells = 65_535
	// MaxLabels is how many labels the edges of a board may have.
	MaxLabels = 1000
	// MaxEdges is how many places for edges a board may have: its cells times
	// its labels.
	MaxEdges = 4_000_000
	// MaxNames is how many pieces, and how many players and variables, a game
	// may have.
	MaxNames = 65_535
	// MaxActions is how many parts the rules may have once macros and powers
	// are expanded.
	MaxActions = 1_000_000
	// MaxNameLength is how many characters a name or a number may have.
	MaxNameLength = 1000
	// MaxSlots is how many slots, holes included, a generated board may have.
	MaxSlots = 1_000_000
)

// maxErrors is how many problems are reported before reading stops.
const maxErrors = 100
