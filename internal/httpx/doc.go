// Package httpx is the one way in which this program speaks HTTP: how long it
// waits, how often it asks again, how many requests a host gets at a time, how
// far it follows redirects and how much of an answer it reads.
//
// A Failure never carries a text of net/http or of the network: those hold URLs
// and header values. It says what happened in words of its own.
package httpx
