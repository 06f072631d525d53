// Package mcpserver serves language models by the Model Context Protocol: tools that
// check, explain, fix, simulate, play, analyse and draw games and answer who knows what,
// and the manual and the games of the library as resources.
//
// A tool takes a game of the library by its name, or the text of rules. Everything has a
// limit: the texts that clients send, the work of a call and its time, the calls at a
// time, the plays that are kept, and the size of an answer. What is wrong with rules is
// an error of the tool with the diagnostics in it, so that a model can put it right.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/internal/budget"
	"ludex/internal/panics"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/ratelimit"
	"ludex/rules"
	"ludex/source"
)

// Options say how a server works. Zero values are the defaults.
type Options struct {
	Version string
	Codes   []*source.Code // of all diagnostics, for the tool explain
	Memory  budget.Memory  // of a call; 0 is a quarter of the machine's
	Time    time.Duration  // of a call; 0 is 30 s
	Calls   int            // at a time; 0 is 4
	Plays   int            // that are kept; 0 is 64
	Log     *slog.Logger   // nil is none
}

// The defaults of options.
const (
	DefaultTime  = 30 * time.Second
	DefaultCalls = 4
	DefaultPlays = 64
)

// Limits of what a client sends and gets.
const (
	maxMoves      = 64 << 10  // the text of moves, views, formulas and questions
	maxAnswer     = 256 << 10 // the text of an answer
	maxStructured = 1 << 20   // the data of an answer
	cachedTexts   = 32        // opened games besides those of the library
	setupTime     = 10 * time.Second
)

// A Server has the tools and resources. It must be closed.
type Server struct {
	opt   Options
	games *gamecache.Cache
	slots *ratelimit.Semaphore
	plays *plays
	mcp   *mcp.Server
}

// New returns a server.
func New(opt Options) *Server {
	if opt.Time == 0 {
		opt.Time = DefaultTime
	}
	if opt.Calls == 0 {
		opt.Calls = DefaultCalls
	}
	if opt.Plays == 0 {
		opt.Plays = DefaultPlays
	}
	if opt.Memory == 0 {
		opt.Memory = budget.MB(0)
	}
	s := &Server{
		opt: opt, games: gamecache.New(gamecache.Limit{Games: cachedTexts, Time: setupTime, Log: opt.Log}),
		slots: ratelimit.NewSemaphore("calls", opt.Calls, opt.Calls), plays: newPlays(opt.Plays),
	}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "ludex", Title: "Ludex, general game playing", Version: opt.Version}, &mcp.ServerOptions{
		Instructions: instructions, Logger: opt.Log, Capabilities: &mcp.ServerCapabilities{},
	})
	s.addTools()
	s.addResources()
	return s
}

// instructions tell a model what the server is for.
const instructions = `Ludex knows the rules of any game that is written in GDL, GDL-II, rtGDL or Regular Boardgames, and ` +
	`computes with them exactly: which moves are legal, what follows, who wins, who knows what. Name a game of the library ` +
	`("games" lists them) or send the text of rules. Moves are separated by ";" and written as the tool "position" lists them. ` +
	`Do not guess what is legal or true in a position: ask. The resources ludex://docs/languages.md and ludex://docs/rbg.md ` +
	`explain how rules are written; use "check" and "fix" while you write them.`

// MCP returns the server of the protocol, to be connected to a transport.
func (s *Server) MCP() *mcp.Server { return s.mcp }

// Close ends the plays.
func (s *Server) Close() { s.plays.close() }

// A reply is the answer of a tool: a text for the model, and the same as data.
type reply[Out any] struct {
	text string
	data Out
	more []mcp.Content // besides the text
}

// add adds a tool. Its work is limited, and a panic in it is its error.
func add[In, Out any](s *Server, name, description string, f func(ctx context.Context, in *In) (*reply[Out], error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: description, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(s.mcp, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var none Out
		var r *reply[Out]
		err := s.limited(ctx, func(ctx context.Context) (err error) {
			r, err = f(ctx, &in)
			return err
		})
		if err != nil {
			return nil, none, explained(err)
		}
		if data, err := json.Marshal(r.data); err != nil || len(data) > maxStructured {
			return nil, none, fmt.Errorf("the answer has more than %d bytes; ask for less", maxStructured)
		}
		content := append([]mcp.Content{&mcp.TextContent{Text: cut(r.text)}}, r.more...)
		return &mcp.CallToolResult{Content: content}, r.data, nil
	})
}

// limited does the work of a call within the limits.
func (s *Server) limited(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.opt.Time, fmt.Errorf("the call takes longer than %v", s.opt.Time))
	defer cancel()
	release, err := s.slots.Acquire(ctx, "")
	if err != nil {
		return err
	}
	defer release()
	err = panics.Catch(func() error { return work(budget.WithMemory(ctx, s.opt.Memory)) })
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// explained returns an error with the diagnostics of rules that are refused.
func explained(err error) error {
	if refused, ok := errors.AsType[*rules.RefusedError](err); ok {
		return errors.New(cut("the rules have errors:\n" + rendered(refused.Problems)))
	}
	return errors.New(cut(err.Error()))
}

// rendered returns diagnostics as text.
func rendered(list *source.List) string {
	var b strings.Builder
	r := source.Renderer{W: &b}
	if err := r.Render(list); err != nil {
		return err.Error()
	}
	return b.String()
}

// cut shortens a text that is too long.
func cut(text string) string {
	if len(text) <= maxAnswer {
		return text
	}
	return strings.ToValidUTF8(text[:maxAnswer], "") + "\n… (cut off)"
}

// short refuses a text of a client that is too long.
func short(what, text string) error {
	if len(text) > maxMoves {
		return fmt.Errorf("%s: a text may have %d bytes", what, maxMoves)
	}
	return nil
}
