package picture

import (
	"slices"
	"strings"
)

// Keys returns the distinguishing parts of the names of the players: the names without
// common prefix and suffix. "foxPlayer" and "houndPlayer" become "fox" and "hound".
func Keys(players []string) []string {
	names := slices.Clone(players)
	if len(names) < 2 {
		return names
	}
	head, tail := common(names, commonPrefix), common(names, commonSuffix)
	for _, cut := range [][2]int{{head, tail}, {0, tail}, {head, 0}} {
		if keys := trimmed(names, cut[0], cut[1]); keys != nil {
			return keys
		}
	}
	return names
}

// trimmed cuts names at both ends, or returns nil if one would become empty.
func trimmed(names []string, head, tail int) []string {
	keys := make([]string, len(names))
	for i, name := range names {
		if len(name) <= head+tail {
			return nil
		}
		keys[i] = name[head : len(name)-tail]
	}
	return keys
}

// common returns the length of the common prefix, or 0 if it is too short to be
// meaningful.
func common(list []string, of func(a, b string) int) int {
	const worth = 3
	n := len(list[0])
	for _, s := range list[1:] {
		n = min(n, of(list[0], s))
	}
	if n < worth {
		return 0
	}
	return n
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// Owner returns the player whose key matches a name best, or None. The best match has
// the whole key at an end of the name, the longer the better; a short name may also
// abbreviate a key.
func Owner(name string, keys []string) int {
	best, most, tie := None, 0, false
	for player, key := range keys {
		fit := 0
		if _, ok := stem(name, key); ok {
			fit = 10 + len(key)
		} else if abbreviates(name, key) {
			fit = 1
		}
		if fit > most {
			best, most, tie = player, fit, false
		} else if fit == most {
			tie = true
		}
	}
	if tie {
		return None
	}
	return best
}

// stem returns a name without the key at its beginning or end. A key must end at a word
// boundary: "red" is not in "redeemer".
func stem(name, key string) (string, bool) {
	if key == "" || len(name) < len(key) {
		return "", false
	}
	if rest := name[len(key):]; strings.EqualFold(name[:len(key)], key) && (rest == "" || !isLower(rest[0])) {
		return rest, true
	}
	cut := len(name) - len(key)
	if strings.EqualFold(name[cut:], key) && !isLower(name[cut]) {
		return name[:cut], true
	}
	return "", false
}

// abbreviates reports whether a name is a prefix of a key, like w of white, or a short
// name with the same first letter, like wK.
func abbreviates(name, key string) bool {
	if name == "" || key == "" {
		return false
	}
	if len(name) <= len(key) && strings.EqualFold(name, key[:len(name)]) {
		return true
	}
	const short = 3
	return len(name) <= short && strings.EqualFold(name[:1], key[:1])
}
