//go:build !js && !small

package gdlengine

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/tiers"
)

// withGPU lets playouts move to a GPU, if there is one, as soon as its code is compiled and if they are faster there.
func withGPU(o *Opened, p *gdl.Program, opt Options, setup time.Duration) *Opened {
	if o.Circuit == nil || o.Game != game.Game(o.Circuit) || !circuit.HasGPU() {
		return o
	}
	c := o.Circuit
	onGPU := tiers.Candidate{
		Engine: GPU, Fallible: true,
		Open: func(context.Context) (game.Game, error) {
			g, err := c.OnGPU()
			if err != nil {
				return nil, err // and not a game that is nil
			}
			return g, nil
		},
	}
	o.Game = tiers.New(c, setup, []tiers.Candidate{onGPU}, tiers.Options{Store: tiers.UserStore(), Key: gpuKey(p, opt)})
	return o
}

// gpuKey returns the key of a game in the store of measurements.
func gpuKey(p *gdl.Program, opt Options) string {
	if p.File == nil {
		return ""
	}
	return tiers.Key("gdl", p.File.Text(), fmt.Sprint(opt.ForceHidden))
}
