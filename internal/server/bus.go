package server

import (
	"encoding/json"

	"ludex/internal/server/table"
)

// tell returns what tells the other servers about a table, or nil if there are none.
func (s *Server) tell() func(table.Notice) {
	if s.cfg.Bus == nil {
		return nil
	}
	return func(n table.Notice) {
		data, err := json.Marshal(n)
		if err == nil {
			err = s.cfg.Bus.Send(data)
		}
		if err != nil {
			s.log.Warn("the other servers cannot be told of a table", "table", n.Table, "err", err)
		}
	}
}

// hear listens to the other servers until the server is closed. Notices that were missed do
// not matter: after the connection was lost, all tables are read again.
func (s *Server) hear() error {
	if s.cfg.Bus == nil {
		return nil
	}
	return s.cfg.Bus.Receive(s.ctx, func(data []byte) {
		var n table.Notice
		if err := json.Unmarshal(data, &n); err != nil {
			s.log.Warn("another server sent what is not a notice", "err", err)
			return
		}
		s.tables.Heard(n)
	}, s.tables.Refresh)
}
