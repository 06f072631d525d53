//go:build unix

package tempdir

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const childEnv = "LUDEX_TEST_TEMPDIR"

// TestMain is also the process that is killed: it makes a folder, says where and waits.
func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	d, err := Make("ludex-test-")
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString(d.Path + "\n")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}

// child starts a process that makes a folder.
func child(t *testing.T) (cmd *exec.Cmd, path string) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(line)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The folder of a process that was killed is removed by the next one; the folder of a
// running process is not.
func TestKilled(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	killed, left := child(t)
	if err := os.WriteFile(filepath.Join(left, "data"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	living, kept := child(t)
	if !exists(left) || !exists(kept) {
		t.Fatal("a folder of a process that lives was removed")
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	foreign := filepath.Join(os.TempDir(), "ludex-test-foreign")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := Make("ludex-test-")
	if err != nil {
		t.Fatal(err)
	}
	if exists(left) || !exists(kept) || !exists(foreign) || !exists(d.Path) {
		t.Errorf("left %v, kept %v, foreign %v, own %v", exists(left), exists(kept), exists(foreign), exists(d.Path))
	}
	if err := d.Remove(); err != nil || exists(d.Path) {
		t.Error(err)
	}
	_ = living.Process.Kill()
	_ = living.Wait()
}
