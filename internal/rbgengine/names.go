package rbgengine

// Names returns the names of the engines except Auto, the fast ones first.
func Names() []string { return []string{Compiled, Lanes, Sets, Reference} }
