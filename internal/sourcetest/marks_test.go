package sourcetest

import (
	"regexp"
	"testing"

	"ludex/source"
)

// code is a code that tests report.
var code = &source.Code{ID: "XYZ001", Severity: source.Warning, Title: "a title", Doc: "an explanation of it"}

func TestCompare(t *testing.T) {
	file := source.NewFile("marked", []byte("first % WARNING XYZ001 \"not [0-9]\"\nsecond\n% FILE WARNING XYZ001 \"whole\"\n"))
	marks := Marks(file.Text())
	if len(marks) != 2 || marks[0].Line != 1 || marks[1].Line != 0 || marks[1].String() != `WARNING XYZ001 "whole"` {
		t.Fatalf("marks %v", marks)
	}
	list := &source.List{File: file}
	list.Report(code, source.Range(0, 5), "not 5")
	list.Report(code, source.Span{}, "the whole file")
	Compare(t, file, list.Items)
	AllMarked(t, []*source.Code{code}, []*source.File{file})
	Documented(t, regexp.MustCompile(`^XYZ\d{3}$`), []*source.Code{code})
}

func TestMatches(t *testing.T) {
	file := source.NewFile("marked", []byte("a\nb\n"))
	list := &source.List{File: file}
	d := list.Report(code, source.Range(2, 3), "a message")
	mark := Mark{2, "warning", "XYZ001", regexp.MustCompile("message")}
	if !mark.matches(d) {
		t.Errorf("%v does not match %v", mark, d)
	}
	for _, other := range []Mark{
		{1, "warning", "XYZ001", mark.Message}, {2, "error", "XYZ001", mark.Message},
		{2, "warning", "XYZ002", mark.Message}, {2, "warning", "XYZ001", regexp.MustCompile("other")},
	} {
		if other.matches(d) {
			t.Errorf("%v matches %v", other, d)
		}
	}
}
