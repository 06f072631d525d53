package cuda

import "encoding/binary"

// code returns the machine code of the child: the entry, which has the C library call main,
// and main, which makes the calls.
func (m *image) code(l *layout) []byte {
	var a assembler
	a.bytes(0x31, 0xED)                             // xor  ebp, ebp
	a.bytes(0x49, 0x89, 0xD1)                       // mov  r9, rdx        what runs at exit
	a.bytes(0x48, 0x8B, 0x34, 0x24)                 // mov  rsi, [rsp]     argc
	a.bytes(0x48, 0x8D, 0x54, 0x24, 0x08)           // lea  rdx, [rsp+8]   argv
	a.bytes(0x48, 0x83, 0xE4, 0xF0)                 // and  rsp, -16
	a.bytes(0x31, 0xC9)                             // xor  ecx, ecx
	a.bytes(0x45, 0x31, 0xC0)                       // xor  r8d, r8d
	a.bytes(0x50, 0x54)                             // push rax; push rsp  the end of the stack
	a.bytes(0xBF)                                   // mov  edi, main
	main := a.hole()                                //
	a.bytes(0xFF, 0x14, 0x25).word(uint32(l.table)) // call [starter]
	a.bytes(0xF4)                                   // hlt

	a.fill(main, uint32(imageBase+l.code)+uint32(len(a.code)))
	a.bytes(0x53)                        // push rbx
	a.bytes(0x48, 0x83, 0xEC, 0x40)      // sub  rsp, 64        arguments on the stack; aligned to 16
	a.bytes(0x48, 0xBF).quad(sharedBase) // mov  rdi, shared
	a.bytes(0xBE).word(m.shared)         // mov  esi, size
	a.bytes(0xBA).word(3)                // mov  edx, PROT_READ|PROT_WRITE
	a.bytes(0x41, 0xBA).word(0x11)       // mov  r10d, MAP_SHARED|MAP_FIXED
	a.bytes(0x41, 0xB8).word(3)          // mov  r8d, 3         the file
	a.bytes(0x45, 0x31, 0xC9)            // xor  r9d, r9d
	a.bytes(0xB8).word(9)                // mov  eax, mmap
	a.bytes(0x0F, 0x05)                  // syscall
	a.bytes(0xBB).word(uint32(l.buffer)) // mov  ebx, buffer
	loop := len(a.code)
	a.bytes(0x31, 0xFF)                 // xor  edi, edi
	a.bytes(0x48, 0x89, 0xDE)           // mov  rsi, rbx
	a.bytes(0xBA).word(callBytes)       // mov  edx, the size of a call
	a.bytes(0x31, 0xC0)                 // xor  eax, eax       read
	a.bytes(0x0F, 0x05)                 // syscall
	a.bytes(0x48, 0x3D).word(callBytes) // cmp  rax, the size of a call
	a.bytes(0x0F, 0x85)                 // jne  end
	end := a.hole()
	for i := range byte(6) {
		a.bytes(0x48, 0x8B, 0x43, 56+8*i)    // mov  rax, [rbx+56+8·i]
		a.bytes(0x48, 0x89, 0x44, 0x24, 8*i) // mov  [rsp+8·i], rax
	}
	a.bytes(0x48, 0x8B, 0x7B, 8)                              // mov  rdi, [rbx+8]
	a.bytes(0x48, 0x8B, 0x73, 16)                             // mov  rsi, [rbx+16]
	a.bytes(0x48, 0x8B, 0x53, 24)                             // mov  rdx, [rbx+24]
	a.bytes(0x48, 0x8B, 0x4B, 32)                             // mov  rcx, [rbx+32]
	a.bytes(0x4C, 0x8B, 0x43, 40)                             // mov  r8, [rbx+40]
	a.bytes(0x4C, 0x8B, 0x4B, 48)                             // mov  r9, [rbx+48]
	a.bytes(0x4C, 0x8B, 0x13)                                 // mov  r10, [rbx]     the function
	a.bytes(0x31, 0xC0)                                       // xor  eax, eax
	a.bytes(0x42, 0xFF, 0x14, 0xD5).word(uint32(l.table + 8)) // call [table+8+8·r10]
	a.bytes(0x48, 0x89, 0x03)                                 // mov  [rbx], rax
	a.bytes(0xBF).word(1)                                     // mov  edi, 1
	a.bytes(0x48, 0x89, 0xDE)                                 // mov  rsi, rbx
	a.bytes(0xBA).word(8)                                     // mov  edx, 8
	a.bytes(0xB8).word(1)                                     // mov  eax, write
	a.bytes(0x0F, 0x05)                                       // syscall
	a.bytes(0xE9)                                             // jmp  loop
	back := a.hole()
	a.fill(back, uint32(loop-len(a.code)))
	a.fill(end, uint32(len(a.code)-end-4))
	a.bytes(0x31, 0xFF)     // xor  edi, edi
	a.bytes(0xB8).word(231) // mov  eax, exit_group
	a.bytes(0x0F, 0x05)     // syscall
	return a.code
}

// An assembler collects machine code.
type assembler struct{ code []byte }

func (a *assembler) bytes(b ...byte) *assembler {
	a.code = append(a.code, b...)
	return a
}

func (a *assembler) word(w uint32) { a.code = binary.LittleEndian.AppendUint32(a.code, w) }

func (a *assembler) quad(w uint64) { a.code = binary.LittleEndian.AppendUint64(a.code, w) }

// hole leaves room for a word that is filled in later, and returns its place.
func (a *assembler) hole() int {
	a.word(0)
	return len(a.code) - 4
}

func (a *assembler) fill(at int, w uint32) { binary.LittleEndian.PutUint32(a.code[at:], w) }
