package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func testRelease(t *testing.T) *release {
	t.Helper()
	dir := t.TempDir()
	return &release{version: "1.2.3", commit: strings.Repeat("ab", 20), date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), out: dir, work: filepath.Join(dir, "work"), url: "https://example.org/ludex"}
}

// someFiles are files of an archive; the program is a script.
func someFiles() []entry {
	return []entry{
		{"ludex", 0o755, []byte("#!/bin/sh\necho ludex\n")},
		{"LICENSE", 0o644, []byte("MIT\n")},
		{"completions/ludex.bash", 0o644, []byte("complete\n")},
		{"man/ludex.1", 0o644, []byte(".TH LUDEX 1\n")},
	}
}

// TestReproducible makes everything twice.
func TestReproducible(t *testing.T) {
	r := testRelease(t)
	linux := target{"linux", "amd64"}
	for name, build := range map[string]func() ([]byte, error){
		"tar.xz": func() ([]byte, error) { return tarXz(under("top", someFiles()), r.date) },
		"zip":    func() ([]byte, error) { return zipOf(under("top", someFiles()), r.date) },
		"deb":    func() ([]byte, error) { return r.debian(linux, someFiles()) },
		"image":  func() ([]byte, error) { return r.image(linux, []byte("program")) },
	} {
		first, err := build()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		second, err := build()
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: two builds differ, error %v", name, err)
		}
	}
}

func TestArchives(t *testing.T) {
	r := testRelease(t)
	for name, pack := range map[string]struct {
		make   func([]entry, time.Time) ([]byte, error)
		unpack func(name, into string) error
	}{"a.tar.xz": {tarXz, unpackTarXz}, "a.zip": {zipOf, unpackZip}} {
		if err := r.write(name, func() ([]byte, error) { return pack.make(under("top", someFiles()), r.date) }); err != nil {
			t.Fatal(err)
		}
		into := filepath.Join(t.TempDir(), "x")
		if err := pack.unpack(filepath.Join(r.out, name), into); err != nil {
			t.Fatal(err)
		}
		for _, f := range someFiles() {
			text, err := os.ReadFile(filepath.Join(into, "top", f.name))
			if err != nil || !bytes.Equal(text, f.data) {
				t.Errorf("%s: %s is %q, error %v", name, f.name, text, err)
			}
		}
	}
}

// TestDebian lets the tool of Debian read a package.
func TestDebian(t *testing.T) {
	tool, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Skip("there is no dpkg-deb")
	}
	r := testRelease(t)
	if err := r.write("a.deb", func() ([]byte, error) { return r.debian(target{"linux", "arm64"}, someFiles()) }); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(r.out, "a.deb")
	for _, tt := range []struct {
		flag string
		want []string
	}{
		{"--info", []string{"Package: ludex", "Version: 1.2.3", "Architecture: arm64"}},
		{"--contents", []string{"./usr/bin/ludex", "./usr/share/man/man1/ludex.1.gz", "./usr/share/doc/ludex/copyright", "-rwxr-xr-x root/root"}},
	} {
		out, err := exec.Command(tool, tt.flag, name).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", tt.flag, err, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s has no %q:\n%s", tt.flag, want, out)
			}
		}
	}
}

// TestImage unpacks an image by its manifest.
func TestImage(t *testing.T) {
	r := testRelease(t)
	if err := r.write("a.tar", func() ([]byte, error) { return r.image(target{"linux", runtime.GOARCH}, []byte("program")) }); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(r.work, "root")
	if err := unpackImage(filepath.Join(r.out, "a.tar"), root); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "usr/local/bin/ludex"))
	if err != nil || string(text) != "program" {
		t.Errorf("the program is %q, error %v", text, err)
	}
	for _, folder := range []string{"data", "tmp"} {
		if info, err := os.Stat(filepath.Join(root, folder)); err != nil || !info.IsDir() {
			t.Errorf("no folder %s: %v", folder, err)
		}
	}
}

func TestComponents(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := testRelease(t).components(self, "test")
	if err != nil || !strings.Contains(string(text), `"spdxVersion": "SPDX-2.3"`) || !strings.Contains(string(text), runtime.Version()) {
		t.Errorf("%s, error %v", text, err)
	}
}

func TestManPage(t *testing.T) {
	page := string(testRelease(t).manPage("ludex-check", "Check a game.\n.dot and \\backslash\n  --deep\n"))
	for _, want := range []string{".TH LUDEX-CHECK 1 2026-01-02", `ludex\-check \- Check a game`, `\&.dot and \ebackslash`, `  \-\-deep`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// TestSigned signs checksums with a new key and verifies them.
func TestSigned(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("there is no ssh-keygen")
	}
	r := testRelease(t)
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(r.out, "a.txt"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.checksums(); err != nil {
		t.Fatal(err)
	}
	if err := r.sign(key); err != nil {
		t.Fatal(err)
	}
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	allowed := filepath.Join(t.TempDir(), "signers")
	if err := os.WriteFile(allowed, append([]byte("ludex "), public...), 0o600); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	verify := exec.Command("ssh-keygen", "-Y", "verify", "-n", "ludex", "-I", "ludex", "-f", allowed, "-s", filepath.Join(r.out, "SHA256SUMS.sig"))
	verify.Stdin = bytes.NewReader(sums)
	if out, err := verify.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestChooseTargets(t *testing.T) {
	if list, err := chooseTargets(""); err != nil || len(list) != 6 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := chooseTargets("linux/arm64,windows/amd64"); err != nil || len(list) != 2 || list[1].program() != "ludex.exe" {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := chooseTargets("plan9/mips"); err == nil {
		t.Error("plan9/mips is accepted")
	}
}

// TestManifests looks for the checksums of archives in the manifests.
func TestManifests(t *testing.T) {
	r := testRelease(t)
	for _, target := range targets {
		if err := os.WriteFile(filepath.Join(r.out, r.installed(target)), []byte(target.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.writeManifests(targets); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	formula, winget := read("ludex.rb"), read("Ludex.Ludex.installer.yaml")
	for _, target := range targets {
		sum, err := r.sum(r.installed(target))
		if err != nil {
			t.Fatal(err)
		}
		in := formula
		if target.os == "windows" {
			in, sum = winget, strings.ToUpper(sum)
		}
		if !strings.Contains(in, sum) || !strings.Contains(in, "/v1.2.3/"+r.installed(target)) {
			t.Errorf("%v is not in\n%s", target, in)
		}
	}
	for _, name := range []string{"Ludex.Ludex.yaml", "Ludex.Ludex.locale.en-US.yaml"} {
		if text := read(name); !strings.Contains(text, "PackageVersion: 1.2.3\n") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
