//go:build !amd64

package neural

func kernels() []vectors { return []vectors{plain} }
