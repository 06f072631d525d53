package lower

// Limits of what is lowered. Games beyond them are left to the reference.
const (
	maxCells     = 8192    // cells of a board: maps of cells have 16 bits
	maxFolded    = 1000    // cells of a board that is folded
	maxRelation  = 1 << 22 // bits of a table of a relation
	maxPieces    = 64      // kinds of pieces
	maxNesting   = 10_000  // expressions in each other
	maxPatterns  = 100     // patterns in each other
	maxNodes     = 200_000 // places in the rules
	maxCode      = 1 << 20 // instructions
	maxRegisters = 1024
	maxCellRegs  = 1024
)
