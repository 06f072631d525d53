package budget

import "testing"

func TestParts(t *testing.T) {
	given := MB(100)
	for _, got := range []int64{given.Total(), given.Text(), given.Moves(), given.Setup(), given.Tables(), given.Search()} {
		if got != 100<<20 {
			t.Errorf("a task may take %d bytes of 100 MB", got)
		}
	}
	var none Memory
	if none.Total() != machine()/4 {
		t.Errorf("the default is %d bytes of a machine with %d", none.Total(), machine())
	}
	for _, got := range []int64{none.Text(), none.Moves(), none.Setup(), none.Tables(), none.Search()} {
		if got <= 0 || got > none.Total() {
			t.Errorf("a task may take %d bytes of %d", got, none.Total())
		}
	}
}

func TestMemoryOf(t *testing.T) {
	if got := MemoryOf(t.Context()); got != 0 {
		t.Errorf("a context has %d bytes", got)
	}
	if got := MemoryOf(WithMemory(t.Context(), MB(7))); got != 7<<20 {
		t.Errorf("a context with 7 MB has %d bytes", got)
	}
}
