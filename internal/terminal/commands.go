package terminal

import (
	tea "charm.land/bubbletea/v2"

	"ludex/internal/session"
)

// command executes a command, and shows a message if that is impossible.
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
		err = s.Adviser().Ask()
		m.input = ""
	case session.DoEval:
		err = s.Adviser().SetEvaluating(!s.Adviser().Evaluating())
		m.input = ""
	case session.DoMoves, session.DoBoard: // always visible
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

// moved resets the input for a new position, unless there was an error.
func (m *model) moved(err error) {
	if err == nil {
		m.typed("")
		m.arrive()
	}
}

// unconfirmed reports whether a command that ends a game is not confirmed yet, and asks
// for that.
func (m *model) unconfirmed(c session.Command) bool {
	ends := c == session.DoResign || c == session.DoNew
	if !ends || m.confirm == c || m.session.Phase() == session.Over || m.session.Steps() == 0 {
		return false
	}
	question := map[session.Command]string{session.DoResign: "resign?", session.DoNew: "give this game up for a new one?"}
	m.input, m.confirm, m.message = "", c, question[c]+" Enter does it, Esc goes on playing"
	return true
}
