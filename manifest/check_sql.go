package manifest

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

func sqlBindings(c *checkup) {
	words := newSQLWords()
	for _, b := range c.Bindings {
		if b.Connector.SQL != nil {
			c.sqlBinding(b, words)
		}
	}
}

// sqlWords are the expressions that a query is searched with.
type sqlWords struct {
	reading, with, selects, placeholder, dsn *regexp.Regexp
}

func newSQLWords() *sqlWords {
	return &sqlWords{
		reading:     regexp.MustCompile(`(?i)^(select|with)\b`),
		with:        regexp.MustCompile(`(?i)^with\b`),
		selects:     regexp.MustCompile(`(?i)\bselect\b`),
		placeholder: regexp.MustCompile(`\$([0-9]+)`),
		dsn:         regexp.MustCompile(`^\$\{[A-Za-z_][A-Za-z0-9_]*\}$`),
	}
}

func (c *checkup) sqlBinding(b *BindingDoc, words *sqlWords) {
	sql := b.Connector.SQL
	who := fmt.Sprintf("binding %s (capability '%s')", b.File, b.CapabilityID)
	query := about{b.CapabilityID, "connector.sql.query", sql.QueryPos}
	statement := skipSQLComments(sql.Query)
	switch {
	case !words.reading.MatchString(statement):
		c.report(SQLNotReadOnly, query, "%s: connector.sql.query must begin with SELECT or WITH", who)
	case words.with.MatchString(statement) && !words.selects.MatchString(sql.Query):
		c.report(SQLNotReadOnly, query, "%s: connector.sql.query begins with WITH but selects nothing", who)
	}
	c.sqlParams(b, who, words)
	if !words.dsn.MatchString(sql.DSN) {
		c.report(SQLLiteralDSN, about{b.CapabilityID, "connector.sql.dsn", sql.DSNPos},
			"%s: connector.sql.dsn must be exactly one ${VARIABLE}", who)
	}
}

func (c *checkup) sqlParams(b *BindingDoc, who string, words *sqlWords) {
	sql := b.Connector.SQL
	if doc := c.byID[b.CapabilityID]; doc != nil {
		inputs := byFieldName(doc.Input)
		for i, name := range sql.Params {
			if inputs[name] == nil {
				c.report(SQLParamUnresolved, about{doc.ID, sqlParamPath(i), sql.ParamPos[i]},
					"%s: connector.sql.params[%d] ('%s') is no declared input of capability '%s'", who, i, name, doc.ID)
			}
		}
	}
	used, highest := sqlPlaceholders(sql.Query, words.placeholder)
	if highest > len(sql.Params) {
		c.report(SQLParamCount, about{b.CapabilityID, "connector.sql.params", sql.QueryPos},
			"%s: connector.sql.query uses $%d, but connector.sql.params has %s", who, highest, entries(len(sql.Params)))
	}
	for i, name := range sql.Params {
		if !used[i+1] {
			c.report(SQLParamCount, about{b.CapabilityID, sqlParamPath(i), sql.ParamPos[i]},
				"%s: connector.sql.params[%d] ('%s') is never used: the query has no $%d", who, i, name, i+1)
		}
	}
}

func sqlParamPath(i int) string { return "connector.sql.params[" + strconv.Itoa(i) + "]" }

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return strconv.Itoa(n) + " entries"
}

// sqlPlaceholders finds every $n of a query, string literals and comments
// included (DR3.7), and the highest.
func sqlPlaceholders(query string, placeholder *regexp.Regexp) (used map[int]bool, highest int) {
	used = map[int]bool{}
	for _, match := range placeholder.FindAllStringSubmatch(query, -1) {
		n, err := strconv.Atoi(match[1])
		if err != nil {
			n = math.MaxInt
		}
		used[n] = true
		highest = max(highest, n)
	}
	return used, highest
}

// skipSQLComments drops white space and comments before the first word.
func skipSQLComments(query string) string {
	for {
		query = strings.TrimLeftFunc(query, unicode.IsSpace)
		switch {
		case strings.HasPrefix(query, "--"):
			_, query, _ = strings.Cut(query, "\n")
		case strings.HasPrefix(query, "/*"):
			_, query, _ = strings.Cut(query[2:], "*/")
		default:
			return query
		}
	}
}
