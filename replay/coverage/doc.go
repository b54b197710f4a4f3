// Package coverage asks how much drift recorded contracts would notice.
//
// For each capability it draws an answer from what was recorded, makes sure that
// the judge calls it green, changes it in a fixed list of ways (see Changes) and
// lets the same judge look at every changed answer. Nothing is asked and no
// verdict is guessed: what counts as noticed is what replay.Judge calls red or
// yellow.
package coverage
