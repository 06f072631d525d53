package compiled

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/cpu"

	"ludex/internal/rbgengine/compiled/gogen"
)

// ErrNoToolchain says that there is no Go toolchain to compile with.
var ErrNoToolchain = errors.New("no Go toolchain was found: install Go and have the command go in the PATH")

// ErrNotBuilt says that the program of a game is not in the cache and builds were
// disabled.
var ErrNotBuilt = errors.New("the program of the game is not built yet")

// keptPrograms is how many programs the cache holds.
const keptPrograms = 200

// A toolchain is an installed Go toolchain.
type toolchain struct {
	command string
	version string
	level   string // of the instruction set; "" where there is one only
}

// findToolchain looks for Go.
func findToolchain(ctx context.Context) (*toolchain, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoToolchain
	}
	cmd := exec.CommandContext(ctx, command, "env", "GOVERSION")
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local")
	cmd.Dir = os.TempDir()
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%s env does not work: %v)", ErrNoToolchain, command, err)
	}
	return &toolchain{command, strings.TrimSpace(string(out)), processorLevel()}, nil
}

// processorLevel returns the instruction set that programs may use, as a value of
// GOAMD64.
func processorLevel() string {
	switch x := cpu.X86; {
	case runtime.GOARCH != "amd64":
		return ""
	case x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasFMA && x.HasOSXSAVE:
		return "v3"
	case x.HasSSE42 && x.HasPOPCNT:
		return "v2"
	}
	return "v1"
}

// key returns the name of the program of files in the cache.
func (t *toolchain) key(files map[string][]byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %s %s %s\n", gogen.Version, t.version, t.level, runtime.GOOS, runtime.GOARCH)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// environment returns the environment of builds: nothing is downloaded, and the
// user's settings have no effect.
func (t *toolchain) environment() []string {
	env := append(os.Environ(), "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off", "GOFLAGS=", "GO111MODULE=on",
		"CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH, "GOEXPERIMENT=")
	if t.level != "" {
		env = append(env, "GOAMD64="+t.level)
	}
	return env
}

// path returns the path of the program of files in a cache folder.
func (t *toolchain) path(cache string, files map[string][]byte) string {
	path := filepath.Join(cache, t.key(files))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path
}

// has reports whether the program of files is in a cache folder.
func (t *toolchain) has(cache string, files map[string][]byte) bool {
	return isFile(t.path(cache, files))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// build returns the path of the program of files in the cache folder, and builds it if
// it is missing.
func (t *toolchain) build(ctx context.Context, cache string, files map[string][]byte, oneCore bool) (path string, built bool, err error) {
	path = t.path(cache, files)
	if isFile(path) {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // so that prune keeps it longest
		return path, false, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", false, fmt.Errorf("the cache folder cannot be made: %w", err)
	}
	dir, err := os.MkdirTemp(cache, "build-")
	if err != nil {
		return "", false, fmt.Errorf("the cache folder cannot be written: %w", err)
	}
	defer os.RemoveAll(dir)
	removeAbandoned(cache)
	if err := writeFiles(dir, files); err != nil {
		return "", false, err
	}
	if err := t.compile(ctx, dir, oneCore); err != nil {
		return "", false, err
	}
	// Another process may build the same program; that replaces an equal file.
	if err := os.Rename(filepath.Join(dir, "program"), path); err != nil {
		return "", false, fmt.Errorf("the program cannot be put into the cache: %w", err)
	}
	prune(cache)
	return path, true, nil
}

// abandoned is the age of a build that nobody waits for.
const abandoned = time.Hour

// removeAbandoned removes what builds have left that were killed.
func removeAbandoned(cache string) {
	dirs, _ := filepath.Glob(filepath.Join(cache, "build-*"))
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.RemoveAll(dir)
		}
	}
}

// compile builds the program of a folder. It ends with this process.
func (t *toolchain) compile(ctx context.Context, dir string, oneCore bool) error {
	args := []string{"build", "-ldflags=-s -w", "-o", "program"}
	env := t.environment()
	if oneCore {
		args, env = append(args, "-p=1"), append(env, "GOMAXPROCS=1")
	}
	cmd := exec.CommandContext(ctx, t.command, append(args, "./serve")...)
	cmd.Dir, cmd.Env = dir, env
	runtime.LockOSThread() // for endWithParent
	defer runtime.UnlockOSThread()
	endWithParent(cmd)
	endWithChildren(cmd)
	cmd.WaitDelay = time.Second
	out, err := runLimited(cmd)
	if ctx.Err() != nil {
		return fmt.Errorf("building was stopped: %w", ctx.Err())
	}
	if errors.Is(err, errLarge) {
		return err
	}
	if err != nil {
		text := strings.TrimSpace(string(out))
		if len(text) > 1000 {
			text = text[:1000] + " …"
		}
		return fmt.Errorf("the program of the game cannot be built: %w\n%s", err, text)
	}
	return nil
}

// errLarge says that the code is too large for the compiler.
var errLarge = fmt.Errorf("compiling the program of the game takes more than %d GB of memory", compilerMemory>>30)

// compilerMemory bounds what the compiler may allocate: large functions can take it many times
// the memory and the time that others take.
const compilerMemory = 4 << 30

// runLimited runs a build with a limit of memory, and returns what it says.
func runLimited(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_ = limitMemory(cmd.Process.Pid, compilerMemory) // refused where the user's own limit is lower
	err := cmd.Wait()
	if err != nil && bytes.Contains(out.Bytes(), []byte("out of memory")) {
		return nil, errLarge
	}
	return out.Bytes(), err
}

// writeFiles writes files below a folder.
func writeFiles(dir string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// prune removes the least recently used programs if there are too many.
func prune(cache string) {
	entries, err := os.ReadDir(cache)
	if err != nil || len(entries) <= keptPrograms {
		return
	}
	type program struct {
		path string
		used time.Time
	}
	var programs []program
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			programs = append(programs, program{filepath.Join(cache, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(programs, func(a, b program) int { return a.used.Compare(b.used) })
	for k := 0; k < len(programs)-keptPrograms; k++ {
		_ = os.Remove(programs[k].path) // a failure is harmless: the next prune tries again
	}
}
