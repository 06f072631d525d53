package match

import "errors"

// errNoKeys is returned in a browser, whose pages are to be small: reading keys takes all
// the cryptography there is, and nothing is signed there.
var errNoKeys = errors.New("keys are not read in a browser")

func parsePrivate([]byte) (any, error)   { return nil, errNoKeys }
func marshalPrivate(any) ([]byte, error) { return nil, errNoKeys }
func parsePublic([]byte) (any, error)    { return nil, errNoKeys }
func marshalPublic(any) ([]byte, error)  { return nil, errNoKeys }
