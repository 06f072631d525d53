package main

import (
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/pflag"
)

// deployed is where the examples are of how to run the program on many machines.
const deployed = "../../deploy"

func readDeployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deployed, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checkCommand checks that a verb and its flags exist.
func checkCommand(t *testing.T, args []string) {
	t.Helper()
	cmd, rest, err := newRoot().Find(args)
	if err != nil || !cmd.HasParent() {
		t.Errorf("ludex %s: there is no such verb: %v", strings.Join(args, " "), err)
		return
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("ludex %s: %v", strings.Join(args, " "), err)
		return
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("ludex %s: %v", strings.Join(args, " "), err)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.String() == "" {
			t.Errorf("ludex %s: --%s is empty", strings.Join(args, " "), f.Name)
		}
	})
}

// A node is a value of YAML: a text, a []node or a map[string]node.
type node any

// A yamlReader reads as much of YAML as a plain file needs: maps and lists by
// indentation, texts, and lists of quoted texts in brackets.
type yamlReader struct {
	lines []string
	at    int
}

func readYAML(text string) (node, error) {
	r := new(yamlReader)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if bare := strings.TrimSpace(line); bare == "" || strings.HasPrefix(bare, "#") {
			continue
		}
		if strings.Contains(line, "\t") {
			return nil, fmt.Errorf("there is a tab in %q", line)
		}
		r.lines = append(r.lines, line)
	}
	value, err := r.block(0)
	if err == nil && r.at < len(r.lines) {
		err = fmt.Errorf("%q is indented wrongly", r.lines[r.at])
	}
	return value, err
}

// indent returns how far the next line is indented, and -1 after the last one.
func (r *yamlReader) indent() int {
	if r.at == len(r.lines) {
		return -1
	}
	return len(r.lines[r.at]) - len(strings.TrimLeft(r.lines[r.at], " "))
}

