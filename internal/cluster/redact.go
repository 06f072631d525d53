package cluster

import (
	"net/url"
	"strings"
)

// redact returns addresses without passwords and tokens, for messages.
func redact(list string) string {
	var out []string
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		if u, err := url.Parse(text); err == nil && u.User != nil {
			u.User = url.User("…")
			text = strings.Replace(u.String(), url.PathEscape("…"), "…", 1)
		}
		out = append(out, text)
	}
	return strings.Join(out, ",")
}
