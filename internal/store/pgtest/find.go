package pgtest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// places are where systems keep the programs of PostgreSQL if they are not in PATH.
var places = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/libexec/postgresql*",
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
}

// find returns the folder of the programs of PostgreSQL, the newest if there are
// several, and "" if there is none.
func find() string {
	if name, err := exec.LookPath("postgres"); err == nil {
		if name, err = filepath.EvalSymlinks(name); err == nil && complete(filepath.Dir(name)) {
			return filepath.Dir(name)
		}
	}
	var found []string
	for _, place := range places {
		list, _ := filepath.Glob(place) // the patterns are right
		for _, folder := range list {
			if complete(folder) {
				found = append(found, folder)
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.MaxFunc(found, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
}

// complete reports whether a folder has what is needed.
func complete(folder string) bool {
	for _, name := range []string{"initdb", "postgres", "pg_ctl"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

var digits = regexp.MustCompile(`\d+`)

// number returns the first number in the name of a folder, its version.
func number(folder string) int {
	n, _ := strconv.Atoi(digits.FindString(folder)) // none is 0
	return n
}
