package player

var Points = points
