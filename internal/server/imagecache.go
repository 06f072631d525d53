package server

import "sync"

// How many images are cached, and up to which size in bytes.
const (
	maxImages    = 512
	maxImageSize = 128 << 10
)

// An imageCache holds the images drawn last, so that a position is drawn once for all
// spectators of a match. It is safe for concurrent use.
type imageCache struct {
	mu     sync.Mutex
	images map[string][]byte
	order  []string
}

func newImageCache() *imageCache { return &imageCache{images: map[string][]byte{}} }

func (c *imageCache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	svg, ok := c.images[key]
	return svg, ok
}

func (c *imageCache) put(key string, svg []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.images[key]; ok || len(svg) > maxImageSize {
		return
	}
	if c.order = append(c.order, key); len(c.order) > maxImages {
		delete(c.images, c.order[0])
		c.order = c.order[1:]
	}
	c.images[key] = svg
}
