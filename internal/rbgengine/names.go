package rbgengine

// Names returns the engines that can be asked for by name, those that are made
// for speed first. Auto, which chooses among them, is left out.
func Names() []string { return []string{Compiled, Lanes, Sets, Reference} }
