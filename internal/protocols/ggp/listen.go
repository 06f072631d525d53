package ggp

import (
	"context"
	"errors"
	"net"
	"strconv"
	"syscall"
)

// tries is how many ports are tried.
const tries = 10

// listen listens at an address. If its port is taken, it tries the next ones, as is
// usual for players.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	first, err := strconv.Atoi(port)
	if err != nil {
		return config.Listen(ctx, "tcp", address)
	}
	for i := range tries {
		l, err := config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(first+i)))
		if err == nil || first == 0 || i == tries-1 || !errors.Is(err, syscall.EADDRINUSE) {
			return l, err
		}
	}
	return nil, errors.New("no port is free") // not reached
}
