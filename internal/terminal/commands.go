package terminal

import (
	tea "charm.land/bubbletea/v2"

	"ludex/internal/session"
)

// command follows a command, and tells what stands in its way.
func (m *model) command(in session.Input) tea.Cmd {
	if m.unconfirmed(in.Command) {
		return nil
	}
	m.confirm, m.message, m.help = "", "", m.help && in.Command == session.DoHelp
	var err error
	switch s := m.session; in.Command {
	case session.DoMove:
		err = s.Choose(in.Move)
		m.moved(err)
	case session.DoUndo:
		err = s.Undo()
		m.moved(err)
	case session.DoResign:
		err = s.Resign()
		m.moved(err)
	case session.DoSwap:
		err = s.Swap()
		m.moved(err)
	case session.DoNew:
		s.Restart()
		m.moved(nil)
	case session.DoHint:
		err = s.Ask()
		m.input = ""
	case session.DoEval:
		err = s.SetEvaluating(!s.Evaluating())
		m.input = ""
	case session.DoMoves, session.DoBoard: // they are in sight
		m.typed(in.Rest)
	case session.DoHelp:
		m.help, m.input = !m.help, ""
	case session.DoQuit:
		return tea.Quit
	}
	if err != nil {
		m.message = err.Error()
	}
	return nil
}

// moved begins another position unless that was not possible.
func (m *model) moved(err error) {
	if err == nil {
		m.typed("")
		m.arrive()
	}
}

// unconfirmed reports whether a command that ends a game has still to be
// confirmed, and asks for that.
func (m *model) unconfirmed(c session.Command) bool {
	ends := c == session.DoResign || c == session.DoNew
	if !ends || m.confirm == c || m.session.Phase() == session.Over || m.session.Steps() == 0 {
		return false
	}
	question := map[session.Command]string{session.DoResign: "resign?", session.DoNew: "give this game up for a new one?"}
	m.input, m.confirm, m.message = "", c, question[c]+" Enter does it, Esc goes on playing"
	return true
}
