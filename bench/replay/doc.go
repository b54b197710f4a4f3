// Command replay measures how long a whole run takes: 500 and 5,000 capabilities
// against a backend on the loopback interface that answers at once or after
// 200 ms, from the moment that the plan is ready until the last answer is judged.
//
//	go run ./bench/replay [-rounds N]
//
// Two yardsticks stand beside it: the bound that no client can beat (the slowest
// request, or the sum of all latencies divided by what is in flight), and a
// minimal Go client that fetches the same bodies and looks at none. Backend,
// product and minimal client are processes of their own, so that the memory
// shown is that of the product alone. It exits 1 when a goal is missed.
package main
