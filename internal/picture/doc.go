// Package picture has the common parts of drawings of positions in all languages: a
// page of coloured characters, symbols and colours of pieces derived from their names,
// and scenes of boards and parts beside them, which become SVG images and lines of text.
//
// The packages that know a language lay out a [Scene]; a presentation may change its
// look; and [Scene.SVG] writes it. An image has no IDs and styles only itself, so that
// a page can have many images.
//
// No word has a meaning here, except that the viewer of an image may give a player
// whose name is a colour that colour.
package picture
