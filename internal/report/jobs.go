package report

import "context"

// A job is a unit of work: a block of random plays, or one play of another kind.
type job struct {
	kind   jobKind
	rival  int
	number int
}

type jobKind uint8

const (
	randomJob jobKind = iota // block number of the random plays
	rulesJob
	viewsJob
	selfJob
	boutJob
)

// block is the number of random plays per job.
const block = 64

// jobs lists the work of the shard. The kinds of games alternate, so that there are
// some of each if time runs out.
func (c *collector) jobs() []job {
	var list []job
	for b := range (c.method.Playouts + block - 1) / block {
		if c.shard.has(b) {
			list = append(list, job{kind: randomJob, number: b})
			c.total.AllPlayouts += min(block, c.method.Playouts-b*block)
		}
	}
	if c.shard.Index == 0 && !c.data.About.Timed {
		list = append(list, job{kind: rulesJob})
	}
	for k := range c.method.Views {
		if c.shard.has(k) {
			list = append(list, job{kind: viewsJob, number: k})
		}
	}
	for k := range c.method.Games {
		if !c.shard.has(k) {
			continue
		}
		list = append(list, job{kind: selfJob, number: k})
		c.total.AllGames++
	}
	for i, r := range c.method.Rivals {
		for k := range r.Games {
			if c.shard.has(k) {
				list = append(list, job{boutJob, i, k})
				c.total.AllGames++
			}
		}
	}
	return alternate(list)
}

// alternate orders the games by their numbers, self-play first; other jobs before
// them stay in front.
func alternate(list []job) []job {
	var before, games []job
	most := 0
	for _, j := range list {
		if j.kind < selfJob {
			before = append(before, j)
			continue
		}
		games = append(games, j)
		most = max(most, j.number)
	}
	byNumber := make([][]job, most+1)
	for _, j := range games {
		byNumber[j.number] = append(byNumber[j.number], j)
	}
	for _, group := range byNumber {
		before = append(before, group...)
	}
	return before
}

// dispatch sends the jobs until the context ends.
func (c *collector) dispatch(ctx context.Context, jobs chan<- job) {
	defer close(jobs)
	for _, j := range c.jobs() {
		select {
		case jobs <- j:
		case <-ctx.Done():
			return
		}
	}
}
