package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ludex/internal/protocols/subprocess"
	"ludex/internal/tournament"
)

// programScheme is the prefix of the names of players that are programs.
const programScheme = "exec:"

// An allowList has the commands that a worker may run as players. It refuses others:
// otherwise any client of the queue could make it run anything.
type allowList []subprocess.Program

// newAllowList resolves the programs of commands, as on the command line.
func newAllowList(commands []string) (allowList, error) {
	var list allowList
	for _, command := range commands {
		p, err := findProgram(command)
		if err != nil {
			return nil, fmt.Errorf("--allow: %w", err)
		}
		list = append(list, p)
	}
	return list, nil
}

// findProgram parses a command, with or without its scheme. The path of its program is
// made absolute, so that it does not depend on the working directory.
func findProgram(command string) (subprocess.Program, error) {
	p, err := subprocess.Parse(strings.TrimPrefix(command, programScheme))
	if err != nil {
		return p, err
	}
	p.Path, err = filepath.Abs(p.Path)
	return p, err
}

// check returns an error for a player that is a program that is not allowed.
func (l allowList) check(spec string) error {
	if !strings.HasPrefix(spec, programScheme) {
		return nil
	}
	command := strings.TrimPrefix(spec, programScheme)
	p, err := findProgram(command)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(l, func(q subprocess.Program) bool { return p.Path == q.Path && slices.Equal(p.Args, q.Args) }) {
		return fmt.Errorf("this worker may not run the program %q: start it with --allow %q if it should", command, command)
	}
	return nil
}

// guard returns players without the programs that are not allowed.
func (l allowList) guard(players tournament.Players) tournament.Players {
	maker := players.Maker
	players.Maker = func(ctx context.Context, spec string, f *tournament.OpenedGame) (tournament.Maker, error) {
		if err := l.check(spec); err != nil {
			return nil, err
		}
		return maker(ctx, spec, f)
	}
	return players
}

// programsOf returns the commands of the players of a tournament that are programs. The
// manager's own workers may run them.
func programsOf(c *tournament.Config) []string {
	var list []string
	for _, p := range c.Players {
		if command, ok := strings.CutPrefix(p.Spec, programScheme); ok && !slices.Contains(list, command) {
			list = append(list, command)
		}
	}
	return list
}
