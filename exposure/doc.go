// Package exposure says what a declaration exposes: what a model sends to a
// capability, what it is shown, and what of the recorded answer it never sees.
// Names and types only; no value is ever looked at.
//
// It errs on the exposed side: a mapping that cannot be placed in the recorded
// answer counts as showing everything. Below a mapped object only what the
// declared type keeps is shown, as the projection of an answer drops the rest.
package exposure
