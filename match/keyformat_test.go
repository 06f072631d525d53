package match_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"testing"

	"ludex/match"
)

// TestKeyFormat compares the encoding of keys with the one of the standard library.
func TestKeyFormat(t *testing.T) {
	key, public := newKey(t)
	var file bytes.Buffer
	if err := key.Write(&file); err != nil {
		t.Fatal(err)
	}
	var parts struct{ PK, SK string }
	if err := json.Unmarshal(file.Bytes(), &parts); err != nil {
		t.Fatal(err)
	}
	secret, err := base64.StdEncoding.DecodeString(parts.SK[1:])
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		t.Fatalf("a key of type %T", parsed)
	}
	der, err := x509.MarshalPKIXPublicKey(private.Public())
	if err != nil {
		t.Fatal(err)
	}
	if want := "1" + base64.StdEncoding.EncodeToString(der); public != want || parts.PK != want {
		t.Errorf("%s and %s, and not %s", public, parts.PK, want)
	}
	again, err := match.ReadKey(&file)
	if err != nil || again.Public() != public {
		t.Errorf("%v %v", again, err)
	}
}
