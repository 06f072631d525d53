// Random is a player that moves at random, see docs/protocol.md.
package main

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var m struct {
			Type  string
			Step  int
			Legal []string
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			panic(err)
		}
		switch m.Type {
		case "start":
			out.Encode(map[string]any{"type": "ready"})
		case "play":
			out.Encode(map[string]any{"type": "move", "step": m.Step, "move": m.Legal[rand.IntN(len(m.Legal))]})
		}
	}
}
