//go:build unix

package clustertest

import (
	"bufio"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// TestProxy checks that a proxy carries bytes both ways until it is cut.
func TestProxy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(c).ReadString('\n')
			fmt.Fprint(c, strings.ToUpper(line))
		}
	}()
	p := StartProxy(t, l.Addr().String())
	c, err := net.Dial("tcp", strings.TrimPrefix(p.URL(), "nats://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintln(c, "hello")
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || line != "HELLO\n" {
		t.Fatal(line, err)
	}
	p.Cut()
	if line, err := in.ReadString('\n'); err == nil {
		t.Errorf("a connection that was cut carries %q", line)
	}
}

// TestNATS checks that a server keeps its address and can be secured.
func TestNATS(t *testing.T) {
	s := StartNATS(t)
	url := s.URL()
	s.Restart()
	s.Wipe()
	connect := func(url string, options ...nats.Option) {
		t.Helper()
		c, err := nats.Connect(url, options...)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	s.Pause(func() {})
	connect(url)
	secure := NewSecure(t)
	guarded := StartNATS(t, "-c", secure.Config)
	if c, err := nats.Connect(guarded.URL()); err == nil {
		c.Close()
		t.Error("a secured server takes anybody")
	}
	connect(guarded.URL(), nats.RootCAs(secure.CA), nats.UserCredentials(secure.Credentials))
}

func TestPause(t *testing.T) {
	cmd := exec.Command("cat")
	EndWithParent(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	paused := false
	Pause(t, cmd.Process, func() { paused = true })
	in.Close()
	if err := cmd.Wait(); err != nil || !paused {
		t.Error(err, paused)
	}
}
