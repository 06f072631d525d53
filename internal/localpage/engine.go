package localpage

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"ludex/internal/wholefile"
)

// An Engine is the arena as WebAssembly, with the script of the Go distribution that runs it.
type Engine struct {
	Wasm   []byte // with copies, see [withCopies], and compressed by gzip
	Script []byte
}

// ErrNoEngine is returned by a program that has no engine beside it and cannot build it.
var ErrNoEngine = errors.New("the engine for browsers is missing: unpack ludex-VERSION-browser-engine.zip of the release in the folder of the program, or run ludex from its source with Go installed")

// The files of the engine in a release.
const (
	WasmFile   = "engine.packed"
	ScriptFile = "wasm_exec.js"
)

// FindEngine returns the engine: the one that a release has in its folder share/ludex, or one
// that is built from the source of the program with the Go toolchain, and kept in the user's
// cache.
func FindEngine(ctx context.Context) (*Engine, error) {
	if program, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			program = real // a package manager may have linked it
		}
		e, err := besideProgram(filepath.Dir(program))
		if e != nil || err != nil {
			return e, err
		}
	}
	_, file, _, _ := runtime.Caller(0)
	source := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	if _, err := os.Stat(filepath.Join(source, "go.mod")); err != nil || !filepath.IsAbs(file) {
		return nil, ErrNoEngine
	}
	if _, err := exec.LookPath("go"); err != nil {
		return nil, ErrNoEngine
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("the engine for browsers has no place: %w", err)
	}
	return BuildEngine(ctx, source, filepath.Join(cache, "ludex", "browser"))
}

// besideProgram reads the engine of a release whose program is in a folder: of an archive,
// which has the program at the top, or of a system, which has it in bin. It returns nil if
// neither is there.
func besideProgram(folder string) (*Engine, error) {
	for _, top := range []string{folder, filepath.Dir(folder)} {
		share := filepath.Join(top, "share", "ludex")
		wasm, err := os.ReadFile(filepath.Join(share, WasmFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		script, err := os.ReadFile(filepath.Join(share, ScriptFile))
		return &Engine{wasm, script}, err
	}
	return nil, nil
}

// BuildEngine builds the engine from a source tree. It keeps it in a folder, and does nothing
// that was done before. The same source and toolchain give the same engine.
func BuildEngine(ctx context.Context, source, folder string) (*Engine, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	program := filepath.Join(folder, "engine.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./internal/localarena/engine")
	build.Dir, build.Env = source, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the engine for browsers: %w\n%s", err, out)
	}
	wasm, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	root := exec.CommandContext(ctx, "go", "env", "GOROOT")
	root.Dir = source
	out, err := root.Output()
	if err != nil {
		return nil, fmt.Errorf("looking for the Go distribution: %w", err)
	}
	e := new(Engine)
	if e.Script, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	e.Wasm, err = compressed(wasm, folder)
	return e, err
}

// compressed returns the compressed form of a program. It is kept beside the program, with
// the hash of what it was made from.
func compressed(wasm []byte, folder string) ([]byte, error) {
	path := filepath.Join(folder, fmt.Sprintf("engine-%x.packed", sha256.Sum256(wasm)))
	if data, err := os.ReadFile(path); err == nil {
		return data, nil
	}
	out, err := compress(withCopies(wasm))
	if err != nil {
		return nil, err
	}
	old, err := filepath.Glob(filepath.Join(folder, "engine-*.packed"))
	if err != nil {
		return nil, err
	}
	for _, name := range old {
		_ = os.Remove(name) // somebody else may have done so
	}
	return out, wholefile.Write(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(out)
		return err
	})
}

// compress compresses by gzip.
func compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := zip.Write(data); err != nil {
		return nil, err
	}
	err = zip.Close()
	return out.Bytes(), err
}
