package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/cluster"
	"ludex/internal/localpage"
	"ludex/internal/metrics"
	"ludex/internal/server"
	"ludex/internal/store"
	"ludex/internal/tempdir"
)

// webFlags are the flags of the verb serve.
type webFlags struct {
	listen, store, token string
	logFormat, logLevel  string
	hosts                []string
	open, login          bool
	nats                 natsFlags
}

func newServe() *cobra.Command {
	var f webFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play, watch, hold tournaments and write games in the browser",
		Long: `Serve is the arena in the browser: play any game of the library against a strong
program, watch matches and replay them, hold tournaments, write games and play them
a minute later. The same is there as an API, which /api/v1/openapi.json describes.

Without --store, what is played is forgotten when the server ends. Whoever is on
this machine may do everything, and nobody else reaches the server. If --listen names
an address that others reach, or --host a name that others use, or if there is a
--token, everybody may look on and needs the token to change anything, also on this
machine: a proxy on it looks the same. If none is given, one is made and printed.

Several servers serve the same tables if they have the same --store on PostgreSQL and
the same --nats, by which they tell each other what is new.

Ctrl-C, or SIGTERM, shuts the server down cleanly: games of people go on when it is
started again, matches in progress are saved as aborted records, and tournaments go on
where they stopped when they are run again.`,
		Example: `  ludex serve --open
  ludex serve --store arena.db --listen 0.0.0.0:8080 --host games.example.org
  ludex serve --store postgres://ludex@db/ludex --nats nats://nats1:4222`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8080", "answer at this `address`; the port 0 is any that is free")
	cmd.Flags().StringVar(&f.store, "store", "", "keep tables, matches and tournaments in the database `FILE` (default none)")
	cmd.Flags().StringVar(&f.token, "token", "", "ask for this `TOKEN` before anything is changed (default one is made if others can reach the server)")
	cmd.Flags().StringArrayVar(&f.hosts, "host", nil, "answer under this `NAME` too, for example behind a proxy")
	cmd.Flags().StringVar(&f.logFormat, "log-format", "text", "write the log as `"+metrics.LogFormats+"`")
	cmd.Flags().StringVar(&f.logLevel, "log-level", "info", "log from this level on: `"+metrics.LogLevels+"`")
	cmd.Flags().BoolVar(&f.login, "login", false, "let people make accounts, which have histories and ratings")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in a browser")
	f.nats.register(cmd, "share tables with servers that have the same store and the same `URL` of NATS")
	return cmd
}

// heapPercent is the value of GOGC for a server. Each connection has some objects and two
// stacks, so that the garbage collector takes up to half a second for thousands of them, in
// which every goroutine that needs memory has to help it. With more memory it runs less often;
// --memory bounds it.
const heapPercent = 300

// run serves until the context ends.
func (f *webFlags) run(cmd *cobra.Command) (err error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapPercent)
	}
	log, err := metrics.NewLogger(cmd.ErrOrStderr(), f.logFormat, f.logLevel)
	if err != nil {
		return err
	}
	kept, done, err := f.openStore(cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	bus, disconnect, err := f.connect(cmd, log)
	if err != nil {
		return err
	}
	defer disconnect()
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	made := f.makeToken(l)
	s, err := server.New(server.Config{Store: kept, Log: log, Token: f.token, Hosts: lower(f.hosts), Login: f.login, Version: version(), Metrics: metrics.New(), Bus: bus,
		Memory: budget.MemoryOf(cmd.Context()), Engine: localpage.FindEngine})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	address := pageAddress(l)
	fmt.Fprintf(cmd.OutOrStdout(), "ludex serves %s\n", address)
	if made {
		fmt.Fprintf(cmd.OutOrStdout(), "this token is needed to change anything: %s\n", f.token)
	}
	if f.open {
		if f.token != "" {
			address += "login"
		}
		if err := openBrowser(address); err != nil {
			log.Warn("no browser could be opened", "err", err)
		}
	}
	return s.Serve(cmd.Context(), l)
}

// connect connects to the other servers, if there are any.
func (f *webFlags) connect(cmd *cobra.Command, log *slog.Logger) (*cluster.Bus, func(), error) {
	if f.nats.url == "" {
		return nil, func() {}, nil
	}
	if !store.IsServer(f.store) {
		return nil, nil, errors.New("--nats: servers share a --store on PostgreSQL")
	}
	d := f.nats.dialing("ludex serve")
	d.Patience, d.Log = natsPatience, log
	conn, err := cluster.Dial(cmd.Context(), d)
	if err != nil {
		return nil, nil, fmt.Errorf("--nats: %w", err)
	}
	return cluster.NewBus(conn, "tables"), conn.Close, nil
}

// makeToken makes a token if other machines can reach the server, by its address or by
// a host name, and none is given.
func (f *webFlags) makeToken(l net.Listener) bool {
	foreign := slices.ContainsFunc(f.hosts, func(host string) bool { return !server.IsLocalHost(host) })
	if f.token != "" || isLoopback(l.Addr()) && !foreign {
		return false
	}
	f.token = rand.Text()
	return true
}

// isLoopback reports whether an address is reachable from this machine only.
func isLoopback(a net.Addr) bool {
	at, err := netip.ParseAddrPort(a.String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// openStore opens the store, or a temporary one.
func (f *webFlags) openStore(cmd *cobra.Command) (*store.Store, func() error, error) {
	if f.store != "" {
		s, err := keepStore(cmd, f.store)
		if err != nil {
			return nil, nil, fmt.Errorf("--store: %w", err)
		}
		return s, s.Close, nil
	}
	folder, err := tempdir.Make("ludex-serve-")
	if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(cmd.Context(), filepath.Join(folder.Path, "arena.db"))
	if err != nil {
		return nil, nil, errors.Join(err, folder.Remove())
	}
	return s, func() error { return errors.Join(s.Close(), folder.Remove()) }, nil
}

func lower(names []string) []string {
	var list []string
	for _, n := range names {
		list = append(list, strings.ToLower(n))
	}
	return list
}

// pageAddress returns the URL of the page on this machine.
func pageAddress(l net.Listener) string {
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return "http://" + l.Addr().String() + "/"
	}
	if at, err := netip.ParseAddr(host); err == nil && at.IsUnspecified() {
		host = "localhost"
	}
	return (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}).String()
}

// openBrowser opens a page in the default browser.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	return c.Process.Release()
}
