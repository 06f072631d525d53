// Package training learns a game for a given time, and finds out by matches how the
// result is best used: by which search, and mixed with how many playouts. Where the
// network does not help, it says so.
package training
