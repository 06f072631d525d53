package main

import (
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"ludex/internal/cluster/clustertest"
)

// TestWorkerMetrics gives a worker something to do and reads its metrics.
func TestWorkerMetrics(t *testing.T) {
	s, err := clustertest.Embed()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	env := []string{natsEnv + "=" + s.URL, tokenEnv + "=" + s.Token}
	worker := exec.Command("ludex", "worker", "--metrics", "127.0.0.1:0", "--name", "w")
	worker.Env = append(worker.Environ(), env...)
	said, err := worker.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}()
	address := findAddress(t, said)
	go func() { _, _ = io.Copy(io.Discard, said) }()

	perft := exec.Command("ludex", "perft", "--depth", "3", "--nats", s.URL, "nim")
	perft.Env = append(perft.Environ(), env...)
	if out, err := perft.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for path, want := range map[string]string{
		"/healthz": `^ok\n$`,
		"/readyz":  `^nats: ok\nready\n$`,
		"/metrics": `(?m)^ludex_work_items_total\{event="done",kind="perft"\} [1-9]`,
	} {
		if got := ask(t, "http://"+address+path); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s says\n%s", path, got)
		}
	}
}

// findAddress reads a log until it names an address.
func findAddress(t *testing.T, log io.Reader) string {
	t.Helper()
	var said strings.Builder
	buffer := make([]byte, 1)
	for {
		if _, err := log.Read(buffer); err != nil {
			t.Fatalf("%v after %q", err, said.String())
		}
		said.Write(buffer)
		if m := regexp.MustCompile(`address=(\S+)\n`).FindStringSubmatch(said.String()); m != nil {
			return m[1]
		}
	}
}

func ask(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %s, %v", url, answer.Status, err)
	}
	return string(body)
}
