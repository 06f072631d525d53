package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// sum returns the checksum of a file of the release.
func (r *release) sum(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(r.out, name))
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// installed is the name of the archive that a package manager installs on a target.
func (r *release) installed(t target) string {
	if t.os == "windows" {
		return r.zip(t) // winget knows no other format
	}
	return r.archive(t)
}

// writeManifests writes a formula for Homebrew, for the systems that were built, and a
// manifest for winget.
func (r *release) writeManifests(chosen []target) error {
	var parts, installers strings.Builder
	for _, t := range chosen {
		name := r.installed(t)
		sum, err := r.sum(name)
		if err != nil {
			return err
		}
		if t.os == "windows" {
			top := r.top(t)
			arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[t.arch]
			fmt.Fprintf(&installers, "- Architecture: %s\n  InstallerUrl: %s/v%s/%s\n  InstallerSha256: %s\n  NestedInstallerFiles:\n  - RelativeFilePath: %s\\ludex.exe\n    PortableCommandAlias: ludex\n",
				arch, r.url, r.version, name, strings.ToUpper(sum), top)
			continue
		}
		on := map[string]string{"linux": "on_linux", "darwin": "on_macos"}[t.os]
		cpu := map[string]string{"amd64": "on_intel", "arm64": "on_arm"}[t.arch]
		fmt.Fprintf(&parts, "  %s do\n    %s do\n      url \"%s/v%s/%s\"\n      sha256 \"%s\"\n    end\n  end\n", on, cpu, r.url, r.version, name, sum)
	}
	formula := fmt.Sprintf(`class Ludex < Formula
  desc "General game playing system"
  homepage "%s"
  version "%s"
  license "MIT"
%s
  def install
    bin.install "ludex"
    pkgshare.install Dir["share/ludex/*"]
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/ludex.bash" => "ludex"
    zsh_completion.install "completions/_ludex"
    fish_completion.install "completions/ludex.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ludex --version")
  end
end
`, r.url, r.version, parts.String())
	if err := os.WriteFile(filepath.Join(r.out, "ludex.rb"), []byte(formula), 0o644); err != nil {
		return err
	}
	if installers.Len() == 0 {
		return nil
	}
	for name, text := range r.winget(installers.String()) {
		if err := os.WriteFile(filepath.Join(r.out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// winget returns the three files of a manifest: the version, what is installed, and what
// people read.
func (r *release) winget(installers string) map[string]string {
	const id = "Ludex.Ludex"
	file := func(kind, text string) string {
		return fmt.Sprintf("PackageIdentifier: %s\nPackageVersion: %s\n%sManifestType: %s\nManifestVersion: 1.6.0\n", id, r.version, text, kind)
	}
	return map[string]string{
		id + ".yaml":              file("version", "DefaultLocale: en-US\n"),
		id + ".installer.yaml":    file("installer", "InstallerType: zip\nNestedInstallerType: portable\nInstallers:\n"+installers),
		id + ".locale.en-US.yaml": file("defaultLocale", "PackageLocale: en-US\nPublisher: The Ludex authors\nPackageName: Ludex\nLicense: MIT\nShortDescription: General game playing system\n"),
	}
}

// files returns the names of what is published, in order.
func (r *release) files() ([]string, error) {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), "SHA256SUMS") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// checksums writes SHA256SUMS, which "sha256sum -c" reads.
func (r *release) checksums() error {
	names, err := r.files()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, name := range names {
		sum, err := r.sum(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

// sign signs the checksums with an SSH key. "ssh-keygen -Y verify -n ludex" checks it.
func (r *release) sign(key string) error {
	if key == "" {
		fmt.Println("not signed: -key names no key")
		return nil
	}
	out, err := exec.Command("ssh-keygen", "-Y", "sign", "-n", "ludex", "-f", key, filepath.Join(r.out, "SHA256SUMS")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ssh-keygen: %w: %s", err, out)
	}
	return nil
}
