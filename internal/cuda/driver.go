package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// ErrNoDriver says that no driver was found.
var ErrNoDriver = errors.New("there is no NVIDIA driver here")

// A Device is a GPU. Its methods may be called concurrently; calls are made one after the
// other, and what [Stream]s do goes on between them.
type Device struct {
	Name       string
	Processors int    // multiprocessors
	Capability [2]int // compute capability, for example 9, 0
	p          *process
	mu         sync.Mutex // guards the shared memory, which each method uses
	busy       int        // streams that have work
}

// functions of the driver that are called.
var functions = []string{
	"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute",
	"cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuCtxSynchronize", "cuGetErrorString",
	"cuModuleLoadDataEx", "cuModuleUnload", "cuModuleGetFunction", "cuFuncGetAttribute", "cuFuncSetAttribute",
	"cuOccupancyMaxActiveBlocksPerMultiprocessor",
	"cuMemAlloc_v2", "cuMemFree_v2", "cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2", "cuMemsetD8_v2",
	"cuStreamCreate", "cuStreamDestroy_v2", "cuStreamQuery", "cuStreamSynchronize",
	"cuMemcpyHtoDAsync_v2", "cuMemsetD8Async",
	"cuLaunchKernel", "memcpy",
	"cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete", "cuLinkDestroy",
}

// Parts of the shared memory.
const (
	sharedOut    = 0    // what calls return
	sharedParams = 256  // pointers to arguments of kernels, then the arguments
	sharedText   = 4096 // names and messages
	sharedLog    = 8192 // what the compiler says
	logSize      = 16384
	sharedData   = 1 << 16
)

// Attributes of devices and functions.
const (
	attributeProcessors = 16
	attributeMajor      = 75
	attributeMinor      = 76
	functionLocal       = 3
	functionRegisters   = 4
	functionShared      = 8
)

// Open opens the first GPU.
func Open() (*Device, error) {
	p, err := start([]string{"libcuda.so.1", "libc.so.6"}, functions)
	if err != nil {
		return nil, err
	}
	d := &Device{p: p}
	if err := d.open(); err != nil {
		p.close()
		return nil, err
	}
	return d, nil
}

func (d *Device) open() error {
	var count, device, context uint64
	if err := d.call("cuInit", 0); err != nil {
		return err
	}
	if err := d.ask(&count, "cuDeviceGetCount"); err != nil {
		return err
	}
	if uint32(count) == 0 {
		return fmt.Errorf("%w: the driver finds no GPU", ErrNoDriver)
	}
	if err := d.ask(&device, "cuDeviceGet", 0); err != nil {
		return err
	}
	device = uint64(uint32(device))
	if err := d.call("cuDeviceGetName", d.p.address(sharedText), 256, device); err != nil {
		return err
	}
	d.Name = cString(d.p.shared[sharedText:])
	var err error
	attribute := func(number uint64) int {
		var v uint64
		err = errors.Join(err, d.ask(&v, "cuDeviceGetAttribute", number, device))
		return int(int32(v))
	}
	d.Processors = attribute(attributeProcessors)
	d.Capability = [2]int{attribute(attributeMajor), attribute(attributeMinor)}
	if err != nil {
		return err
	}
	if err := d.ask(&context, "cuDevicePrimaryCtxRetain", device); err != nil {
		return err
	}
	return d.call("cuCtxSetCurrent", context)
}

// Close ends the use of the device.
func (d *Device) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.p.close()
}

// call calls a function of the driver, whose result says whether it failed.
func (d *Device) call(function string, args ...uint64) error {
	result, err := d.p.call(function, args...)
	if err != nil {
		return err
	}
	if code := uint32(result); code != 0 {
		return &Error{function, int(code), d.text(code)}
	}
	return nil
}

// ask calls a function that returns a value through its first argument.
func (d *Device) ask(value *uint64, function string, args ...uint64) error {
	*d.p.word(sharedOut) = 0
	err := d.call(function, append([]uint64{d.p.address(sharedOut)}, args...)...)
	*value = *d.p.word(sharedOut)
	return err
}

// text returns the driver's message for an error.
func (d *Device) text(code uint32) string {
	if r, err := d.p.call("cuGetErrorString", uint64(code), d.p.address(sharedOut)); err != nil || uint32(r) != 0 {
		return "unknown error"
	}
	if _, err := d.p.call("memcpy", d.p.address(sharedText), *d.p.word(sharedOut), 100); err != nil {
		return "unknown error"
	}
	d.p.shared[sharedText+100] = 0
	return cString(d.p.shared[sharedText:])
}

// An Error is an error of the driver.
type Error struct {
	Function string
	Code     int
	Text     string
}

