package metrics

import (
	"fmt"
	"io"
	"log/slog"

	"ludex/internal/printable"
)

// The values of the flags --log-format and --log-level.
const (
	LogFormats = "text|json"
	LogLevels  = "debug|info|warn|error"
)

// NewLogger returns a logger with a format and a least level, see [LogFormats] and
// [LogLevels]. Empty names are text and info.
func NewLogger(out io.Writer, format, level string) (*slog.Logger, error) {
	options := new(slog.HandlerOptions)
	switch level {
	case "debug":
		options.Level = slog.LevelDebug
	case "", "info":
		options.Level = slog.LevelInfo
	case "warn":
		options.Level = slog.LevelWarn
	case "error":
		options.Level = slog.LevelError
	default:
		return nil, fmt.Errorf("--log-level: there is no level %q; use %s", level, LogLevels)
	}
	switch format {
	case "", "text":
		return slog.New(slog.NewTextHandler(out, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(printable.JSONWriter(out), options)), nil
	}
	return nil, fmt.Errorf("--log-format: there is no format %q; use %s", format, LogFormats)
}
