// Package rewrite holds functions from one regular boardgame to another. No
// function changes its argument.
package rbgrewrite