func (e *Error) Error() string {
	return fmt.Sprintf("the graphics driver failed in %s: %s (%d)", e.Function, e.Text, e.Code)
}

// cString returns the text up to a zero byte.
func cString(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// A Module is compiled code.
type Module struct {
	d      *Device
	handle uint64
}

// Options of the compiler, by their numbers.
const (
	jitErrorLog     = 5
	jitErrorLogSize = 6
	jitLevel        = 7
)

// A Level says how much the compiler optimises.
type Level uint64

// The levels.
const (
	Quick     Level = 1
	Optimised Level = 4
)

// Compile compiles PTX.
func (d *Device) Compile(ptx string, level Level) (*Module, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	options, values, err := d.give(ptx, level)
	if err != nil {
		return nil, err
	}
	m := &Module{d: d}
	err = d.ask(&m.handle, "cuModuleLoadDataEx", d.p.address(sharedData), 3, options, values)
	return m, d.explain(err)
}

// give puts PTX and options for its compiler into the shared memory.
func (d *Device) give(ptx string, level Level) (options, values uint64, err error) {
	if len(ptx)+1 > sharedSize-sharedData {
		return 0, 0, fmt.Errorf("%d bytes of PTX are too many", len(ptx))
	}
	copy(d.p.shared[sharedData:], ptx)
	d.p.shared[sharedData+len(ptx)] = 0
	d.p.shared[sharedLog] = 0
	const first, second = sharedParams, sharedParams + 64
	*d.p.word(first) = jitErrorLog | jitErrorLogSize<<32
	*d.p.word(first + 8) = jitLevel
	*d.p.word(second + 16) = uint64(level)
	*d.p.word(second) = d.p.address(sharedLog)
	*d.p.word(second + 8) = logSize
	return d.p.address(first), d.p.address(second), nil
}

// explain adds what the compiler says to an error.
func (d *Device) explain(err error) error {
	if log := strings.TrimSpace(cString(d.p.shared[sharedLog : sharedLog+logSize])); err != nil && log != "" {
		return fmt.Errorf("%w: %s", err, log)
	}
	return err
}

// CompileAll compiles several texts at the same time, each but the first in a process of its own.
func (d *Device) CompileAll(texts []string, level Level) ([]*Module, error) {
	modules, errs := make([]*Module, len(texts)), make([]error, len(texts))
	var all sync.WaitGroup
	for i := 1; i < len(texts); i++ {
		all.Go(func() {
			var code []byte
			if code, errs[i] = compileElsewhere(texts[i], level); errs[i] == nil {
				modules[i], errs[i] = d.load(code)
			}
		})
	}
	modules[0], errs[0] = d.Compile(texts[0], level)
	all.Wait()
	err := errors.Join(errs...)
	for _, m := range modules {
		if err != nil && m != nil && m.handle != 0 {
			err = errors.Join(err, m.Unload())
		}
	}
	return modules, err
}

// compileElsewhere compiles PTX in another process, and returns the code for the device.
func compileElsewhere(ptx string, level Level) ([]byte, error) {
	d, err := Open()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	options, values, err := d.give(ptx, level)
	if err != nil {
		return nil, err
	}
	out := d.p.address(sharedOut)
	if err := d.call("cuLinkCreate_v2", 3, options, values, out); err != nil {
		return nil, err
	}
	state := *d.p.word(sharedOut)
	copy(d.p.shared[sharedText:], "ptx\x00")
	if err := d.call("cuLinkAddData_v2", state, linkPTX, d.p.address(sharedData), uint64(len(ptx)+1), d.p.address(sharedText), 0, 0, 0); err != nil {
		return nil, d.explain(err)
	}
	if err := d.call("cuLinkComplete", state, out, out+8); err != nil {
		return nil, d.explain(err)
	}
	at, size := *d.p.word(sharedOut), *d.p.word(sharedOut + 8)
	if size > sharedSize-sharedData {
		return nil, fmt.Errorf("%d bytes of code are too many", size)
	}
	if _, err := d.p.call("memcpy", d.p.address(sharedData), at, size); err != nil {
		return nil, err
	}
	code := bytes.Clone(d.p.shared[sharedData : sharedData+size])
	return code, d.call("cuLinkDestroy", state)
}

// linkPTX is the number of PTX among the kinds of code that are linked.
const linkPTX = 1

// load loads code for the device.
func (d *Device) load(code []byte) (*Module, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	copy(d.p.shared[sharedData:], code)
	m := &Module{d: d}
	return m, d.ask(&m.handle, "cuModuleLoadDataEx", d.p.address(sharedData), 0, 0, 0)
}

// Unload frees the module.
func (m *Module) Unload() error {
	m.d.mu.Lock()
	defer m.d.mu.Unlock()
	return m.d.call("cuModuleUnload", m.handle)
}

// A Function is a kernel of a module.
type Function struct {
	d         *Device
	handle    uint64
	Registers int // of a thread
	Local     int // bytes of local memory of a thread
	shared    int
}

// Function returns a kernel by its name.
func (m *Module) Function(name string) (*Function, error) {
	m.d.mu.Lock()
	defer m.d.mu.Unlock()
	f := &Function{d: m.d}
	copy(m.d.p.shared[sharedText:], name+"\x00")
	if err := m.d.ask(&f.handle, "cuModuleGetFunction", m.handle, m.d.p.address(sharedText)); err != nil {
		return nil, err
	}
	var registers, local uint64
	err := errors.Join(
		m.d.ask(&registers, "cuFuncGetAttribute", functionRegisters, f.handle),
		m.d.ask(&local, "cuFuncGetAttribute", functionLocal, f.handle))
	f.Registers, f.Local = int(int32(registers)), int(int32(local))
	return f, err
}

// Share gives each block a number of bytes of shared memory.
func (f *Function) Share(bytes int) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	f.shared = bytes
	return f.d.call("cuFuncSetAttribute", f.handle, functionShared, uint64(bytes))
}

