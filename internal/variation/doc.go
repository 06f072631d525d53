// Package variation measures a game with other values of its parameters, and shows how its
// measures depend on them, as a table and as a picture.
package variation
