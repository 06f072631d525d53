//go:build js

// Engine is an arena as WebAssembly. It runs in a worker of a page, whose script has put
// the game into the global ludex, and calls ludex.answer, ludex.event and ludex.ready.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"syscall/js"

	"ludex/internal/learn"
	"ludex/internal/localarena"
	"ludex/internal/players/levels"
)

func main() {
	ludex := js.Global().Get("ludex")
	arena, err := open(ludex.Get("game").String(), ludex.Get("network").String(), ludex.Get("ownNetwork").String())
	if err != nil {
		ludex.Call("ready", err.Error())
		return
	}
	streams := map[int]context.CancelFunc{} // by number; used by the event loop alone
	ludex.Set("ask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		number, r := args[0].Int(), localarena.Request{Method: args[1].String(), Path: args[2].String(), Body: []byte(args[3].String())}
		go func() { // nothing may wait in the event loop
			a := arena.Do(context.Background(), r)
			ludex.Call("answer", number, a.Status, a.Type, string(a.Body))
		}()
		return nil
	}))
	ludex.Set("follow", js.FuncOf(func(_ js.Value, args []js.Value) any {
		number, path := args[0].Int(), args[1].String()
		ctx, cancel := context.WithCancel(context.Background())
		streams[number] = cancel
		go func() {
			err := arena.Follow(ctx, path, func(kind string, data []byte) { ludex.Call("event", number, kind, string(data)) })
			if ctx.Err() == nil {
				ludex.Call("event", number, "end", fmt.Sprintf("%q", err.Error()))
			}
		}()
		return nil
	}))
	ludex.Set("leave", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if cancel := streams[args[0].Int()]; cancel != nil {
			cancel()
			delete(streams, args[0].Int())
		}
		return nil
	}))
	ludex.Call("ready", "")
	select {}
}

// open opens the arena for a game, with its networks, as far as there are any: the one that
// comes with Ludex, and the user's own.
func open(game, supplied, own string) (*localarena.Arena, error) {
	var cfg localarena.Config
	if err := json.Unmarshal([]byte(game), &cfg); err != nil {
		return nil, err
	}
	if cfg.Ladder != nil {
		levels.Give(cfg.Ladder)
	}
	for _, n := range []struct {
		text     string
		supplied bool
	}{{supplied, true}, {own, false}} {
		if err := give(n.text, n.supplied); err != nil {
			return nil, fmt.Errorf("the network: %w", err)
		}
	}
	return localarena.New(cfg, slog.Default())
}

// give makes a network known, if there is one.
func give(text string, supplied bool) error {
	if text == "" {
		return nil
	}
	file, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	m, err := learn.Read(bytes.NewReader(file))
	if err == nil {
		learn.Give(m, supplied)
	}
	return err
}
