package cuda

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// An image is an executable file for Linux on AMD64 that makes calls to shared libraries.
//
// It maps the file with descriptor 3 at a fixed address. Then it repeatedly reads from its
// standard input the number of a function and [callArgs] arguments, each in eight bytes,
// calls the function and writes its result to the standard output. It ends when the input
// does.
type image struct {
	libraries []string // found by the dynamic linker
	functions []string // imported from them
	shared    uint32   // how many bytes of the file are mapped
}

// Addresses and sizes of the child.
const (
	imageBase  = 0x400000
	dataBase   = 0x600000
	sharedBase = 0x10_0000_0000 // where the shared memory is mapped
	callArgs   = 12             // cuLaunchKernel has 11
	callBytes  = 8 * (1 + callArgs)
	pageSize   = 0x1000
)

// starter is the function of the C library that prepares it and calls main.
const starter = "__libc_start_main"

const interpreter = "/lib64/ld-linux-x86-64.so.2"

// A layout says where the parts of the file lie.
type layout struct {
	interpreter, symbols, relocations, hash, strings, code uint64 // offsets in the file
	text, data                                             uint64 // the end of the read-only part, and where the other begins
	table, buffer, dynamic                                 uint64 // addresses
}

// bytes returns the file: headers, tables and code, then what is written: the addresses of
// functions, the buffer for calls, and the dynamic section.
func (m *image) bytes() []byte {
	imported := append([]string{starter}, m.functions...)
	var names stringTable
	var symbols, relocations bytes.Buffer
	put(&symbols, elf.Sym64{})
	for i, s := range imported {
		put(&symbols, elf.Sym64{Name: names.add(s), Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC)})
		put(&relocations, elf.Rela64{Off: dataBase + uint64(8*i), Info: elf.R_INFO(uint32(i+1), uint32(elf.R_X86_64_GLOB_DAT))})
	}
	var needed []uint32
	for _, l := range m.libraries {
		needed = append(needed, names.add(l))
	}
	hash := hashTable(len(imported) + 1)

	const headers = 64 + segments*56
	l := layout{interpreter: headers, table: dataBase, buffer: dataBase + uint64(8*len(imported))}
	l.symbols = align(l.interpreter+uint64(len(interpreter)+1), 8)
	l.relocations = l.symbols + uint64(symbols.Len())
	l.hash = l.relocations + uint64(relocations.Len())
	l.strings = l.hash + uint64(4*len(hash))
	l.code = align(l.strings+uint64(len(names.bytes)), 16)
	code := m.code(&l)
	l.text = l.code + uint64(len(code))
	l.data = align(l.text, pageSize)
	l.dynamic = l.buffer + callBytes
	dynamic := []elf.Dyn64{
		{Tag: int64(elf.DT_STRTAB), Val: imageBase + l.strings}, {Tag: int64(elf.DT_STRSZ), Val: uint64(len(names.bytes))},
		{Tag: int64(elf.DT_SYMTAB), Val: imageBase + l.symbols}, {Tag: int64(elf.DT_SYMENT), Val: 24},
		{Tag: int64(elf.DT_RELA), Val: imageBase + l.relocations}, {Tag: int64(elf.DT_RELASZ), Val: uint64(relocations.Len())},
		{Tag: int64(elf.DT_RELAENT), Val: 24}, {Tag: int64(elf.DT_HASH), Val: imageBase + l.hash},
		{Tag: int64(elf.DT_FLAGS), Val: uint64(elf.DF_BIND_NOW)},
	}
	for _, n := range needed {
		dynamic = append(dynamic, elf.Dyn64{Tag: int64(elf.DT_NEEDED), Val: uint64(n)})
	}
	dynamic = append(dynamic, elf.Dyn64{})

	var out bytes.Buffer
	l.writeHeaders(&out, uint64(16*len(dynamic)))
	pad := func(to uint64) { out.Write(make([]byte, int(to)-out.Len())) }
	out.WriteString(interpreter)
	pad(l.symbols)
	out.Write(symbols.Bytes())
	out.Write(relocations.Bytes())
	put(&out, hash)
	out.Write(names.bytes)
	pad(l.code)
	out.Write(code)
	pad(l.data + l.dynamic - dataBase)
	put(&out, dynamic)
	return out.Bytes()
}

// segments is how many program headers there are.
const segments = 4

// writeHeaders writes the headers of the file and of its segments.
func (l *layout) writeHeaders(out *bytes.Buffer, dynamic uint64) {
	put(out, elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT),
		Entry: imageBase + l.code, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: segments, Shentsize: 64,
	})
	segment := func(kind elf.ProgType, flags elf.ProgFlag, off, addr, size, align uint64) {
		put(out, elf.Prog64{Type: uint32(kind), Flags: uint32(flags), Off: off, Vaddr: addr, Paddr: addr, Filesz: size, Memsz: size, Align: align})
	}
	segment(elf.PT_INTERP, elf.PF_R, l.interpreter, imageBase+l.interpreter, uint64(len(interpreter)+1), 1)
	segment(elf.PT_LOAD, elf.PF_R|elf.PF_X, 0, imageBase, l.text, pageSize)
	segment(elf.PT_LOAD, elf.PF_R|elf.PF_W, l.data, dataBase, l.dynamic-dataBase+dynamic, pageSize)
	segment(elf.PT_DYNAMIC, elf.PF_R|elf.PF_W, l.data+l.dynamic-dataBase, l.dynamic, dynamic, 8)
}

// put writes a value in its binary form. A buffer takes everything.
func put(b *bytes.Buffer, v any) { _ = binary.Write(b, binary.LittleEndian, v) }

func align(n, to uint64) uint64 { return (n + to - 1) &^ (to - 1) }

// A stringTable holds names, each with a zero byte at its end.
type stringTable struct{ bytes []byte }

// add returns where a name begins.
func (t *stringTable) add(s string) uint32 {
	if t.bytes == nil {
		t.bytes = []byte{0}
	}
	at := len(t.bytes)
	t.bytes = append(append(t.bytes, s...), 0)
	return uint32(at)
}

// hashTable returns a hash table of symbols with one empty bucket: the file exports nothing.
func hashTable(symbols int) []uint32 {
	return append([]uint32{1, uint32(symbols), 0}, make([]uint32, symbols)...)
}
