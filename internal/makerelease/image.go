package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// certificates is where systems keep the certificates that TLS needs.
const certificates = "/etc/ssl/certs/ca-certificates.crt"

// imageTree returns the files of the image: the program, a user, certificates if this
// machine has them, and a folder for data.
func imageTree(program []byte) []entry {
	tree := []entry{
		{"etc/group", 0o644, []byte("root:x:0:\nludex:x:10001:\n")},
		{"etc/passwd", 0o644, []byte("root:x:0:0:root:/:/sbin/nologin\nludex:x:10001:10001:Ludex:/data:/sbin/nologin\n")},
		{"data", folderMode | 0o1777, nil},
		{"tmp", folderMode | 0o1777, nil},
		{"usr/local/bin/ludex", 0o755, program},
	}
	if text, err := os.ReadFile(certificates); err == nil {
		tree = append(tree, entry{"etc/ssl/certs/ca-certificates.crt", 0o644, text})
	}
	return tree
}

// goTools are the programs of the Go toolchain that compiled engines need, with their places.
var goTools = map[string]string{"cmd/go": "bin/go", "cmd/compile": "pkg/tool/%s_%s/compile", "cmd/link": "pkg/tool/%s_%s/link", "cmd/asm": "pkg/tool/%s_%s/asm"}

// goTree returns a Go toolchain that runs on a target, which engines need that compile rules
// to programs: its programs, built here, and the standard library without tests.
func (r *release) goTree(t target) ([]entry, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("where Go is installed: %w", err)
	}
	root := strings.TrimSpace(string(out))
	var tree []entry
	for name, place := range goTools {
		if strings.Contains(place, "%") {
			place = fmt.Sprintf(place, t.os, t.arch)
		}
		file := filepath.Join(r.work, "go-"+t.arch, place)
		if err := compile(t, name, "-s -w -buildid=", file); err != nil {
			return nil, err
		}
		program, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		tree = append(tree, entry{path.Join("usr/local/go", place), 0o755, program})
	}
	for _, part := range []string{"pkg/include", "src", "VERSION", "go.env"} {
		files, err := goFiles(root, part)
		if err != nil {
			return nil, err
		}
		tree = append(tree, files...)
	}
	return tree, nil
}

// goFiles returns the files of a part of the Go distribution, without tests and the sources
// of its programs.
func goFiles(root, part string) ([]entry, error) {
	var files []entry
	err := filepath.WalkDir(filepath.Join(root, part), func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() && (d.Name() == "testdata" || name == "src/cmd") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		files = append(files, entry{path.Join("usr/local/go", name), 0o644, text})
		return err
	})
	return files, err
}

// A blob is a file of an image layout, by its digest.
type blob struct {
	MediaType string            `json:"mediaType"`
	Digest    string            `json:"digest"`
	Size      int               `json:"size"`
	Platform  map[string]string `json:"platform,omitempty"`
	Notes     map[string]string `json:"annotations,omitempty"`
	data      []byte
}

func newBlob(kind string, data []byte) blob {
	sum := sha256.Sum256(data)
	return blob{MediaType: kind, Digest: "sha256:" + hex.EncodeToString(sum[:]), Size: len(data), data: data}
}

const (
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
	configType   = "application/vnd.oci.image.config.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
)

// image makes an OCI image layout in a tar file, without any base image.
func (r *release) image(t target, program []byte) ([]byte, error) {
	trees := [][]entry{slices.Concat(imageTree(program), under("usr/local", r.engine))}
	if r.withGo {
		tree, err := r.goTree(t)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	var layers []blob
	var ids []string
	for _, tree := range trees {
		sortEntries(tree)
		plain, err := tarOf(withFolders(tree), r.date)
		if err != nil {
			return nil, err
		}
		packed, err := compress(plain)
		if err != nil {
			return nil, err
		}
		layers, ids = append(layers, newBlob(layerType, packed)), append(ids, newBlob("", plain).Digest)
	}
	config, err := json.Marshal(map[string]any{
		"created": r.date.Format(time.RFC3339), "architecture": t.arch, "os": t.os,
		"config": map[string]any{
			"User": "10001:10001", "WorkingDir": "/data", "Entrypoint": []string{"/usr/local/bin/ludex"},
			"Env":          []string{"PATH=/usr/local/bin:/usr/local/go/bin:/usr/bin:/bin", "HOME=/data"},
			"ExposedPorts": map[string]any{"8080/tcp": map[string]any{}}, "Volumes": map[string]any{"/data": map[string]any{}},
			"Labels": map[string]string{"org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit},
		},
		"rootfs": map[string]any{"type": "layers", "diff_ids": ids},
	})
	if err != nil {
		return nil, err
	}
	return r.layout(t, newBlob(configType, config), layers)
}

// layout packs the files of an image.
func (r *release) layout(t target, config blob, layers []blob) ([]byte, error) {
	text, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": manifestType, "config": config, "layers": layers})
	if err != nil {
		return nil, err
	}
	manifest := newBlob(manifestType, text)
	manifest.Platform = map[string]string{"os": t.os, "architecture": t.arch}
	manifest.Notes = map[string]string{"org.opencontainers.image.ref.name": "ludex:" + r.version}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "manifests": []blob{manifest}})
	if err != nil {
		return nil, err
	}
	files := []entry{{"index.json", 0o644, index}, {"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)}}
	for _, b := range slices.Concat([]blob{config, manifest}, layers) {
		files = append(files, entry{"blobs/sha256/" + b.Digest[len("sha256:"):], 0o644, b.data})
	}
	sortEntries(files)
	return tarOf(withFolders(files), r.date)
}
