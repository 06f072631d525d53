package clustertest

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"ludex/internal/tempdir"
)

// A Server is a NATS server in this process. Its contents are lost when it ends.
type Server struct {
	URL   string // for workers
	Token string // that they have to show

	inner  *server.Server
	folder *tempdir.Dir
}

// embeddedMemory bounds the memory of the queues in this process.
const embeddedMemory = 2 << 30

// Embed starts a server in this process. It listens only on the loopback address,
// and requires its token.
func Embed() (*Server, error) {
	folder, err := tempdir.Make("ludex-nats-")
	if err != nil {
		return nil, fmt.Errorf("starting NATS: %w", err)
	}
	s := &Server{folder: folder, Token: rand.Text()}
	s.inner, err = server.NewServer(&server.Options{
		ServerName: "ludex", Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: s.Token, MaxPayload: 8 << 20,
		JetStream: true, StoreDir: folder.Path, JetStreamMaxMemory: embeddedMemory, DisableJetStreamBanner: true, NoLog: true, NoSigs: true,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("starting NATS: %w", err), folder.Remove())
	}
	s.inner.Start()
	if !s.inner.ReadyForConnections(10 * time.Second) {
		return nil, errors.Join(errors.New("starting NATS: it does not answer"), s.Close())
	}
	s.URL = s.inner.ClientURL()
	return s, nil
}

// Connect connects to the server without a network.
func (s *Server) Connect(name string) (*nats.Conn, error) {
	return nats.Connect(s.URL, nats.InProcessServer(s.inner), nats.Token(s.Token), nats.Name(name), nats.MaxReconnects(-1))
}

// Close ends the server.
func (s *Server) Close() error {
	s.inner.Shutdown()
	s.inner.WaitForShutdown()
	return s.folder.Remove()
}
