package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxName is how long a name may be, in bytes. Two of them have to fit into an
// entry of an index.
const maxName = 1000

// checkNames refuses names that not every database can keep.
func checkNames(names ...string) error {
	for _, name := range names {
		if len(name) > maxName {
			return fmt.Errorf("a name of %d bytes cannot be kept: %d are allowed", len(name), maxName)
		}
		if err := checkText(name); err != nil {
			return fmt.Errorf("the name %q cannot be kept: %w", name, err)
		}
	}
	return nil
}

// checkText refuses texts that not every database can keep.
func checkText(text string) error {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return errors.New("it has a zero byte")
	case !utf8.ValidString(text):
		return errors.New("it is not UTF-8")
	}
	return nil
}
