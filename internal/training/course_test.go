package training_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/internal/training"
)

func courseOptions() training.CourseOptions {
	opt := learn.Defaults()
	opt.Hidden = 16
	return training.CourseOptions{Learn: opt, Nodes: 100}
}

// A course finds out that its network is better than playouts, the same one for the same
// seed, and another course goes on from it.
func TestCourse(t *testing.T) {
	g := game.Fixed(playertest.Open(t, "breakthrough-5x5"))
	var files [2]bytes.Buffer
	var learned training.Learned
	for i := range files {
		c, err := training.NewCourse(t.Context(), g, training.Learned{}, courseOptions())
		if err != nil {
			t.Fatal(err)
		}
		for better := false; !better; {
			if c.Plays() > 50_000 {
				t.Fatal("the network did not become better than playouts")
			}
			if better, err = c.Study(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		m := c.Used()
		if m == nil || !m.Helps() || len(m.Trials) == 0 || m.Proof() == nil {
			t.Fatalf("the network is used as %+v", m)
		}
		m.Time, learned = 0, c.Learned()
		if err := m.Write(&files[i]); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two courses with the same seed differ")
	}
	c, err := training.NewCourse(t.Context(), g, learned, courseOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Plays() != learned.Newest.Plays || c.Used() == nil || c.Used().Method != learned.Used.Method {
		t.Errorf("%d plays, used %+v", c.Plays(), c.Used())
	}
}

// A course that is interrupted all the time goes on from where it was, in learning and in trials:
// it comes to the trials of its second lap. Whether they show that the network is better is
// another question, and a matter of luck for one as small as this.
func TestInterruptedCourse(t *testing.T) {
	c, err := training.NewCourse(t.Context(), game.Fixed(playertest.Open(t, "breakthrough-5x5")), training.Learned{}, courseOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const piece, trials = 50 * time.Millisecond, 4 // two methods are tried in each lap
	pieces := 0
	for ; c.Used() == nil && len(c.Learned().Newest.Trials) < trials; pieces++ {
		if pieces > 5000 {
			t.Fatalf("no result after %d pieces, %d plays", pieces, c.Plays())
		}
		ctx, cancel := context.WithTimeout(t.Context(), piece)
		if _, err := c.Study(ctx); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if pieces < 2 {
		t.Errorf("the course was not interrupted: %d pieces", pieces)
	}
}
