package cuda

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sharedSize is the size of the memory that is shared with the child.
const sharedSize = 64 << 20

// A process is a child that calls functions of shared libraries.
type process struct {
	numbers map[string]uint64 // of the functions, by name
	shared  []byte
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
	said    tail

	mu  sync.Mutex // one call at a time
	err error      // why no more calls can be made
}

// start starts a child.
func start(libraries, functions []string) (*process, error) {
	m := image{libraries: libraries, functions: functions, shared: sharedSize}
	program, err := memoryFile("ludex-cuda", m.bytes())
	if err != nil {
		return nil, err
	}
	defer program.Close()
	memory, err := memoryFile("ludex-shared", nil)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	if err := memory.Truncate(sharedSize); err != nil {
		return nil, fmt.Errorf("memory shared with a child: %w", err)
	}
	shared, err := unix.Mmap(int(memory.Fd()), 0, sharedSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("memory shared with a child: %w", err)
	}
	p := &process{numbers: make(map[string]uint64), shared: shared}
	for i, f := range functions {
		p.numbers[f] = uint64(i)
	}
	p.cmd = &exec.Cmd{
		Path:       fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), program.Fd()),
		Args:       []string{"ludex-cuda"},
		ExtraFiles: []*os.File{memory}, // becomes 3
		Stderr:     &p.said,
	}
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		var out io.Reader
		out, err = p.cmd.StdoutPipe()
		p.out = out
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		_ = unix.Munmap(shared)
		return nil, fmt.Errorf("a child for calls to the driver: %w", err)
	}
	return p, nil
}

// memoryFile returns a file that exists in memory only.
func memoryFile(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("a file in memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), name)
	if _, err := f.Write(content); err != nil {
		f.Close()
		return nil, fmt.Errorf("a file in memory: %w", err)
	}
	return f, nil
}

// call calls a function and returns what it returned.
func (p *process) call(function string, args ...uint64) (uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	number, ok := p.numbers[function]
	if !ok || len(args) > callArgs {
		return 0, fmt.Errorf("cuda: no call of %s with %d arguments", function, len(args))
	}
	var b [callBytes]byte
	binary.LittleEndian.PutUint64(b[:], number)
	for i, a := range args {
		binary.LittleEndian.PutUint64(b[8*(i+1):], a)
	}
	_, err := p.in.Write(b[:])
	if err == nil {
		_, err = io.ReadFull(p.out, b[:8])
	}
	if err != nil {
		p.err = p.failure()
		return 0, p.err
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

// failure says why the child does not answer.
func (p *process) failure() error {
	p.in.Close()
	err := p.cmd.Wait()
	said := strings.TrimSpace(p.said.String())
	switch {
	case strings.Contains(said, "cannot open shared object file"):
		_, missing, _ := strings.Cut(said, "shared libraries: ")
		missing, _, _ = strings.Cut(missing, ":")
		return fmt.Errorf("%w: %s was not found", ErrNoDriver, missing)
	case said != "":
		return errors.New("the graphics driver stopped: " + said)
	case err != nil:
		return fmt.Errorf("the graphics driver stopped: %w", err)
	}
	return errors.New("the graphics driver stopped")
}

// close ends the child.
func (p *process) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = errors.New("cuda: closed")
		p.in.Close()
		_ = p.cmd.Wait() // it ends when its input does
	}
	if p.shared != nil {
		_ = unix.Munmap(p.shared)
		p.shared = nil
	}
}

// address returns the address at which the child sees a byte of the shared memory.
func (p *process) address(at int) uint64 { return sharedBase + uint64(at) }

// word returns a word of the shared memory.
func (p *process) word(at int) *uint64 { return (*uint64)(unsafe.Pointer(&p.shared[at])) }

// pause sleeps for a time that may be shorter than what [time.Sleep] keeps to, which is a millisecond where nothing else is
// going on.
func pause(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&t, nil) // a signal may end it
}

// A tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if n := len(t.kept) - 2000; n > 0 {
		t.kept = t.kept[n:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
