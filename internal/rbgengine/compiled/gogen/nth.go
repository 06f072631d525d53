package gogen

// The n-th bit of a word is what a random choice ends with. Processors with BMI2 find
// it in two instructions (PDEP and TZCNT), which the Go compiler does not emit: there
// are a few lines of assembly for them, and Go for other processors.

// nthFiles returns the files that find the n-th bit of a word.
func nthFiles(opt Options) map[string][]byte {
	clause := "package " + opt.Package + "\n\n"
	portable := expand("nth.go", nil)
	if opt.Plain {
		return map[string][]byte{"nth.go": []byte(generatedHeader + clause + portable)}
	}
	const bmi2 = "//go:build amd64.v3\n\n"
	return map[string][]byte{
		"nth.go":       []byte(generatedHeader + "//go:build !amd64.v3\n\n" + clause + portable),
		"nth_amd64.go": []byte(generatedHeader + bmi2 + clause + expand("nth_amd64.go", nil)),
		"nth_amd64.s":  []byte(generatedHeader + bmi2 + expand("nth_amd64.s", nil)),
	}
}
