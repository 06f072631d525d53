package seat

import (
	"log/slog"

	"ludex/rules"
	"ludex/source"
)

// Read reads the text of rules, and logs what is wrong with it. With an error the
// rules cannot be played, but something may be guessed from them.
func Read(log *slog.Logger, name, text string, opt rules.Options) (*rules.Rules, error) {
	r := rules.Read(source.NewFile(name, []byte(text)), opt)
	if log == nil {
		return r, r.Problems.Err()
	}
	for i, d := range r.Problems.Items {
		if i == maxLogged {
			log.Warn("the rules have more problems", "number", len(r.Problems.Items)-i)
			break
		}
		log.Warn("the rules have a problem", "code", d.Code.ID, "problem", d.Error())
	}
	return r, r.Problems.Err()
}

// maxLogged is how many problems of rules are logged.
const maxLogged = 20
