package tableclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Secrets are the secrets of the user's seats, by server, in a file of the user's: as a
// browser has a cookie. Each server has its own, since it could use it elsewhere.
type Secrets struct {
	path string
	by   map[string]string
}

// LoadSecrets reads the user's secrets.
func LoadSecrets() (*Secrets, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	s := &Secrets{path: filepath.Join(folder, "ludex", "seats.json"), by: map[string]string{}}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s.by)
	}
	if err != nil {
		return nil, fmt.Errorf("the secrets of your seats: %s: %w", s.path, err)
	}
	return s, nil
}

// Of returns the secret for a server, or "".
func (s *Secrets) Of(server string) string { return s.by[server] }

// Keep keeps the secret for a server.
func (s *Secrets) Keep(server, secret string) error {
	if secret == "" || s.by[server] == secret {
		return nil
	}
	s.by[server] = secret
	text, err := json.MarshalIndent(s.by, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(s.path, append(text, '\n'), 0o600)
}
