// Command declaration measures the commands that read declarations only, as
// whole processes: diff of two manifests, and doctor of one, for 100, 1,000 and
// 10,000 capabilities.
//
//	go run ./bench/declaration [-sizes 100,1000,10000] [-rounds N] [-bin FILE]
//
// The last column says how far the time per capability is from that of the size
// before. With ARCHSTONE_CMD set to a command line that starts the reference,
// its times stand beside ours.
package main
