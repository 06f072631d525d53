//go:build !linux

package tiers

func threadID() int { return 0 }

// lowerPriority does nothing where priorities belong to whole processes.
func lowerPriority(int) {}
