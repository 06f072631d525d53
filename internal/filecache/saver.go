package filecache

import (
	"context"
	"sync"
	"time"
)

// A Saver keeps something in a file that takes long to make. The zero value keeps nothing.
type Saver struct {
	Folder *Folder
	Key    string // the name of the file
	// Least is how long a thing takes to make before it is worth saving.
	Least time.Duration
}

// WorthSaving is how long a circuit takes to set up before it is saved.
const WorthSaving = 300 * time.Millisecond

// Circuits returns the user's folder of circuits.
func Circuits() *Folder { return User("circuits", 200, 1<<30) }

var (
	// saving is held while something is saved, so that this takes one core at most.
	saving = make(chan struct{}, 1)
	// ready counts things that only have to be written.
	ready sync.WaitGroup
)

// Load returns what was saved.
func (s *Saver) Load() (data []byte, ok bool) {
	if s.Folder == nil {
		return nil, false
	}
	return s.Folder.Load(s.Key)
}

// Save saves something that took some time to make, in the background. It is left out if
// something else is being saved.
func (s *Saver) Save(took time.Duration, data func() ([]byte, error)) {
	if s.begins(took) {
		ready.Go(func() { s.write(data) })
	}
}

// SaveLater is [Saver.Save] for something that takes long to put into bytes. Nobody waits
// for it when the program ends.
func (s *Saver) SaveLater(took time.Duration, data func() ([]byte, error)) {
	if s.begins(took) {
		go s.write(data)
	}
}

// begins reports whether something is to be saved now.
func (s *Saver) begins(took time.Duration) bool {
	if s.Folder == nil || took < s.Least {
		return false
	}
	select {
	case saving <- struct{}{}:
		return true
	default:
		return false
	}
}

// write writes the file, unless there is an error.
func (s *Saver) write(data func() ([]byte, error)) {
	defer func() { <-saving }()
	if d, err := data(); err == nil {
		s.Folder.Save(s.Key, d)
	}
}

// FinishSaving waits until all that is ready has been saved, or the context ends. A program
// calls it before it ends.
func FinishSaving(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		ready.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// AwaitIdle waits until nothing is being saved. Tests use it.
func AwaitIdle() {
	saving <- struct{}{}
	<-saving
}
