package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// extras returns what every archive has beside the program: license, changelog, man pages,
// completions, files for editors. The texts come from the program itself, built for this
// machine.
func (r *release) extras() ([]entry, error) {
	host := filepath.Join(r.work, "host", "ludex")
	if err := r.build(target{runtime.GOOS, runtime.GOARCH}, host); err != nil {
		return nil, err
	}
	var list []entry
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "editors/neovim/ludex.lua"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, entry{name, 0o644, text})
	}
	for shell, file := range map[string]string{"bash": "ludex.bash", "zsh": "_ludex", "fish": "ludex.fish", "powershell": "ludex.ps1"} {
		text, err := exec.Command(host, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion %s: %w", shell, err)
		}
		list = append(list, entry{"completions/" + file, 0o644, text})
	}
	pages, err := r.manPages(host)
	list = append(list, pages...)
	sortEntries(list)
	return list, err
}

// verbLine matches a verb in the list of "ludex help".
var verbLine = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}\S`)

// manPages makes a page of the program and one of each verb from their help.
func (r *release) manPages(host string) ([]entry, error) {
	help := func(args ...string) (string, error) {
		text, err := exec.Command(host, append(args, "--help")...).Output()
		return string(text), err
	}
	text, err := help()
	if err != nil {
		return nil, err
	}
	list := []entry{{"man/ludex.1", 0o644, r.manPage("ludex", text)}}
	commands, _, _ := strings.Cut(text, "\nFlags:")
	for _, m := range verbLine.FindAllStringSubmatch(commands, -1) {
		if m[1] == "ludex" || m[1] == "help" {
			continue
		}
		verb, err := help(m[1])
		if err != nil {
			return nil, fmt.Errorf("help %s: %w", m[1], err)
		}
		list = append(list, entry{"man/ludex-" + m[1] + ".1", 0o644, r.manPage("ludex-"+m[1], verb)})
	}
	return list, nil
}

// manPage sets a help text as it is.
func (r *release) manPage(name, text string) []byte {
	first, _, _ := strings.Cut(text, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %s \"Ludex %s\"\n", strings.ToUpper(name), r.date.Format("2006-01-02"), r.version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ReplaceAll(name, "-", "\\-"), roff(strings.TrimSuffix(first, ".")))
	for line := range strings.Lines(text) {
		b.WriteString(roff(strings.TrimRight(line, "\n")) + "\n")
	}
	b.WriteString(".fi\n")
	return []byte(b.String())
}

// roff escapes a line.
func roff(line string) string {
	line = strings.ReplaceAll(line, `\`, `\e`)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return strings.ReplaceAll(line, "-", `\-`)
}
