//go:build !linux || !amd64

package cuda

import (
	"fmt"
	"runtime"
	"time"
)

// sharedSize is the size of the memory that is shared with the child.
const sharedSize = 64 << 20

// A process is a child that calls functions of shared libraries; there is none here.
type process struct{ shared []byte }

func start(_, _ []string) (*process, error) { return nil, unsupported() }

func (p *process) call(string, ...uint64) (uint64, error) { return 0, unsupported() }

func (p *process) close() {}

func pause(d time.Duration) { time.Sleep(d) }

func (p *process) address(int) uint64 { return 0 }

func (p *process) word(int) *uint64 { return new(uint64) }

// unsupported says that this system cannot call the driver.
func unsupported() error {
	return fmt.Errorf("%w: GPUs are used on Linux on AMD64 only, and this is %s on %s", ErrNoDriver, runtime.GOOS, runtime.GOARCH)
}
