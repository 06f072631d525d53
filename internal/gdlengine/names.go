package gdlengine

// Names returns the engines that can be asked for by name, the one that is made
// for speed first. Auto, which chooses among them, is left out.
func Names() []string { return []string{Circuit, Reference} }
