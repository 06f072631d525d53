package learn

import (
	"bytes"
	"fmt"
	"sync"

	"ludex/library"
)

// Supplied returns the network that comes with Ludex for the rules with a fingerprint, or
// nil if there is none.
func Supplied(rules string) (*Model, error) {
	if m := given.supplied; m != nil && m.Rules == rules {
		return m, nil
	}
	list, err := supplied()
	if err != nil || list[rules] == nil {
		return nil, err
	}
	return list[rules]()
}

// supplied has the networks of the library, by the fingerprint of the rules. Each is read
// when it is asked for.
var supplied = sync.OnceValues(func() (map[string]func() (*Model, error), error) {
	return byRules(library.Networks())
})

// byRules returns functions that read networks, by the fingerprint of the rules. The files
// are given by the names of games.
func byRules(files map[string][]byte) (map[string]func() (*Model, error), error) {
	list := map[string]func() (*Model, error){}
	for name, file := range files {
		h, _, err := readHeader(bytes.NewReader(file))
		if err != nil {
			return nil, fmt.Errorf("the network of %s: %w", name, err)
		}
		list[h.Rules] = sync.OnceValues(func() (*Model, error) {
			m, err := Read(bytes.NewReader(file))
			if err != nil {
				return nil, fmt.Errorf("the network of %s: %w", name, err)
			}
			m.Supplied = true
			return m, nil
		})
	}
	return list, nil
}
