package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// smokeTest unpacks every archive and runs the program in it where that is possible here.
func (r *release) smokeTest(chosen []target) error {
	for _, t := range chosen {
		top := fmt.Sprintf("ludex-%s-%s-%s", r.version, t.os, t.arch)
		into := filepath.Join(r.work, "smoke", t.os+"-"+t.arch)
		name := top + ".tar.gz"
		unpacked := unpackTarGz
		if t.os == "windows" {
			name, unpacked = top+".zip", unpackZip
		}
		if err := unpacked(filepath.Join(r.out, name), into); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		info, err := os.Stat(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		answer, err := r.try(t, filepath.Join(into, top, t.program()))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%-44s %6.1f MB  %s\n", name, float64(info.Size())/1e6, answer)
		if t.os == "linux" {
			if err := r.tryPackages(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// try runs a program, directly or by emulation, and returns its version.
func (r *release) try(t target, program string) (string, error) {
	command := []string{program}
	if t.os != runtime.GOOS {
		return "unpacked; cannot run on " + runtime.GOOS, nil
	}
	if t.arch != runtime.GOARCH {
		emulator, err := exec.LookPath(map[string]string{"arm64": "qemu-aarch64", "amd64": "qemu-x86_64"}[t.arch])
		if err != nil {
			return "unpacked; cannot run on " + runtime.GOARCH, nil
		}
		command = []string{emulator, program}
	}
	return r.runProgram(command...)
}

// runProgram checks the version of a program and that it can check a game.
func (r *release) runProgram(command ...string) (string, error) {
	run := func(args ...string) (string, error) {
		words := append(append([]string{}, command...), args...)
		out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%v: %w: %s", args, err, out)
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
	if _, err := run("check", "nim"); err != nil {
		return "", err
	}
	return version, nil
}

// tryPackages unpacks the Debian package and the image and runs their programs.
func (r *release) tryPackages(t target) error {
	deb := fmt.Sprintf("ludex_%s_%s.deb", r.version, t.arch)
	if tool, err := exec.LookPath("dpkg-deb"); err == nil {
		into := filepath.Join(r.work, "smoke", "deb-"+t.arch)
		if out, err := exec.Command(tool, "-x", filepath.Join(r.out, deb), into).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", deb, err, out)
		}
		answer, err := r.try(t, filepath.Join(into, "usr/bin/ludex"))
		if err != nil {
			return fmt.Errorf("%s: %w", deb, err)
		}
		fmt.Printf("%-44s            %s\n", deb, answer)
	}
	image := fmt.Sprintf("ludex-%s-%s-image.tar", r.version, t.arch)
	root := filepath.Join(r.work, "smoke", "image-"+t.arch)
	if err := unpackImage(filepath.Join(r.out, image), root); err != nil {
		return fmt.Errorf("%s: %w", image, err)
	}
	answer := "unpacked; chroot needs root"
	var err error
	if os.Geteuid() == 0 && t.arch == runtime.GOARCH {
		answer, err = r.runProgram("chroot", root, "/usr/local/bin/ludex")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", image, err)
	}
	fmt.Printf("%-44s            %s\n", image, answer)
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
			if err := os.MkdirAll(path, 0o755); err != nil {
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
