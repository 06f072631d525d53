package match

// WriteNew is for tests of full disks.
var WriteNew = writeNew
