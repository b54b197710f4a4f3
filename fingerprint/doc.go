// Package fingerprint turns JSON bytes into what may be known about them
// without keeping a value: the reference's fingerprint and shape, and evidence
// over every element. It is pure, bounded in memory by the number of distinct
// paths, and knows no manifest.
//
// Scan makes one pass. The result answers for the reference's shape (first
// element of every array, naive paths), for the union over all elements
// (unambiguous paths, counts) and, when asked, for the document itself as a
// tape that mapped values are read from.
package fingerprint
