package main

import (
	"io"
	"sync/atomic"
)

// A countingWriter counts what is written.
type countingWriter struct {
	io.Writer
	count *atomic.Int64
}

func (c *countingWriter) Write(data []byte) (int, error) {
	n, err := c.Writer.Write(data)
	c.count.Add(int64(n))
	return n, err
}

// A countingReader counts what is read.
type countingReader struct {
	io.Reader
	count *atomic.Int64
}

func (c *countingReader) Read(data []byte) (int, error) {
	n, err := c.Reader.Read(data)
	c.count.Add(int64(n))
	return n, err
}
