// Package rest asks REST backends: it turns a declared connector and a recorded
// input into one HTTP request, sends it through internal/httpx, and classes
// what comes back.
//
// What a `${…}` stands for leaves this package in one direction only: to the
// host it is meant for. Everything that can be printed holds placeholders.
package rest
