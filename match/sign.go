package match

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// In public records, a letter and a digit before the signature, and a digit before
// the key, say how they were made canonical and signed. "A" is JSON with sorted
// keys and no blanks, which records of version 1 have, and "B" the same after a
// line with the version, so that one cannot pass for the other; "0" is the RSA with
// SHA-1 of older tools, which is no longer trusted, and "1" is Ed25519.
const (
	oldPrefix       = "A1"
	signaturePrefix = "B1"
	keyPrefix       = "1"
)

// privateDER and publicDER are what is before the bytes of a key in PKCS #8 and in a
// SubjectPublicKeyInfo (RFC 8410), where keys for Ed25519 have only one encoding. The
// package crypto/x509 writes the same.
var (
	privateDER = []byte("\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20")
	publicDER  = []byte("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00")
)

// Reasons why a signature does not count.
var (
	ErrUnsigned  = errors.New("the record is not signed")
	ErrForged    = errors.New("the signature does not fit the record")
	ErrUntrusted = errors.New("the record is signed by a key that is not trusted")
)

// A Key is the signing key of a host.
type Key struct{ private ed25519.PrivateKey }

// NewKey makes a key.
func NewKey() (*Key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	return &Key{private}, nil
}

// keyFile is a key as JSON, with the names of public key files.
type keyFile struct {
	Public  string `json:"PK"`
	Private string `json:"SK"`
}

// ReadKey reads a key that was written with [Key.Write].
func ReadKey(in io.Reader) (*Key, error) {
	var f keyFile
	if err := json.NewDecoder(io.LimitReader(in, 1<<16)).Decode(&f); err != nil {
		return nil, fmt.Errorf("not a key: %w", err)
	}
	der, err := decode(f.Private, keyPrefix)
	if err != nil {
		return nil, fmt.Errorf("not a key: %w", err)
	}
	seed, ok := bytes.CutPrefix(der, privateDER)
	if !ok || len(seed) != ed25519.SeedSize {
		return nil, errors.New("not a key for Ed25519")
	}
	return &Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Write writes the key, including its secret part.
func (k *Key) Write(out io.Writer) error {
	der := slices.Concat(privateDER, k.private.Seed())
	return json.NewEncoder(out).Encode(keyFile{Public: k.Public(), Private: keyPrefix + base64.StdEncoding.EncodeToString(der)})
}

// Public returns the public part of the key, which identifies the host.
func (k *Key) Public() string {
	der := slices.Concat(publicDER, k.private[ed25519.SeedSize:])
	return keyPrefix + base64.StdEncoding.EncodeToString(der)
}

// Sign signs the record as it is.
func (r *Record) Sign(k *Key) error {
	r.HostKey, r.Signature = k.Public(), ""
	text, err := r.signedText()
	if err != nil {
		return err
	}
	r.Signature = r.signaturePrefix() + base64.StdEncoding.EncodeToString(ed25519.Sign(k.private, text))
	return nil
}

// Verify checks that the record is what the host with its HostKey signed. It does
// not know whose key that is; see [Trust].
func (r *Record) Verify() error {
	if r.Signature == "" {
		return ErrUnsigned
	}
	signature, err := decode(r.Signature, r.signaturePrefix())
	if err != nil {
		return fmt.Errorf("%w: the signature: %w", ErrForged, err)
	}
	public, err := publicKey(r.HostKey)
	if err != nil {
		return fmt.Errorf("%w: the host's key: %w", ErrForged, err)
	}
	text, err := r.signedText()
	if err != nil {
		return err
	}
	if !ed25519.Verify(public, text, signature) {
		return ErrForged
	}
	return nil
}

// isOld reports whether the record is of the first version.
func (r *Record) isOld() bool { return r.Details.Version < 2 }

func (r *Record) signaturePrefix() string {
	if r.isOld() {
		return oldPrefix
	}
	return signaturePrefix
}

// publicKey reads the part of a key that is in records.
func publicKey(text string) (ed25519.PublicKey, error) {
	der, err := decode(text, keyPrefix)
	if err != nil {
		return nil, err
	}
	public, ok := bytes.CutPrefix(der, publicDER)
	if !ok || len(public) != ed25519.PublicKeySize {
		return nil, errors.New("it is not one for Ed25519")
	}
	return public, nil
}

// decode reads the base64 text after a prefix, in its only canonical form.
func decode(text, prefix string) ([]byte, error) {
	coded, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return nil, fmt.Errorf("it begins with %.2q, and here only %q is known", text, prefix)
	}
	data, err := base64.StdEncoding.DecodeString(coded)
	if err == nil && base64.StdEncoding.EncodeToString(data) != coded {
		err = errors.New("it is not in base 64 as it is usually written")
	}
	return data, err
}

// signedText returns the bytes that are signed: the record without the signature.
func (r *Record) signedText() ([]byte, error) {
	unsigned := *r
	unsigned.Signature = ""
	text, err := canonical(&unsigned)
	if err != nil || r.isOld() {
		return text, err
	}
	return append(fmt.Appendf(nil, "ludex match record %d\n", r.Details.Version), text...), nil
}

// canonical writes a record with sorted keys and no blanks.
func canonical(r *Record) ([]byte, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers keep their digits
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(tree); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
