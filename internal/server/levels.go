package server

import (
	"net/http"

	"ludex/internal/players/levels"
	"ludex/internal/server/gamecache"
)

// A levelList is the response with the levels of a game.
type levelList struct {
	Measured bool        `json:"measured"` // the levels have ratings
	Levels   []gameLevel `json:"levels"`
}

// A gameLevel is a level at which a game can be played.
type gameLevel struct {
	Player      string   `json:"player"` // the name of the opponent
	Number      int      `json:"number"`
	Title       string   `json:"title"`
	Elo         *float64 `json:"elo"` // null if it was not measured
	Error       *float64 `json:"error"`
	Nodes       int      `json:"nodes"`
	Temperature float64  `json:"temperature"`
}

// levelsOf returns the levels of a game that differ. Games in real time, and puzzles, which
// have no opponents, have none.
func levelsOf(e *gamecache.Entry) (levelList, error) {
	list := levelList{Levels: []gameLevel{}}
	if about := e.About(); about.RealTime || about.Players < 2 {
		return list, nil
	}
	ladder, err := levels.Find(e.Rules.Fingerprint())
	if err != nil {
		return list, err
	}
	list.Measured = ladder.Measured
	for number := 1; number <= ladder.Distinct(); number++ {
		level, err := ladder.Level(number)
		if err != nil {
			return list, err
		}
		one := gameLevel{Player: levels.Spec(number), Number: number, Title: ladder.Title(number), Nodes: level.Nodes, Temperature: level.Temperature}
		if ladder.Measured {
			one.Elo, one.Error = &level.Elo, &level.Error
		}
		list.Levels = append(list.Levels, one)
	}
	return list, nil
}

func (api gameAPI) getLevels(w http.ResponseWriter, r *http.Request) error {
	e, err := api.requestedGame(r)
	if err != nil {
		return err
	}
	list, err := levelsOf(e)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, list)
}
