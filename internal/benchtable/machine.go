package benchtable

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"

	"ludex/internal/benchmark"
)

// A Machine describes the machine of the measurements.
type Machine struct {
	System    string `json:"system"` // "linux/amd64"
	Processor string `json:"processor,omitempty"`
	CPUs      int    `json:"cpus"`
	Go        string `json:"go"`
	// CPUTime says that the system tells how much CPU time was taken; if not, all
	// times are wall-clock times.
	CPUTime bool `json:"cpu_time"`
}

// ThisMachine describes the machine that the program runs on.
func ThisMachine() Machine {
	return Machine{
		System: runtime.GOOS + "/" + runtime.GOARCH, Processor: processor(),
		CPUs: runtime.NumCPU(), Go: runtime.Version(), CPUTime: benchmark.TellsCPUTime(),
	}
}

// processor returns the name of the processor if the system reports it in a file.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// String describes the machine in a line.
func (m Machine) String() string {
	name := m.Processor
	if name == "" {
		name = "processor unknown"
	}
	return fmt.Sprintf("%s, CPUs: %d, %s, %s", name, m.CPUs, m.System, m.Go)
}

// second is the unit of time of speeds.
func (m Machine) second() string {
	if m.CPUTime {
		return "CPU second"
	}
	return "second of the clock"
}
