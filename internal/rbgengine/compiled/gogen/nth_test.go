package gogen

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestNth compares the ways to find the n-th bit of a word.
func TestNth(t *testing.T) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	for _, level := range []string{"v1", "v3"} {
		for _, plain := range []bool{false, true} {
			if level == "v3" && !(runtime.GOARCH == "amd64" && cpu.X86.HasAVX2 && cpu.X86.HasBMI2) {
				t.Log("the processor cannot spread bits over a word")
				continue
			}
			files := nthFiles(Options{Package: "main", Plain: plain})
			files["main.go"] = []byte(nthMain + expand("nth8.go", nil))
			files["go.mod"] = []byte("module nth\n\ngo 1.25\n")
			dir := t.TempDir()
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(goCommand, "run", ".")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0", "GOAMD64="+level)
			out, err := cmd.CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != "compared" {
				t.Errorf("%s, plain %v: %v\n%s", level, plain, err, out)
			}
		}
	}
}

const nthMain = `package main

import "math/bits"

func main() {
	x := uint64(88172645463325252)
	for round := range 200_000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		w := x
		for range round % 5 { // some are nearly empty
			w &= x>>7 | x<<19
			x = bits.RotateLeft64(x, 11)
		}
		if round == 0 {
			w = ^uint64(0)
		}
		n := 0
		for rest := w; rest != 0; rest &= rest - 1 {
			if got := nthBit(w, n); got != bits.TrailingZeros64(rest) {
				println("bit", n, "of", w, "is", bits.TrailingZeros64(rest), "not", got)
				return
			}
			n++
		}
	}
	println("compared")
}
`
