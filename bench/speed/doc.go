// Command speed measures the evidence pass against what else could have been
// done with the same bytes: jsontext tokens alone, gjson (validated, then
// walked), encoding/json into any, and a plain loop over the bytes.
//
//	go run ./bench/speed [-size MB] [-rounds N] [-kind NAME] [-memory=false]
//
// All contenders take turns in one process, so the ratios hold where the
// absolute figures depend on the machine and its neighbours. Peak memory is that
// of a child process which does one run only.
package main
