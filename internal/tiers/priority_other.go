//go:build !linux

package tiers

// lowerPriority does nothing where priorities belong to whole processes.
func lowerPriority() {}
