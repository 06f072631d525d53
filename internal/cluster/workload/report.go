package workload

import (
	"context"
	"fmt"
	"time"

	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/rules"
)

// A ReportShard is a shard of a report.
type ReportShard struct {
	Rules    Rules         `json:"rules"`
	About    report.About  `json:"about"`
	Playouts int           `json:"playouts"` // as [report.Options] has them, and so on
	Games    int           `json:"games"`
	Player   string        `json:"player"`
	Nodes    int           `json:"nodes,omitempty"`
	Clock    time.Duration `json:"clock,omitempty"`
	Seed     uint64        `json:"seed,string"`
	Shard    report.Shard  `json:"shard"`
}

// NewReportShard returns a shard of the report that options ask for.
func NewReportShard(r Rules, about report.About, o report.Options, shard report.Shard) ReportShard {
	return ReportShard{Rules: r, About: about, Playouts: o.Playouts, Games: o.Games, Player: o.Player, Nodes: o.Nodes, Clock: o.Clock, Seed: o.Seed, Shard: shard}
}

// report plays a shard of a report. Results are put together by [report.Merge].
func (r *Runner) report(ctx context.Context, t *ReportShard) (*report.Data, error) {
	g, err := r.open(ctx, &t.Rules)
	if err != nil {
		return nil, err
	}
	subject := report.Subject{About: t.About, Game: g.game, Timed: g.timed}
	opt := report.Options{Playouts: t.Playouts, Games: t.Games, Player: t.Player, Nodes: t.Nodes, Clock: t.Clock, Seed: t.Seed}
	if g.timed == nil {
		opt.New, err = roster.All().Maker(t.Player)
	} else {
		subject.Timed, err = g.timed.Fork()
		if err == nil {
			subject.TurnClock, opt.NewTimed, err = timedMaker(ctx, g, t.Player)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", t.Player, err)
	}
	return report.Collect(ctx, subject, opt, t.Shard)
}

// timedMaker returns what makes a player of a game in real time.
func timedMaker(ctx context.Context, g *opened, spec string) (turnClock string, maker realtime.Maker, err error) {
	all, err := match.NewRoster(ctx, g.rules, roster.All(), rules.Opening{})
	if err != nil {
		return "", nil, err
	}
	list := all.Timed()
	maker, err = list.Maker(spec)
	return list.TurnClock(), maker, err
}
