package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// kind is one sort of document; build returns about size bytes of it, always
// the same.
type kind struct {
	name  string
	build func(size int) []byte
}

var kinds = []kind{
	{"flat", func(n int) []byte { return rows(n, flatRow) }},
	{"nested", func(n int) []byte { return rows(n, nestedRow) }},
	{"indented", func(n int) []byte { return rows(n, indentedRow) }},
	{"strings", func(n int) []byte { return rows(n, textRow) }},
	{"numbers", func(n int) []byte { return rows(n, numberRow) }},
	{"wide", func(n int) []byte { return rows(n, wideRow) }},
	{"paths", func(n int) []byte { return distinct(n, math.MaxInt) }},
}

type row func(b []byte, r *rand.Rand, i int) []byte

func rows(size int, add row) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, 0, size+4096)
	b = append(b, `{"rows":[`...)
	for i := 0; len(b) < size; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, r, i)
	}
	return append(b, "]}"...)
}

func flatRow(b []byte, r *rand.Rand, i int) []byte {
	return fmt.Appendf(b, `{"id":%d,"sku":"K-%06d","title":"Lamp number %d","price":%.2f,"stock":%d,"active":%t,"madeOn":"20%02d-%02d-%02d","changedAt":"2031-0%d-11T08:%02d:00Z","colour":"%s","weight":%d.5,"owner":null,"shelf":"%c%d","rating":%d,"country":"%s","batch":"%08x","url":"https://shop.test/items/%d"}`,
		i, i, i, r.Float64()*900, r.IntN(500), i%3 == 0, r.IntN(30), 1+r.IntN(12), 1+r.IntN(28), 1+r.IntN(9), r.IntN(60),
		[]string{"red", "green", "blue"}[i%3], r.IntN(40), 'A'+rune(i%20), i%90, 1+i%5, []string{"PT", "RO", "DE"}[i%3], r.Uint32(), i)
}

func nestedRow(b []byte, r *rand.Rand, i int) []byte {
	b = fmt.Appendf(b, `{"id":%d,"node":"MDU6%x","title":"Crash when \"saving\" a file, case %d","user":{"login":"u%d","id":%d,"admin":false,"links":{"self":"https://api.test/u/%d","repos":"https://api.test/u/%d/repos"}},"labels":[`,
		i, r.Uint64(), i, r.IntN(4000), r.IntN(1e6), i, i)
	for k := range r.IntN(4) {
		if k > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"id":%d,"name":"área-%d","color":"%06x","default":%t}`, r.IntN(1e6), k, r.IntN(1<<24), k == 0)
	}
	b = append(b, `],"milestone":`...)
	if i%4 == 0 {
		b = fmt.Appendf(b, `{"number":%d,"due":"2031-05-%02d","creator":{"login":"m%d","score":%.4f}}`, i%50, 1+i%28, i%7, r.Float64())
	} else {
		b = append(b, "null"...)
	}
	if i%10 == 0 {
		b = append(b, `,"locked":{"reason":"spam"}`...)
	}
	return fmt.Appendf(b, `,"comments":%d,"reactions":{"total":%d,"up":%d,"down":0},"matrix":[[%d,%d],[%d]],"created":"2030-1%d-02T03:04:05Z","body":"%s"}`,
		r.IntN(90), r.IntN(9), r.IntN(5), i, i+1, i%7, i%3, strings.Repeat("Steps to reproduce the fault. ", 1+r.IntN(6)))
}

func indentedRow(b []byte, r *rand.Rand, i int) []byte {
	return fmt.Appendf(b, "\n    {\n      \"id\": %d,\n      \"name\": \"Item %d\",\n      \"price\": %.2f,\n      \"tags\": [\n        \"a\",\n        \"b\"\n      ],\n      \"box\": {\n        \"width\": %d,\n        \"height\": %d\n      },\n      \"on\": \"2031-02-%02d\"\n    }",
		i, i, r.Float64()*100, r.IntN(90), r.IntN(90), 1+r.IntN(28))
}

func textRow(b []byte, r *rand.Rand, i int) []byte {
	const latin = "The quick brown fox jumps over the lazy dog while nobody looks. "
	const other = "Uma pensão azul à beira-mar, com gatos e cães bem-vindos. "
	b = fmt.Appendf(b, `{"id":"%08x-0000-4000-8000-%012x","text":"%s","more":"%s","note":"line one\nline \"two\" %d"`,
		i, r.Uint64()>>16, strings.Repeat(latin, 4+r.IntN(12)), strings.Repeat(other, 1+r.IntN(4)), i)
	return append(b, '}')
}

func numberRow(b []byte, r *rand.Rand, i int) []byte {
	b = append(b, '[')
	for k := range 12 {
		if k > 0 {
			b = append(b, ',')
		}
		if k%3 == 0 {
			b = strconv.AppendInt(b, int64(r.IntN(1e7)), 10)
		} else {
			b = strconv.AppendFloat(b, r.Float64()*1000, 'f', 6, 64)
		}
	}
	return append(b, ']')
}

// wideRow has 400 keys, of which every row lacks some.
func wideRow(b []byte, r *rand.Rand, i int) []byte {
	b = append(b, `{"id":0`...)
	for k := range 400 {
		if (i+k)%7 == 0 {
			continue
		}
		b = fmt.Appendf(b, `,"measure_%03d":%d`, k, r.IntN(1e5))
	}
	return append(b, '}')
}

// distinct is one object in which every path is new: size bytes or so many paths.
func distinct(size, paths int) []byte {
	b := append(make([]byte, 0, min(size, 15*min(paths, 1<<32))+64), '{')
	for i := 0; len(b) < size && 2*i+1 < paths; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `"key%07x":{"v":%d}`, i*2654435761&0xFFFFFFF, i)
	}
	return append(b, '}')
}
