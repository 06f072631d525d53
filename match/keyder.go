//go:build !js

package match

import "crypto/x509"

// Keys as others write them.
var (
	parsePrivate   = x509.ParsePKCS8PrivateKey
	marshalPrivate = x509.MarshalPKCS8PrivateKey
	parsePublic    = x509.ParsePKIXPublicKey
	marshalPublic  = x509.MarshalPKIXPublicKey
)
