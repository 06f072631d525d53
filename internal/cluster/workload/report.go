package workload

import (
	"context"
	"fmt"
	"time"

	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/match"
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
	list, err := match.NewRoster(ctx, g.rules, roster.All(), rules.Opening{})
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", t.Player, err)
	}
	opt := report.Options{Playouts: t.Playouts, Games: t.Games, Player: t.Player, Nodes: t.Nodes, Clock: t.Clock, Seed: t.Seed}
	if err := opt.SetPlayer(list, t.Player); err != nil {
		return nil, fmt.Errorf("player %s: %w", t.Player, err)
	}
	played, err := match.Fork(g.game)
	if err != nil {
		return nil, err
	}
	return report.Collect(ctx, report.SubjectOf(t.About, played), opt, t.Shard)
}
