// Package protocols finds the players of a game by a text: players that are part of
// this program by their names, and remote players by an address. The packages below
// it implement the protocols: ggp and rbgmanager those of the field, playerprotocol
// our own, over a subprocess or a WebSocket (live).
package protocols

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/rbgmanager"
	"ludex/internal/protocols/subprocess"
	"ludex/match"
)

// Forms is help text: how remote players are named.
const Forms = "ggp://HOST:PORT (a player of the GGP protocol), rbg://HOST:PORT (where players of the RBG manager's protocol connect to), exec:PROGRAM (on standard input and output), live:NAME (a player that connects by WebSocket under a name)"

// Players makes the players of matches of one game.
type Players struct {
	Disguise *disguise.Disguise // the rules that players elsewhere are given
	Roster   *match.Roster      // the players that are part of this program
	// Host accepts players by WebSocket; see Listen.
	Host *live.Host
	// Programs limits players that are programs.
	Programs ProgramLimits

	admitting sync.Mutex // see admit

	mu    sync.Mutex
	hosts map[string]*rbgmanager.Host // by address
	pools []*subprocess.Pool          // of programs
	own   bool                        // the Host is ours to close
}

// ProgramLimits are the limits of players that are programs.
type ProgramLimits struct {
	Memory  int64         // in bytes; 0 is [subprocess.DefaultMemory], and less than 0 no limit
	StartUp time.Duration // how much longer than its start clock a program may take when it was just started
}

// DefaultStartUp is the time that programs have for starting unless a flag says
// otherwise: an interpreter that loads large libraries takes some seconds.
const DefaultStartUp = 10 * time.Second

// Maker returns a function that makes the players that a text names. [Invite] tells
// remote ones the name of the match.
func (p *Players) Maker(spec string) (match.Maker, error) {
	scheme, rest, _ := strings.Cut(spec, ":")
	if (scheme == "ggp" || scheme == "rbg") && p.Disguise.Rules.IsTimed() {
		return nil, fmt.Errorf("player %q: this protocol knows no real time; use live:NAME or exec:PROGRAM", spec)
	}
	switch scheme {
	case "ggp":
		return p.ggp(spec)
	case "rbg":
		return p.rbg(strings.TrimPrefix(rest, "//"))
	case "exec":
		pool, err := p.program(rest)
		if err != nil {
			return nil, err
		}
		return p.connected(playerprotocol.Endpoint{Connect: pool.Connect, StartUp: pool.StartUpTime}), nil
	case "live":
		connect, err := p.waitFor(rest)
		if err != nil {
			return nil, err
		}
		return p.connected(playerprotocol.Endpoint{Name: rest, Connect: connect}), nil
	}
	return p.Roster.Maker(spec)
}

// program returns the processes of a command, which are kept between matches.
func (p *Players) program(command string) (*subprocess.Pool, error) {
	program, err := subprocess.Parse(command)
	if err != nil {
		return nil, err
	}
	program.Memory = p.Programs.Memory
	pool := &subprocess.Pool{Program: program, StartUp: p.Programs.StartUp}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pools = append(p.pools, pool)
	return pool, nil
}

// connected makes players of our own protocol at the other end of a connection.
func (p *Players) connected(end playerprotocol.Endpoint) match.Maker {
	end.Disguise = p.Disguise
	if p.Disguise.Rules.IsTimed() {
		return func() match.Player { return &playerprotocol.TimedPlayer{Endpoint: end} }
	}
	return func() match.Player { return &playerprotocol.Player{Endpoint: end} }
}

// IsRemote reports whether a text names a player that is not part of this program.
func IsRemote(spec string) bool {
	scheme, _, ok := strings.Cut(spec, ":")
	return ok && (scheme == "ggp" || scheme == "rbg" || scheme == "exec" || scheme == "live")
}

// Invite tells a remote player the name of its match, and the scrambled rules that
// it is given; a nil disguise leaves them as they are. Other players do not need
// it.
func Invite(p match.Player, name string, d *disguise.Disguise) {
	if p, ok := p.(interface {
		Invite(match string, d *disguise.Disguise)
	}); ok {
		p.Invite(name, d)
	}
}

// ggp makes players at an address.
func (p *Players) ggp(spec string) (match.Maker, error) {
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
	return func() match.Player {
		return &ggp.Player{Address: u.Host, Name: name, Form: form, Preview: preview, Quiet: quiet == "no", Disguise: p.Disguise}
	}, nil
}

// rbg makes players that connect to an address.
func (p *Players) rbg(address string) (match.Maker, error) {
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
	return func() match.Player { return &rbgmanager.Player{Disguise: p.Disguise, Host: h} }, nil
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

// Close ends listening, and the programs that play.
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
	for _, pool := range p.pools {
		errs = append(errs, pool.Close())
	}
	p.hosts, p.pools = nil, nil
	return errors.Join(errs...)
}
