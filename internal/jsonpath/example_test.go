package jsonpath_test

import (
	"fmt"

	"github.com/archverify/archverify/internal/jsonpath"
)

func ExampleParse() {
	p, _ := jsonpath.Parse("$.rows[*].price")
	fmt.Println(len(p.Steps), p.Plain())
	_, err := jsonpath.Parse("$.rows[-1]")
	fmt.Println(err)
	// Output:
	// 3 true
	// a negative index matches nothing; the last element is '[-1:]', not '[-1]'
}