// block reads the lines that are indented as far.
func (r *yamlReader) block(indent int) (node, error) {
	if strings.HasPrefix(strings.TrimSpace(r.lines[r.at]), "- ") {
		return r.list(indent)
	}
	out := map[string]node{}
	for r.indent() == indent {
		key, value, ok := strings.Cut(strings.TrimSpace(r.lines[r.at]), ":")
		if !ok || value != "" && value[0] != ' ' {
			return nil, fmt.Errorf("%q has no key", r.lines[r.at])
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("%q is there twice", key)
		}
		r.at++
		var err error
		switch value = strings.TrimSpace(value); {
		case value != "":
			out[key], err = scalar(value)
		case r.indent() > indent:
			out[key], err = r.block(r.indent())
		default:
			out[key] = ""
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *yamlReader) list(indent int) (node, error) {
	var out []node
	for r.indent() == indent {
		item, ok := strings.CutPrefix(strings.TrimSpace(r.lines[r.at]), "- ")
		if !ok {
			return nil, fmt.Errorf("%q is no item of a list", r.lines[r.at])
		}
		value, err := scalar(item)
		if err != nil {
			return nil, err
		}
		out = append(out, value)
		r.at++
	}
	return out, nil
}

// scalar reads a value on one line. Lists are written as in JSON.
func scalar(text string) (node, error) {
	if !strings.HasPrefix(text, "[") {
		return text, nil
	}
	var texts []string
	if err := json.Unmarshal([]byte(text), &texts); err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	var out []node
	for _, text := range texts {
		out = append(out, text)
	}
	return out, nil
}

// texts returns a list as texts.
func texts(n node) []string {
	list, _ := n.([]node)
	var out []string
	for _, n := range list {
		text, _ := n.(string)
		out = append(out, text)
	}
	return out
}

func TestCompose(t *testing.T) {
	checkCompose(t, "compose.yaml", []string{"postgres", "nats1", "nats2", "nats3", "manager", "worker"}, []string{"tournament", "worker"})
	checkCompose(t, "arena.yaml", []string{"postgres", "nats", "proxy", "arena1", "arena2"}, []string{"serve"})
	for _, address := range []string{"127.0.0.1:8081", "127.0.0.1:8082"} {
		if !strings.Contains(readDeployed(t, "Caddyfile"), address) || !strings.Contains(readDeployed(t, "arena.yaml"), address) {
			t.Errorf("the proxy and the servers do not agree on %s", address)
		}
	}
}

// checkCompose checks the services of a compose file, and the verbs that they run.
func checkCompose(t *testing.T, name string, wanted, verbs []string) {
	t.Helper()
	root, err := readYAML(readDeployed(t, name))
	if err != nil {
		t.Fatal(err)
	}
	file, _ := root.(map[string]node)
	services, _ := file["services"].(map[string]node)
	volumes, _ := file["volumes"].(map[string]node)
	ours := map[string]bool{}
	for name, n := range services {
		s, ok := n.(map[string]node)
		if !ok {
			t.Fatalf("%s is %v", name, n)
		}
		if s["image"] == "ludex" {
			args := texts(s["command"])
			checkCommand(t, args)
			ours[args[0]] = true
			build, _ := s["build"].(map[string]node)
			if _, err := os.Stat(filepath.Join(deployed, fmt.Sprint(build["context"]), fmt.Sprint(build["dockerfile"]))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, v := range texts(s["volumes"]) {
			from, _, _ := strings.Cut(v, ":")
			if _, named := volumes[from]; !named {
				if _, err := os.Stat(filepath.Join(deployed, from)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		needs, _ := s["depends_on"].(map[string]node)
		for other := range needs {
			if services[other] == nil {
				t.Errorf("%s depends on %s, which is not there", name, other)
			}
		}
	}
	for _, name := range wanted {
		if services[name] == nil {
			t.Errorf("there is no service %s", name)
		}
	}
	for _, verb := range verbs {
		if !ours[verb] {
			t.Errorf("the verbs are %v", ours)
		}
	}
}

func TestDockerfile(t *testing.T) {
	text := readDeployed(t, "Dockerfile")
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if version == nil || !strings.Contains(text, "FROM golang:"+string(version[1])) {
		t.Errorf("the image is not built with Go %s", version)
	}
	if !strings.Contains(text, "./cmd/ludex\n") || !strings.Contains(text, "\nUSER ludex\n") {
		t.Error("the image does not run the program as a user")
	}
}

// readUnit reads a unit of systemd: the values of each key, by section.
func readUnit(text string) (map[string]map[string][]string, error) {
	unit := map[string]map[string][]string{}
	var section map[string][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, isSection := strings.CutPrefix(line, "[")
		key, value, isPair := strings.Cut(line, "=")
		switch {
		case line == "" || line[0] == '#':
		case isSection && strings.HasSuffix(name, "]"):
			section = map[string][]string{}
			unit[strings.TrimSuffix(name, "]")] = section
		case isPair && section != nil:
			section[key] = append(section[key], value)
		default:
			return nil, fmt.Errorf("%q is neither a section nor a value", line)
		}
	}
	return unit, nil
}

func TestUnit(t *testing.T) {
	for _, verb := range []string{"worker", "arena"} {
		t.Run(verb, func(t *testing.T) { checkUnit(t, verb) })
	}
}

func checkUnit(t *testing.T, what string) {
	t.Helper()
	verb := map[string]string{"worker": "worker", "arena": "serve"}[what]
	unit, err := readUnit(readDeployed(t, "ludex-"+what+".service"))
	if err != nil {
		t.Fatal(err)
	}
	service := unit["Service"]
	if len(service["ExecStart"]) != 1 {
		t.Fatalf("it is started by %q", service["ExecStart"])
	}
	args := strings.Fields(service["ExecStart"][0])
	if filepath.Base(args[0]) != "ludex" || args[1] != verb {
		t.Errorf("it starts %q", args)
	}
	checkCommand(t, args[1:])
	for key, want := range map[string]string{
		"KillSignal": "SIGTERM", "KillMode": "mixed", "Restart": "always", "DynamicUser": "yes", "ProtectSystem": "strict",
		"NoNewPrivileges": "yes", "CapabilityBoundingSet": "",
	} {
		if got := service[key]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, and not %q", key, got, want)
		}
	}
	if unit["Unit"]["Description"] == nil || unit["Install"]["WantedBy"] == nil {
		t.Errorf("the unit is %v", unit)
	}
}

// TestNATSConfig reads the configuration as the server does, with TLS and without.
func TestNATSConfig(t *testing.T) {
	t.Setenv("LUDEX_NATS_TOKEN", "secret")
	options, err := server.ProcessConfigFile(filepath.Join(deployed, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if !options.JetStream || options.Authorization != "secret" || len(options.Routes) != 3 || options.Cluster.Name != "ludex" || options.TLSConfig != nil {
		t.Errorf("%+v", options)
	}
	dir := t.TempDir()
	writeCertificate(t, dir)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("nats-tls.conf", strings.ReplaceAll(readDeployed(t, "nats-tls.conf"), "/etc/nats/certs", dir))
	write("nats.conf", strings.ReplaceAll(readDeployed(t, "nats.conf"), "# include", "include"))
	if options, err = server.ProcessConfigFile(filepath.Join(dir, "nats.conf")); err != nil {
		t.Fatal(err)
	}
	if options.TLSConfig == nil || options.Cluster.TLSConfig == nil || len(options.Routes) != 3 {
		t.Errorf("with TLS: %+v", options)
	}
}

// writeCertificate writes a certificate that signs itself, and its key.
func writeCertificate(t *testing.T, dir string) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	key, err := x509.MarshalPKCS8PrivateKey(s.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"server.pem":     {Type: "CERTIFICATE", Bytes: s.Certificate().Raw},
		"ca.pem":         {Type: "CERTIFICATE", Bytes: s.Certificate().Raw},
		"server-key.pem": {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
