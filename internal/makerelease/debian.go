package main

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
)

// debianPlace says where a file of an archive is in a Debian system, or "" for nowhere.
func debianPlace(name string) string {
	base := path.Base(name)
	switch {
	case name == "ludex":
		return "usr/bin/ludex"
	case strings.HasPrefix(name, "man/"):
		return "usr/share/man/man1/" + base + ".gz"
	case base == "ludex.bash":
		return "usr/share/bash-completion/completions/ludex"
	case base == "_ludex":
		return "usr/share/zsh/vendor-completions/_ludex"
	case base == "ludex.fish":
		return "usr/share/fish/vendor_completions.d/ludex.fish"
	case base == "ludex.ps1":
		return ""
	case strings.HasPrefix(name, "share/"):
		return "usr/" + name
	case base == "LICENSE":
		return "usr/share/doc/ludex/copyright"
	}
	return "usr/share/doc/ludex/" + base
}

// debian makes a package: an archive of ar with a version, control files and the tree.
func (r *release) debian(t target, files []entry) ([]byte, error) {
	var tree []entry
	size := 0
	for _, f := range files {
		place := debianPlace(f.name)
		if place == "" {
			continue
		}
		if strings.HasSuffix(place, ".gz") {
			packed, err := compress(f.data)
			if err != nil {
				return nil, err
			}
			f.data = packed
		}
		size += len(f.data)
		tree = append(tree, entry{"./" + place, f.mode, f.data})
	}
	data, err := tarXz(withFolders(tree), r.date)
	if err != nil {
		return nil, err
	}
	control := fmt.Sprintf(`Package: ludex
Version: %s
Architecture: %s
Maintainer: The Ludex authors <ludex@example.org>
Installed-Size: %d
Section: games
Priority: optional
Suggests: golang-go
Homepage: %s
Description: general game playing system
 Ludex reads the rules of any discrete game, in GDL, GDL-II, rtGDL or Regular
 Boardgames, and checks, explains, plays, hosts and analyses it.
`, r.version, t.arch, size/1024+1, r.url)
	info, err := tarGz([]entry{{"./control", 0o644, []byte(control)}}, r.date)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, part := range []entry{{"debian-binary", 0, []byte("2.0\n")}, {"control.tar.gz", 0, info}, {"data.tar.xz", 0, data}} {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", part.name, r.date.Unix(), 0, 0, "100644", len(part.data))
		out.Write(part.data)
		if len(part.data)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), nil
}

// withFolders sorts entries and puts their folders before them.
func withFolders(files []entry) []entry {
	seen := map[string]bool{".": true, "/": true}
	var all []entry
	for _, f := range files {
		var missing []entry
		for dir := path.Dir(f.name); !seen[path.Clean(dir)]; dir = path.Dir(dir) {
			seen[path.Clean(dir)] = true
			name := dir
			if strings.HasPrefix(f.name, "./") {
				name = "./" + dir
			}
			missing = append(missing, entry{name: name, mode: folderMode})
		}
		slices.Reverse(missing)
		all = append(append(all, missing...), f)
	}
	return all
}

func sortEntries(list []entry) {
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
}
