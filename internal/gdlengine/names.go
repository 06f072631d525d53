package gdlengine

// Names returns the names of the engines except Auto, the fastest first.
func Names() []string { return []string{Circuit, Reference} }