// Blocks returns how many blocks of a size run at once on a multiprocessor.
func (f *Function) Blocks(threads int) (int, error) {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	var n uint64
	err := f.d.ask(&n, "cuOccupancyMaxActiveBlocksPerMultiprocessor", f.handle, uint64(threads), uint64(f.shared))
	return int(int32(n)), err
}

// Launch runs a kernel and waits for its end. Each argument has eight bytes.
func (f *Function) Launch(blocks, threads int, args ...uint64) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if err := f.launch(0, blocks, threads, args); err != nil {
		return err
	}
	return f.d.call("cuCtxSynchronize")
}

// launch begins to run a kernel on a stream.
func (f *Function) launch(stream uint64, blocks, threads int, args []uint64) error {
	p := f.d.p
	for i, a := range args {
		*p.word(sharedParams + 1024 + 8*i) = a
		*p.word(sharedParams + 8*i) = p.address(sharedParams + 1024 + 8*i)
	}
	return f.d.call("cuLaunchKernel", f.handle, uint64(blocks), 1, 1, uint64(threads), 1, 1, uint64(f.shared), stream, p.address(sharedParams), 0)
}

// A Buffer is memory of the device.
type Buffer struct {
	d    *Device
	at   uint64
	size int
}

// Allocate returns memory of the device, all zero.
func (d *Device) Allocate(size int) (*Buffer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := &Buffer{d: d, size: size}
	if err := d.ask(&b.at, "cuMemAlloc_v2", uint64(size)); err != nil {
		return nil, err
	}
	if err := d.call("cuMemsetD8_v2", b.at, 0, uint64(size)); err != nil {
		return b, err
	}
	return b, d.settle()
}

// settle waits for work that was given to no stream, since streams do not.
func (d *Device) settle() error { return d.call("cuStreamSynchronize", 0) }

// Address returns the address on the device.
func (b *Buffer) Address() uint64 { return b.at }

// Free gives the memory back.
func (b *Buffer) Free() error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	return b.d.call("cuMemFree_v2", b.at)
}

// Clear sets all bytes to zero.
func (b *Buffer) Clear() error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	return b.d.call("cuMemsetD8_v2", b.at, 0, uint64(b.size))
}

// Write copies bytes to the start of the buffer.
func (b *Buffer) Write(data []byte) error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	shared := b.d.p.shared[sharedData:]
	for at := 0; at < len(data); at += len(shared) {
		n := copy(shared, data[at:])
		if err := b.d.call("cuMemcpyHtoD_v2", b.at+uint64(at), b.d.p.address(sharedData), uint64(n)); err != nil {
			return err
		}
	}
	return b.d.settle()
}

// Read copies bytes from the start of the buffer.
func (b *Buffer) Read(data []byte) error { return b.ReadAt(data, 0) }

// ReadAt copies bytes from a place of the buffer.
func (b *Buffer) ReadAt(data []byte, from int) error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	shared := b.d.p.shared[sharedData:]
	for at := 0; at < len(data); at += len(shared) {
		n := min(len(shared), len(data)-at)
		if err := b.d.call("cuMemcpyDtoH_v2", b.d.p.address(sharedData), b.at+uint64(from+at), uint64(n)); err != nil {
			return err
		}
		copy(data[at:], shared[:n])
	}
	return nil
}
