// Package cuda calls NVIDIA's driver without cgo and without linking anything.
//
// The driver is a C library that needs a C runtime, which a static Go program does not
// have. So the calls are made by a small child process: an ELF file of a few hundred bytes
// of code, made in memory (image.go), for which the system's dynamic linker finds
// libcuda.so.1. The child reads calls from a pipe, makes them and answers (process.go).
// Memory that both map carries what is larger than an argument.
//
// Where there is no driver, [Open] says so. If the driver crashes, the child dies and calls
// return errors; the program goes on.
package cuda
