package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// smokeTest unpacks every archive and runs the program in it where that is possible here.
func (r *release) smokeTest(chosen []target) error {
	for _, t := range chosen {
		into := filepath.Join(r.work, "smoke", t.os+"-"+t.arch)
		if err := r.smoke(r.archive(t), func(file string) (string, error) {
			if err := unpackTarXz(file, into); err != nil {
				return "", err
			}
			return r.try(t, filepath.Join(into, r.top(t), t.program()))
		}); err != nil {
			return err
		}
		switch t.os {
		case "linux":
			if err := r.tryPackages(t); err != nil {
				return err
			}
		case "windows":
			if err := r.tryZip(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// tryZip unpacks the zip of a target and the engine for browsers into it, as people do, and
// runs the program.
func (r *release) tryZip(t target) error {
	into := filepath.Join(r.work, "smoke", "zip-"+t.arch)
	return r.smoke(r.zip(t), func(file string) (string, error) {
		if err := unpackZip(file, into); err != nil {
			return "", err
		}
		if err := unpackZip(filepath.Join(r.out, r.engineZip()), filepath.Join(into, r.top(t))); err != nil {
			return "", err
		}
		return r.try(t, filepath.Join(into, r.top(t), t.program()))
	})
}

// smoke tries a file of the release, and prints its size and what it answers.
func (r *release) smoke(name string, try func(file string) (string, error)) error {
	file := filepath.Join(r.out, name)
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	answer, err := try(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Printf("%-44s %6.1f MB  %s\n", name, float64(info.Size())/1e6, answer)
	if limit := sizeLimit(name); info.Size() > limit {
		return fmt.Errorf("%s has %d bytes, more than %d", name, info.Size(), limit)
	}
	return nil
}

// sizeLimit returns how large a file of the release may be: archives are to be quick to
// download. Images are not compressed well, and may have a toolchain.
func sizeLimit(name string) int64 {
	if strings.HasSuffix(name, "-image.tar") {
		return 1 << 30
	}
	return 20_000_000
}

// try runs a program, directly or by emulation, and returns its version.
func (r *release) try(t target, program string) (string, error) {
	emulator := ""
	switch {
	case t.os == "windows" && runtime.GOOS == "linux" && t.arch == runtime.GOARCH:
		emulator = "wine"
	case t.os != runtime.GOOS:
		return "unpacked; cannot run on " + runtime.GOOS, nil
	case t.arch != runtime.GOARCH:
		emulator = map[string]string{"arm64": "qemu-aarch64", "amd64": "qemu-x86_64"}[t.arch]
	default:
		return r.runProgram(program)
	}
	tool, err := exec.LookPath(emulator)
	if err != nil {
		return "unpacked; cannot run without " + emulator, nil
	}
	answer, err := r.runProgram(tool, program)
	if err != nil && strings.Contains(err.Error(), "bcryptprimitives.dll not found") {
		return "unpacked; this Wine is too old for programs in Go", nil
	}
	return answer + ", by " + emulator, err
}

// runProgram checks the version of a program, that it can check and play a game, and that
// it finds the engine for browsers.
func (r *release) runProgram(command ...string) (string, error) {
	run := func(args ...string) (string, error) {
		words := append(append([]string{}, command...), args...)
		cmd := exec.Command(words[0], words[1:]...)
		var problems bytes.Buffer
		cmd.Stderr = &problems
		cmd.Env = append(os.Environ(), "WINEDEBUG=-all", "HOME="+r.work) // Wine keeps its files there
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("%v: %w: %s%s", args, err, out, problems.Bytes())
		}
		return strings.TrimSpace(string(out)), nil
	}
	version, err := run("--version")
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(version, "ludex "+r.version+" ") {
		return "", fmt.Errorf("the version is %q", version)
	}
	for _, args := range [][]string{{"check", "nim"}, {"simulate", "--seed", "1", "nim"}} {
		if _, err := run(args...); err != nil {
			return "", err
		}
	}
	if command[0] == "chroot" {
		return version, nil // without /proc a program does not know where it is
	}
	for _, game := range []string{"nim", "chess"} { // a small page, and the largest
		page, err := run("page", game)
		if err == nil && len(page) < 1<<20 { // the engine alone is larger
			err = errors.New("the page of a game has no engine")
		}
		if err != nil {
			return "", err
		}
	}
	return version, nil
}

// tryPackages installs the Debian package, unpacks the image, and runs their programs.
func (r *release) tryPackages(t target) error {
	if err := r.smoke(fmt.Sprintf("ludex_%s_%s.deb", r.version, t.arch), func(file string) (string, error) {
		return r.tryDebian(t, file)
	}); err != nil {
		return err
	}
	return r.smoke(fmt.Sprintf("ludex-%s-%s-image.tar", r.version, t.arch), func(file string) (string, error) {
		return r.tryImage(t, file)
	})
}

// tryDebian installs a package into an empty system, runs its program, and removes it.
func (r *release) tryDebian(t target, file string) (string, error) {
	tool, err := exec.LookPath("dpkg")
	if err != nil {
		return "not unpacked without dpkg", nil
	}
	if os.Geteuid() != 0 {
		return "not installed; dpkg needs root", nil
	}
	root := filepath.Join(r.work, "smoke", "deb-"+t.arch)
	for _, folder := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", folder), 0o755); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		return "", err
	}
	dpkg := func(args ...string) error {
		out, err := exec.Command(tool, append([]string{"--root=" + root, "--force-architecture"}, args...)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("dpkg %v: %w: %s", args, err, out)
		}
		return nil
	}
	if err := dpkg("--install", file); err != nil {
		return "", err
	}
	program := filepath.Join(root, "usr/bin/ludex")
	answer, err := r.try(t, program)
	if err != nil {
		return "", err
	}
	if err := dpkg("--purge", "ludex"); err != nil {
		return "", err
	}
	if _, err := os.Stat(program); err == nil {
		return "", errors.New("dpkg --purge leaves the program")
	}
	return answer + ", installed and removed", nil
}

// tryImage runs the program of an image as the image's user, in its tree.
func (r *release) tryImage(t target, file string) (string, error) {
	root := filepath.Join(r.work, "smoke", "image-"+t.arch)
	if err := unpackImage(file, root); err != nil {
		return "", err
	}
	if os.Geteuid() != 0 {
		return "unpacked; chroot needs root", nil
	}
	if t.arch != runtime.GOARCH {
		return r.try(t, filepath.Join(root, "usr/local/bin/ludex"))
	}
	for _, e := range r.engine {
		if _, err := os.Stat(filepath.Join(root, "usr/local", e.name)); err != nil {
			return "", err
		}
	}
	if err := addDevices(root); err != nil {
		return "", err
	}
	inside := []string{"chroot", "--userspec=10001:10001", root, "/usr/local/bin/ludex"}
	answer, err := r.runProgram(inside...)
	if err != nil {
		return "", err
	}
	if err := tryServer(inside); err != nil {
		return "", err
	}
	answer += ", by chroot, serves"
	if !r.withGo {
		return answer, nil
	}
	cmd := exec.Command(inside[0], append(inside[1:], "bench", "--engine", "compiled", "--time", "1s", "breakthrough-rbg")...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/local/go/bin:/usr/bin:/bin:/usr/sbin", "HOME=/data"}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the compiled engine: %w: %s", err, out)
	}
	return answer + ", compiles", nil
}

// addDevices makes the null device, which containers have.
func addDevices(root string) error {
	if err := os.MkdirAll(filepath.Join(root, "dev"), 0o755); err != nil {
		return err
	}
	out, err := exec.Command("mknod", "-m", "666", filepath.Join(root, "dev/null"), "c", "1", "3").CombinedOutput()
	if err != nil {
		return fmt.Errorf("mknod: %w: %s", err, out)
	}
	return nil
}

// tryServer starts "ludex serve" and asks for its first page.
func tryServer(command []string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String() // free, and most probably still so in a moment
	listener.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], append(command[1:], "serve", "--listen", address, "--store", "/data/arena.db")...)
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		return err
	}
	var answer *http.Response
	for ctx.Err() == nil {
		if answer, err = http.Get("http://" + address + "/"); err == nil {
			answer.Body.Close()
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	cancel()
	_ = cmd.Wait() // it was interrupted
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("serve does not answer: %w: %s", err, output.Bytes())
	}
	return nil
}

