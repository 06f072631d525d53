package server

import "sync"

// How many pictures are kept, and up to which size.
const (
	maxPictures    = 512
	maxPictureSize = 128 << 10
)

// pictures keeps what was drawn, so that many who watch a match see one drawing.
// It is safe for concurrent use.
type pictures struct {
	mu    sync.Mutex
	kept  map[string][]byte
	order []string
}

func newPictures() *pictures { return &pictures{kept: map[string][]byte{}} }

func (p *pictures) get(key string) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	svg, ok := p.kept[key]
	return svg, ok
}

func (p *pictures) put(key string, svg []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.kept[key]; ok || len(svg) > maxPictureSize {
		return
	}
	if p.order = append(p.order, key); len(p.order) > maxPictures {
		delete(p.kept, p.order[0])
		p.order = p.order[1:]
	}
	p.kept[key] = svg
}
