// Package rbgrewrite holds functions from one Regular Boardgames description to another.
// No function changes its argument.
package rbgrewrite