// unpackImage unpacks the layers of an image, as its manifest lists them.
func unpackImage(name, root string) error {
	layout := root + "-layout"
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := unpackTar(f, layout); err != nil {
		return err
	}
	read := func(path string, v any) error {
		text, err := os.ReadFile(filepath.Join(layout, path))
		if err != nil {
			return err
		}
		return json.Unmarshal(text, v)
	}
	file := func(digest string) string {
		return filepath.Join("blobs", "sha256", strings.TrimPrefix(digest, "sha256:"))
	}
	var index struct{ Manifests []blob }
	var manifest struct{ Layers []blob }
	if err := read("index.json", &index); err != nil {
		return err
	}
	if len(index.Manifests) != 1 {
		return fmt.Errorf("%d manifests", len(index.Manifests))
	}
	if err := read(file(index.Manifests[0].Digest), &manifest); err != nil {
		return err
	}
	for _, l := range manifest.Layers {
		if err := unpackTarGz(filepath.Join(layout, file(l.Digest)), root); err != nil {
			return err
		}
	}
	return nil
}

func unpackTarGz(name, into string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return unpackTar(z, into)
}

func unpackTarXz(name, into string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if data, err = xz(data, "--decompress"); err != nil {
		return err
	}
	return unpackTar(bytes.NewReader(data), into)
}

func unpackTar(from io.Reader, into string) error {
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		path := filepath.Join(into, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			if err := errors.Join(os.MkdirAll(path, 0o755), os.Chmod(path, h.FileInfo().Mode())); err != nil {
				return err
			}
			continue
		}
		if err := writeFile(path, r, h.FileInfo().Mode().Perm()); err != nil {
			return err
		}
	}
}

func unpackZip(name, into string) error {
	z, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(into, filepath.FromSlash(f.Name)), r, 0o755); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(path string, from io.Reader, mode os.FileMode) error {
	data, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, mode)
}
