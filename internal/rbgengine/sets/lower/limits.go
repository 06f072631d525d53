package lower

// Limits of the compiler. Games beyond them are left to the reference engine.
const (
	maxCells     = 8192    // cells of a board: maps of cells have 16 bits
	maxEmbedded  = 1000    // cells of a board that is embedded as a lattice
	maxRelation  = 1 << 22 // bits of the table of a relation
	maxPieces    = 64      // kinds of pieces
	maxNesting   = 10_000  // nesting of expressions
	maxPatterns  = 100     // nesting of patterns
	maxNodes     = 200_000 // parts of the rules
	maxCode      = 1 << 20 // instructions
	maxRegisters = 1024
	maxCellRegs  = 1024
)
