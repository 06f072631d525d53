// Package wire finds players by what a text says of them: those that are part of
// this program by their names, and those elsewhere by an address. The packages
// below speak the protocols.
package protocols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/rbgmanager"
	"ludex/internal/protocols/subprocess"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// Forms tells people how players elsewhere are named.
const Forms = "ggp://HOST:PORT (a player of the GGP protocol), rbg://HOST:PORT (where players of the RBG manager's protocol connect to), exec:PROGRAM (on standard input and output), live:NAME (a player that connects by WebSocket under a name)"

// Players makes the players of matches of one game.
type Players struct {
	Disguise *rules.Disguise // what players elsewhere are given
	Roster   player.Roster   // those that are part of this program
	// Timed has those of a game in real time.
	Timed *realtime.Roster
	// Host is where players connect to by WebSocket; see Listen.
	Host *live.Host

	admitting sync.Mutex // see admit

	mu    sync.Mutex
	hosts map[string]*rbgmanager.Host // by address
	own   bool                        // the Host is ours to close
}

// Maker returns what makes the players that a text names. Those elsewhere are told
// the name of a match with [Invite].
func (p *Players) Maker(spec string) (player.Maker, error) {
	scheme, rest, _ := strings.Cut(spec, ":")
	switch scheme {
	case "ggp":
		return p.ggp(spec)
	case "rbg":
		return p.rbg(strings.TrimPrefix(rest, "//"))
	case "exec":
		connect, err := subprocess.Parse(rest)
		if err != nil {
			return nil, err
		}
		return func() player.Player { return &playerprotocol.Player{Disguise: p.Disguise, Connect: connect.Start} }, nil
	case "live":
		connect, err := p.guest(rest)
		if err != nil {
			return nil, err
		}
		return func() player.Player {
			return &playerprotocol.Player{Name: rest, Disguise: p.Disguise, Connect: connect}
		}, nil
	}
	return p.Roster.Maker(spec)
}

// TimedMaker returns what makes the players of games in real time that a text
// names.
func (p *Players) TimedMaker(spec string) (realtime.Maker, error) {
	scheme, rest, _ := strings.Cut(spec, ":")
	switch scheme {
	case "ggp", "rbg":
		return nil, fmt.Errorf("player %q: this protocol knows no real time; use live:NAME or exec:PROGRAM", spec)
	case "exec":
		connect, err := subprocess.Parse(rest)
		if err != nil {
			return nil, err
		}
		return func() realtime.Player {
			return &playerprotocol.TimedPlayer{Disguise: p.Disguise, Connect: connect.Start}
		}, nil
	case "live":
		connect, err := p.guest(rest)
		if err != nil {
			return nil, err
		}
		return func() realtime.Player {
			return &playerprotocol.TimedPlayer{Name: rest, Disguise: p.Disguise, Connect: connect}
		}, nil
	}
	return p.Timed.Maker(spec)
}

// IsRemote reports whether a text names a player that is not part of this program.
func IsRemote(spec string) bool {
	scheme, _, ok := strings.Cut(spec, ":")
	return ok && (scheme == "ggp" || scheme == "rbg" || scheme == "exec" || scheme == "live")
}

// Invite tells a player elsewhere the name of the match that it is going to play,
// and in which words; a nil disguise leaves those as they are. Other players do
// not need it. The player is a [player.Player] or a [realtime.Player].
func Invite(p any, match string, d *rules.Disguise) {
	switch p := p.(type) {
	case *ggp.Player:
		p.Match, p.Disguise = match, cmp.Or(d, p.Disguise)
	case *playerprotocol.TimedPlayer:
		p.Match, p.Disguise = match, cmp.Or(d, p.Disguise)
	case *playerprotocol.Player:
		p.Match, p.Disguise = match, cmp.Or(d, p.Disguise)
	case *rbgmanager.Player:
		p.Disguise = cmp.Or(d, p.Disguise)
	}
}

// ggp makes players at an address.
func (p *Players) ggp(spec string) (player.Maker, error) {
	u, err := url.Parse(spec)
	if err != nil || u.Host == "" || u.Port() == "" {
		return nil, fmt.Errorf("player %q: write ggp://HOST:PORT", spec)
	}
	form, name, quiet := ggp.Form(u.Query().Get("form")), u.Query().Get("name"), u.Query().Get("info")
	switch form {
	case "", ggp.Joint, ggp.Numbered, ggp.Percepts:
	default:
		return nil, fmt.Errorf("player %q: the form is %s, %s or %s", spec, ggp.Joint, ggp.Numbered, ggp.Percepts)
	}
	if quiet != "" && quiet != "no" {
		return nil, fmt.Errorf("player %q: write info=no for a player that does not know INFO", spec)
	}
	var preview time.Duration
	if text := u.Query().Get("preview"); text != "" {
		if preview, err = time.ParseDuration(text); err != nil {
			return nil, fmt.Errorf("player %q: preview: %w", spec, err)
		}
	}
	return func() player.Player {
		return &ggp.Player{Address: u.Host, Name: name, Form: form, Preview: preview, Quiet: quiet == "no", Disguise: p.Disguise}
	}, nil
}

// rbg makes players that connect to an address.
func (p *Players) rbg(address string) (player.Maker, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("player \"rbg://%s\": write rbg://HOST:PORT, where the player connects to: %w", address, err)
	}
	if !p.Disguise.Rules.IsRBG() {
		return nil, errors.New("the RBG manager's protocol is for regular boardgames")
	}
	h, err := p.listen(address)
	if err != nil {
		return nil, err
	}
	return func() player.Player { return &rbgmanager.Player{Disguise: p.Disguise, Host: h} }, nil
}

// listen listens at an address, once for all players that connect there.
func (p *Players) listen(address string) (*rbgmanager.Host, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.hosts[address]; h != nil {
		return h, nil
	}
	h, err := rbgmanager.Listen(context.Background(), address)
	if err != nil {
		return nil, err
	}
	if p.hosts == nil {
		p.hosts = map[string]*rbgmanager.Host{}
	}
	p.hosts[address] = h
	return h, nil
}

// Hosts returns the addresses at which players of the RBG manager's protocol are
// waited for.
func (p *Players) Hosts() []net.Addr {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []net.Addr
	for _, h := range p.hosts {
		list = append(list, h.Addr())
	}
	return list
}

// Close ends listening.
func (p *Players) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	if p.own {
		errs = append(errs, p.Host.Close())
		p.own = false
	}
	for _, h := range p.hosts {
		errs = append(errs, h.Close())
	}
	p.hosts = nil
	return errors.Join(errs...)
}
