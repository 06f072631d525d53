package gpu

// SelfPlayPTX returns the text of the kernels beside those of an environment.
func SelfPlayPTX(e *Environment, n Network) string {
	s := &SelfPlay{env: e, network: n}
	return s.restartPTX() + s.choosePTX() + s.targetsPTX() + s.trainPTX()
}
