package cluster

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// MaxBody is how large an item or a result may be, as JSON.
const MaxBody = 256 << 20

// Headers of messages.
const (
	encodingHeader = "Ludex-Encoding"
	blobHeader     = "Ludex-Blob" // the body is in the object store under this name
	gzipEncoding   = "gzip"
)

// compressFrom is the size from which it pays to compress a body.
const compressFrom = 1 << 10

// encode writes a value as the body of a message, compressed if that pays.
func encode(v any) (body []byte, encoding string, err error) {
	body, err = json.Marshal(v)
	if err != nil {
		return nil, "", err
	}
	if len(body) > MaxBody {
		return nil, "", fmt.Errorf("%d MB are more than the %d MB that work may have", len(body)>>20, MaxBody>>20)
	}
	if len(body) < compressFrom {
		return body, "", nil
	}
	var small bytes.Buffer
	z, err := gzip.NewWriterLevel(&small, gzip.BestSpeed)
	if err != nil {
		return nil, "", err
	}
	if _, err := z.Write(body); err != nil {
		return nil, "", err
	}
	if err := z.Close(); err != nil {
		return nil, "", err
	}
	return small.Bytes(), gzipEncoding, nil
}

// decode reads what encode wrote.
func decode(body []byte, encoding string, v any) error {
	switch encoding {
	case "":
	case gzipEncoding:
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return err
		}
		if body, err = io.ReadAll(io.LimitReader(z, MaxBody+1)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown encoding %q", encoding)
	}
	if len(body) > MaxBody {
		return fmt.Errorf("more than the %d MB that work may have", MaxBody>>20)
	}
	return json.Unmarshal(body, v)
}

// A codec packs values into messages and unpacks them. Bodies that are too large
// for a message go into an object store.
type codec struct {
	conn *nats.Conn
	js   jetstream.JetStream
	most int // bytes of a body in a message; 0 is the server's limit
}

// blobBucket is the object store for large bodies, and blobAge the time after
// which they expire.
const (
	blobBucket = "ludex"
	blobAge    = 7 * 24 * time.Hour
)

// headroom is how much of a message its headers may take.
const headroom = 4 << 10

func (p *codec) limit() int {
	if p.most > 0 {
		return p.most
	}
	return max(int(p.conn.MaxPayload())-headroom, headroom)
}

// pack makes a message.
func (p *codec) pack(ctx context.Context, subject string, v any) (*nats.Msg, error) {
	body, encoding, err := encode(v)
	if err != nil {
		return nil, err
	}
	msg := nats.NewMsg(subject)
	if encoding != "" {
		msg.Header.Set(encodingHeader, encoding)
	}
	if len(body) <= p.limit() {
		msg.Data = body
		return msg, nil
	}
	bucket, err := p.bucket(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := bucket.PutBytes(ctx, subject, body); err != nil {
		return nil, fmt.Errorf("storing %d bytes: %w", len(body), err)
	}
	msg.Header.Set(blobHeader, subject)
	return msg, nil
}

// bucket returns the object store and creates it if needed.
func (p *codec) bucket(ctx context.Context) (jetstream.ObjectStore, error) {
	bucket, err := p.js.ObjectStore(ctx, blobBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return p.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: blobBucket, TTL: blobAge, Replicas: replicas(p.conn)})
	}
	return bucket, err
}

// unpack reads a message.
func (p *codec) unpack(ctx context.Context, msg jetstream.Msg, v any) error {
	body, header := msg.Data(), msg.Headers()
	if name := header.Get(blobHeader); name != "" {
		bucket, err := p.js.ObjectStore(ctx, blobBucket)
		if err != nil {
			return err
		}
		if body, err = bucket.GetBytes(ctx, name); err != nil {
			return err
		}
	}
	return decode(body, header.Get(encodingHeader), v)
}

// drop removes the body of a message that was too large for it.
func (p *codec) drop(ctx context.Context, msg jetstream.Msg) {
	name := msg.Headers().Get(blobHeader)
	if name == "" {
		return
	}
	if bucket, err := p.js.ObjectStore(ctx, blobBucket); err == nil {
		_ = bucket.Delete(ctx, name) // otherwise it expires
	}
}
