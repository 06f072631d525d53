//go:build unix

package clustertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"
)

// A Secure has the files for a NATS server with TLS and authentication, and for
// its clients.
type Secure struct {
	CA          string // the file with the CA certificate of the server
	Credentials string // the file with the credentials of a user
	Config      string // the file with the configuration of the server
}

// NewSecure makes certificates, keys and credentials for a server on this machine.
func NewSecure(t testing.TB) Secure {
	t.Helper()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	s := Secure{CA: at("ca.pem"), Credentials: at("user.creds"), Config: at("nats.conf")}
	certify(t, s.CA, at("key.pem"))
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	operator, system, accounts, creds := tokens(t)
	write(s.Credentials, creds)
	var config strings.Builder
	fmt.Fprintf(&config, "tls {\n cert_file: %q\n key_file: %q\n}\noperator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {\n",
		s.CA, at("key.pem"), operator, system)
	for name, token := range accounts {
		fmt.Fprintf(&config, " %s: %s\n", name, token)
	}
	config.WriteString("}\n")
	write(s.Config, config.String())
	return s
}

// certify makes a certificate for the loopback address that is self-signed.
func certify(t testing.TB, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// tokens makes an operator, an account that may use JetStream, and a user of it.
// The accounts, including the system account, are by name.
func tokens(t testing.TB) (operator, system string, accounts map[string]string, credentials string) {
	t.Helper()
	must := func(text string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	key := func(create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		pair, err := create()
		if err != nil {
			t.Fatal(err)
		}
		return pair, must(pair.PublicKey())
	}
	operatorKey, operatorName := key(nkeys.CreateOperator)
	accountKey, accountName := key(nkeys.CreateAccount)
	_, system = key(nkeys.CreateAccount)
	userKey, userName := key(nkeys.CreateUser)

	of := jwt.NewOperatorClaims(operatorName)
	of.SystemAccount = system
	account := jwt.NewAccountClaims(accountName)
	account.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	accounts = map[string]string{
		accountName: must(account.Encode(operatorKey)), system: must(jwt.NewAccountClaims(system).Encode(operatorKey)),
	}
	seed, err := userKey.Seed()
	if err != nil {
		t.Fatal(err)
	}
	creds, err := jwt.FormatUserConfig(must(jwt.NewUserClaims(userName).Encode(accountKey)), seed)
	if err != nil {
		t.Fatal(err)
	}
	return must(of.Encode(operatorKey)), system, accounts, string(creds)
}
