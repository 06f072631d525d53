package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path"
	"time"
)

// An entry is a file of an archive. A mode with the bit for folders makes a folder.
type entry struct {
	name string
	mode int64
	data []byte
}

const folderMode = 0o40755

// under moves entries into a folder.
func under(folder string, files []entry) []entry {
	moved := make([]entry, 0, len(files))
	for _, f := range files {
		f.name = path.Join(folder, f.name)
		moved = append(moved, f)
	}
	return moved
}

// tarOf packs files that belong to root and have one date.
func tarOf(files []entry, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: f.mode & 0o7777, Size: int64(len(f.data)), ModTime: date, Uname: "root", Gname: "root", Format: tar.FormatGNU}
		if f.mode&folderMode == folderMode && f.data == nil {
			h.Typeflag, h.Name = tar.TypeDir, f.name+"/"
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// tarGz packs and compresses files.
func tarGz(files []entry, date time.Time) ([]byte, error) {
	data, err := tarOf(files, date)
	if err != nil {
		return nil, err
	}
	return compress(data)
}

// tarXz packs files and compresses them well, which takes a while.
func tarXz(files []entry, date time.Time) ([]byte, error) {
	data, err := tarOf(files, date)
	if err != nil {
		return nil, err
	}
	return xz(data, "-9", "--threads=1") // with more threads the result depends on their number
}

// xz runs the program of that name.
func xz(data []byte, flags ...string) ([]byte, error) {
	cmd := exec.Command("xz", append([]string{"--stdout"}, flags...)...)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(data), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("xz: %w", err)
	}
	return out, nil
}

// compress makes a gzip file without a name or a date.
func compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// zipOf packs files for Windows.
func zipOf(files []entry, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		part, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
