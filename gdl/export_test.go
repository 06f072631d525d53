package gdl

var (
	ErrLifetimeLong  = errLifetimeLong
	ErrLifetimeSmall = errLifetimeSmall
)
