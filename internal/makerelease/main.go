// Makerelease builds what is published of Ludex: the program for every system, packed with
// man pages and completions, a Debian package, a container image, manifests for Homebrew
// and winget, a list of components (SPDX), checksums and their signature. Every file depends
// on the commit and the Go toolchain alone, so that two builds are the same byte for byte.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"ludex/internal/localpage"
)

// targets are the systems that a release is for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// maxProgram is how many bytes a program may have.
const maxProgram = 48_000_000

// A target is a system and a processor.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

// program is the name of the program on the system.
func (t target) program() string {
	if t.os == "windows" {
		return "ludex.exe"
	}
	return "ludex"
}

// A release is what is built, and with which stamp.
type release struct {
	version, commit string
	date            time.Time // of the commit; all files have it
	out             string    // the folder of the results
	work            string    // the folder of what is not published
	url             string    // where the archives will be, for manifests
	withGo          bool      // the image has the Go toolchain, for compiled engines
	engine          []entry   // the engine for browsers
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "makerelease:", err)
		os.Exit(1)
	}
}

func run() error {
	r := &release{}
	flag.StringVar(&r.version, "version", "", "the semantic `version`, as 1.2.3")
	flag.StringVar(&r.out, "o", "dist", "the `folder` of the results")
	flag.StringVar(&r.url, "url", "https://example.org/ludex", "where the folder v`VERSION` of the archives will be")
	flag.BoolVar(&r.withGo, "with-go", false, "put the Go toolchain into the image")
	only := flag.String("targets", "", "build for these systems only, as `linux/amd64,darwin/arm64`")
	extensionOnly := flag.Bool("extension", false, "make the extension for VS Code only")
	key := flag.String("key", "", "sign with this SSH `key`")
	flag.Parse()
	if *extensionOnly {
		return errors.Join(r.stamp(), os.MkdirAll(r.out, 0o755), r.writeExtension())
	}
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`).MatchString(r.version) {
		return fmt.Errorf("-version %q is no semantic version", r.version)
	}
	chosen, err := chooseTargets(*only)
	if err != nil {
		return err
	}
	if err := r.stamp(); err != nil {
		return err
	}
	r.work = filepath.Join(r.out, "work")
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.work, 0o755); err != nil {
		return err
	}
	return r.make(chosen, *key)
}

func chooseTargets(only string) ([]target, error) {
	if only == "" {
		return targets, nil
	}
	var list []target
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no target %q: use %v", name, targets)
		}
		list = append(list, targets[i])
	}
	return list, nil
}

// stamp reads the commit and its date.
func (r *release) stamp() error {
	out, err := exec.Command("git", "show", "-s", "--format=%H %cI", "HEAD").Output()
	if err != nil {
		return fmt.Errorf("git: %w", err)
	}
	commit, date, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	r.commit = commit
	at, err := time.Parse(time.RFC3339, date)
	r.date = at.UTC()
	return err
}

// make builds everything.
func (r *release) make(chosen []target, key string) error {
	if err := r.buildEngine(); err != nil {
		return err
	}
	built := map[target]string{}
	for _, t := range chosen {
		file := filepath.Join(r.work, t.os+"-"+t.arch, t.program())
		if err := r.build(t, file); err != nil {
			return err
		}
		built[t] = file
	}
	extras, err := r.extras()
	if err != nil {
		return err
	}
	var packing errgroup.Group
	packing.SetLimit(runtime.NumCPU()) // xz takes a minute for each file
	for _, t := range chosen {
		packing.Go(func() error { return r.pack(t, built[t], extras) })
	}
	if err := packing.Wait(); err != nil {
		return err
	}
	if err := r.write(r.engineZip(), func() ([]byte, error) { return zipOf(r.engine, r.date) }); err != nil {
		return err
	}
	if err := r.writeExtension(); err != nil {
		return err
	}
	if err := r.writeManifests(chosen); err != nil {
		return err
	}
	if err := r.checksums(); err != nil {
		return err
	}
	if err := r.smokeTest(chosen); err != nil {
		return err
	}
	return r.sign(key)
}

// buildEngine compiles the engine for browsers, which is beside the programs: it would make
// them a tenth larger, and only "ludex page" uses it.
func (r *release) buildEngine() error {
	fmt.Println("building the engine for browsers")
	e, err := localpage.BuildEngine(context.Background(), ".", filepath.Join(r.work, "engine"))
	if err != nil {
		return err
	}
	r.engine = []entry{{"share/ludex/" + localpage.WasmFile, 0o644, e.Wasm}, {"share/ludex/" + localpage.ScriptFile, 0o644, e.Script}}
	return nil
}

// build compiles the program for a target.
func (r *release) build(t target, file string) error {
	stamp := fmt.Sprintf("-s -w -buildid= -X main.release=%s -X main.commit=%s -X main.date=%s", r.version, r.commit, r.date.Format(time.RFC3339))
	fmt.Println("building", t)
	if err := compile(t, "./cmd/ludex", stamp, file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxProgram {
		err = fmt.Errorf("the program for %v has %d bytes, more than %d", t, info.Size(), maxProgram)
	}
	return err
}

// compile builds a program for a target so that two builds are the same.
func compile(t target, source, linking, file string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", linking, "-o", file, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building %s for %v: %w", source, t, err)
	}
	return nil
}

// archive is the name of the archive of a target, which has everything in it.
func (r *release) archive(t target) string { return r.top(t) + ".tar.xz" }

// zip is the name of the second archive for Windows, which every version of it can unpack.
// It is without the engine for browsers: together they would be a quarter larger than in
// the other format.
func (r *release) zip(t target) string { return r.top(t) + ".zip" }

// engineZip is the name of the archive of the engine for browsers alone.
func (r *release) engineZip() string { return fmt.Sprintf("ludex-%s-browser-engine.zip", r.version) }

// top is the folder in the archive of a target.
func (r *release) top(t target) string { return fmt.Sprintf("ludex-%s-%s-%s", r.version, t.os, t.arch) }

// pack writes the archives of one target.
func (r *release) pack(t target, program string, extras []entry) error {
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	files := slices.Concat([]entry{{t.program(), 0o755, text}}, extras, r.engine)
	top := r.top(t)
	if err := r.write(r.archive(t), func() ([]byte, error) { return tarXz(under(top, files), r.date) }); err != nil {
		return err
	}
	if t.os == "windows" {
		if err := r.write(r.zip(t), func() ([]byte, error) { return zipOf(under(top, files[:len(files)-len(r.engine)]), r.date) }); err != nil {
			return err
		}
	}
	if err := r.write(top+".spdx.json", func() ([]byte, error) { return r.components(program, top) }); err != nil {
		return err
	}
	if t.os != "linux" {
		return nil
	}
	deb := fmt.Sprintf("ludex_%s_%s.deb", r.version, t.arch)
	if err := r.write(deb, func() ([]byte, error) { return r.debian(t, files) }); err != nil {
		return err
	}
	image := fmt.Sprintf("ludex-%s-%s-image.tar", r.version, t.arch)
	return r.write(image, func() ([]byte, error) { return r.image(t, text) })
}

// write makes a file of the release.
func (r *release) write(name string, make func() ([]byte, error)) error {
	data, err := make()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}
