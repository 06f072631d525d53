package environment

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile makes a file of a size and maps it into memory.
func mapFile(path string, bytes int) (memory []byte, unmap func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if err := f.Truncate(int64(bytes)); err != nil {
		return nil, nil, err
	}
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READWRITE, 0, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	at, err := windows.MapViewOfFile(h, windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0, 0, uintptr(bytes))
	if err != nil {
		return nil, nil, errors.Join(err, windows.CloseHandle(h))
	}
	memory = unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), bytes)
	return memory, func() error { return errors.Join(windows.UnmapViewOfFile(at), windows.CloseHandle(h)) }, nil
}
