package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// The stamp of a release: its semantic version, the commit and its date. scripts/release
// sets them when it links the program.
var release, commit, date string

// versionReport is what "version --json" writes.
type versionReport struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Go      string `json:"go"`
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of Ludex and of the Go that built it",
		Long: `Version prints the version of Ludex, the commit that it was built from and the date
of that commit, as far as they are known, the system, and the Go that built it.
"ludex --version" and "ludex -v" do the same.`,
		Example: `  ludex version
  ludex version --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(newVersionReport())
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "ludex", versionText())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON object")
	return cmd
}

func newVersionReport() versionReport {
	r := versionReport{Version: version(), Commit: commit, Date: date, OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				r.Commit = cmp.Or(r.Commit, s.Value)
			case "vcs.time":
				r.Date = cmp.Or(r.Date, s.Value)
			}
		}
	}
	return r
}

// versionText returns the version for people, on one line.
func versionText() string {
	r := newVersionReport()
	stamp := ""
	if r.Commit != "" {
		stamp = fmt.Sprintf(" (%.12s, %.10s)", r.Commit, r.Date)
	}
	return fmt.Sprintf("%s%s %s/%s %s", r.Version, stamp, r.OS, r.Arch, r.Go)
}

// next is the version that is being worked on.
const next = "0.1.0"

// version returns the version of the release, of the module where it was installed by
// version, or else the next version with the mark of a development build.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return moduleVersion(info.Main.Version)
	}
	return next + "-dev"
}

// notReleased matches versions that the toolchain makes up from a commit, and those of trees
// with changes.
var notReleased = regexp.MustCompile(`[-.]\d{14}-[0-9a-f]{12}|\+`)

// moduleVersion returns what the toolchain says of the version, if that is a release.
func moduleVersion(v string) string {
	number, ok := strings.CutPrefix(v, "v")
	if !ok || notReleased.MatchString(v) {
		return next + "-dev"
	}
	return number
}
