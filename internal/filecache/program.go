package filecache

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Program identifies the running program: files that another version would not understand
// have it in their names. It reports false if it is not known, and in tests, which must not
// use the files of the user.
func Program() (id string, ok bool) {
	id = program()
	return id, id != ""
}

var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || strings.HasSuffix(info.Path, ".test") {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err != nil {
		return ""
	}
	return buildID(head)
})

// headSize is how much of a program is read. The build ID is near its beginning.
const headSize = 64 << 10

// buildID returns the build ID, which the Go toolchain derives from the contents of a
// program, or "".
func buildID(head []byte) string {
	// A note of an ELF file: the lengths of its name and contents, its kind, its name.
	kind := []byte{4, 0, 0, 0, 'G', 'o', 0, 0}
	if at := bytes.Index(head, kind); bytes.HasPrefix(head, []byte("\x7fELF")) && at >= 8 {
		rest := head[at+len(kind):]
		if size := binary.LittleEndian.Uint32(head[at-4:]); int64(size) <= int64(len(rest)) {
			return string(rest[:size])
		}
	}
	// The beginning of the code, on other systems.
	if _, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \"")); ok {
		if id, _, ok := bytes.Cut(rest, []byte("\"\n \xff")); ok {
			return string(id)
		}
	}
	return ""
}
