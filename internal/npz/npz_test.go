package npz_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludex/internal/npz"
)

var arrays = []npz.Array{
	{Name: "bytes", Shape: []int{2, 3}, Data: []uint8{1, 2, 3, 4, 5, 255}},
	{Name: "small", Shape: []int{2}, Data: []int16{-1, 300}},
	{Name: "int", Shape: []int{1, 2}, Data: []int32{-7, 1 << 20}},
	{Name: "long", Shape: []int{1}, Data: []int64{-1 << 40}},
	{Name: "seeds", Shape: []int{1}, Data: []uint64{1<<64 - 1}},
	{Name: "truth", Shape: []int{3}, Data: []bool{true, false, true}},
	{Name: "texts", Shape: []int{2}, Data: []string{"(mark 1 1)", "½"}},
	{Name: "none", Shape: []int{0, 4}, Data: []int32{}},
}

func written(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := npz.Write(&b, arrays); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	data := written(t)
	got, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || !reflect.DeepEqual(got, arrays) {
		t.Errorf("%v\n%v", err, got)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, a := range []npz.Array{{Name: "x", Shape: []int{3}, Data: []uint8{1}}, {Name: "y", Shape: []int{1}, Data: []float32{1}}} {
		if err := npz.Write(new(bytes.Buffer), []npz.Array{a}); err == nil {
			t.Errorf("%v is written", a)
		}
	}
}

// TestNumpy reads the file with numpy, where that is installed.
func TestNumpy(t *testing.T) {
	if err := exec.Command("python3", "-c", "import numpy").Run(); err != nil {
		t.Skip("numpy is not installed")
	}
	name := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(name, written(t), 0o644); err != nil {
		t.Fatal(err)
	}
	const code = `
import sys, numpy
f = numpy.load(sys.argv[1])
print(f["bytes"].tolist(), f["small"].tolist(), f["int"].tolist(), f["long"].tolist(), f["seeds"].tolist(), f["truth"].tolist(), f["texts"].tolist(), f["none"].shape)`
	out, err := exec.Command("python3", "-c", code, name).CombinedOutput()
	want := `[[1, 2, 3], [4, 5, 255]] [-1, 300] [[-7, 1048576]] [-1099511627776] [18446744073709551615] [True, False, True] ['(mark 1 1)', '½'] (0, 4)`
	if err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// FuzzRead reads any file. What is read can be written again.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := npz.Write(&b, arrays); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("PK"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := npz.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if err := npz.Write(new(bytes.Buffer), got); err != nil {
			t.Errorf("it is read and not written: %v", err)
		}
	})
}
