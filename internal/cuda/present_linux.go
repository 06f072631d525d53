package cuda

import "os"

// Present reports whether the kernel has a driver for NVIDIA's GPUs. It costs nothing, unlike [Open].
func Present() bool {
	_, err := os.Stat("/dev/nvidiactl")
	return err == nil
}
