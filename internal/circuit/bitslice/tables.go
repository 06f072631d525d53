package bitslice

// Truth tables over up to three inputs. Bit i of a table is the value for the
// inputs with the bits of i, the last input lowest; k is the number of inputs.

// fixInput returns the table over the other inputs when input i has a value.
func fixInput(table uint8, k, i int, value bool) uint8 {
	low := k - 1 - i // bits below that of input i
	out := uint8(0)
	for row := range 1 << (k - 1) {
		full := row>>low<<(low+1) | row&(1<<low-1)
		if value {
			full |= 1 << low
		}
		out |= table >> full & 1 << row
	}
	return out
}

// invertInput returns the table when input i is inverted.
func invertInput(table uint8, k, i int) uint8 {
	out := uint8(0)
	for row := range 1 << k {
		out |= table >> (row ^ 1<<(k-1-i)) & 1 << row
	}
	return out
}

// mergeInputs returns the table over the inputs without i, which is equal to j.
func mergeInputs(table uint8, k, j, i int) uint8 {
	low := k - 1 - i
	out := uint8(0)
	for row := range 1 << (k - 1) {
		full := row>>low<<(low+1) | row&(1<<low-1)
		full |= full >> (k - 1 - j) & 1 << low
		out |= table >> full & 1 << row
	}
	return out
}

// swapInputs returns the table when inputs i and j change places.
func swapInputs(table uint8, k, i, j int) uint8 {
	bi, bj := k-1-i, k-1-j
	out := uint8(0)
	for row := range 1 << k {
		from := row
		if row>>bi&1 != row>>bj&1 {
			from ^= 1<<bi | 1<<bj
		}
		out |= table >> from & 1 << row
	}
	return out
}
