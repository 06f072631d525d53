package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/mcpserver"
)

// mcpFlags are the flags of the verb mcp.
type mcpFlags struct {
	listen, token string
	opt           mcpserver.Options
	verbose       bool
}

func newMCP() *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve language models by the Model Context Protocol",
		Long: `Mcp is a server of the Model Context Protocol: tools with which a language model
checks, explains, fixes, simulates, plays, analyses and draws games and asks who
knows what, and the manual and the games of the library as resources. A program
starts it and talks with it over standard input and output; with --listen it answers
over streamable HTTP, at the path /mcp. docs/mcp.md says how programs are set up.

An address that others reach needs a --token, which clients send as a bearer token.`,
		Example: `  ludex mcp
  ludex mcp --listen 127.0.0.1:9149
  ludex mcp --listen :9149 --token "$(cat token)"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "", "answer over HTTP at this `ADDRESS`; the port 0 is any that is free")
	cmd.Flags().StringVar(&f.token, "token", "", "answer only clients that send this `TOKEN`; over HTTP")
	cmd.Flags().DurationVar(&f.opt.Time, "time", mcpserver.DefaultTime, "the `time` that a call may take")
	cmd.Flags().IntVar(&f.opt.Calls, "calls", mcpserver.DefaultCalls, "work on this `number` of calls at a time")
	cmd.Flags().IntVar(&f.opt.Plays, "plays", mcpserver.DefaultPlays, "keep this `number` of plays")
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "write what happens to standard error")
	return cmd
}

func (f *mcpFlags) run(cmd *cobra.Command) error {
	switch {
	case f.opt.Time < time.Millisecond || f.opt.Time > maxClock:
		return fmt.Errorf("--time: from 1ms to %v", maxClock)
	case f.opt.Calls < 1 || f.opt.Plays < 1:
		return errors.New("--calls and --plays must be positive")
	case f.listen == "" && f.token != "":
		return errors.New("--token: it is for --listen")
	}
	f.opt.Version, f.opt.Codes, f.opt.Memory = version(), codes(), budget.MemoryOf(cmd.Context())
	if f.verbose {
		f.opt.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	s := mcpserver.New(f.opt)
	defer s.Close()
	if f.listen != "" {
		return f.serve(cmd, s)
	}
	in := io.NopCloser(interruptible{cmd.Context(), os.Stdin})
	err := s.MCP().Run(cmd.Context(), &mcp.IOTransport{Reader: in, Writer: os.Stdout})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// serve answers over HTTP.
func (f *mcpFlags) serve(cmd *cobra.Command, s *mcpserver.Server) error {
	l, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	at, err := netip.ParseAddrPort(l.Addr().String())
	if f.token == "" && (err != nil || !at.Addr().IsLoopback()) {
		return errors.Join(fmt.Errorf("--listen: others reach %s, so give a --token", l.Addr()), l.Close())
	}
	fmt.Fprintf(cmd.OutOrStdout(), "answering at http://%s%s\n", l.Addr(), mcpserver.Path)
	return s.Serve(cmd.Context(), l, f.token)
}
