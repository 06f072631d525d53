package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Trust says which signatures are needed. The zero value accepts records that
// are not signed, and records signed with any key.
type Trust struct {
	// Keys are those of trusted hosts, see [Key.Public]. If there are any, every
	// record has to be signed by one of them.
	Keys []string
	// Signed says that every record has to be signed.
	Signed bool
}

// A Seal is how a record is signed.
type Seal struct {
	Key string // of the host; "" if the record is not signed
	Old bool   // it was signed in the form of version 1
}

// String says it in words.
func (s Seal) String() string {
	switch {
	case s.Key == "":
		return "not signed"
	case s.Old:
		return "signed by " + s.Key + " (old form)"
	}
	return "signed by " + s.Key
}

// Verify returns how a record is signed. The error wraps [ErrForged],
// [ErrUnsigned] or [ErrUntrusted] if that is not enough.
func (t Trust) Verify(r *Record) (Seal, error) {
	err := r.Verify()
	switch {
	case errors.Is(err, ErrUnsigned) && !t.Signed && len(t.Keys) == 0:
		return Seal{}, nil
	case err != nil:
		return Seal{}, err
	}
	seal := Seal{r.HostKey, r.isOld()}
	if len(t.Keys) > 0 && !slices.Contains(t.Keys, r.HostKey) {
		return seal, fmt.Errorf("%w: %s", ErrUntrusted, r.HostKey)
	}
	return seal, nil
}

// ParseKeys reads the keys of hosts from a text: the file of a key, or one public
// key per line.
func ParseKeys(text string) ([]string, error) {
	var f keyFile
	if json.Unmarshal([]byte(text), &f) == nil {
		text = f.Public
	}
	var keys []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := publicKey(line); err != nil {
			return nil, fmt.Errorf("%.80q is not the key of a host: %w", line, err)
		}
		keys = append(keys, line)
	}
	if keys == nil {
		return nil, errors.New("there is no key of a host in it")
	}
	return keys, nil
}
