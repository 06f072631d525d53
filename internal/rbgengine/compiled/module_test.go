package compiled

import (
	"context"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
)

// The path of a module is a line of go.mod, and nothing else gets into that file by it.
func TestModulePath(t *testing.T) {
	g := rbgenginetest.Parse(t, choices)
	for _, bad := range []string{"example.com/three\nrequire example.com/evil v1.0.0", "a b", "a//b", "/a", "a/", "a\r", `a"`, "a // b"} {
		if _, err := (Package{Name: "three", Module: bad}).Files(context.Background(), g); err == nil || !strings.Contains(err.Error(), "is no path of a module") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	files, err := Package{Name: "three", Module: "example.com/~me/three-1.x", Leaves: 1}.Files(context.Background(), g)
	if err != nil || !strings.HasPrefix(string(files["go.mod"]), "module example.com/~me/three-1.x\n") {
		t.Errorf("%q, %v", files["go.mod"], err)
	}
}
