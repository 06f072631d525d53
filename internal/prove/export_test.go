package prove

// Replay has the interpreter replay a play that violates a property.
var Replay = replay
