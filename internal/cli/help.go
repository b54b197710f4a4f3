package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/internal/termtext"
)

const (
	groupAnnotation  = "archverify-group"
	helpColumns      = 100
	flagsTitle       = "Flags"
	globalFlagsTitle = "Flags of every command"
)

// flagGroup collects flags that are listed together.
func flagGroup(c *cobra.Command, title string, define func(*pflag.FlagSet)) {
	set := pflag.NewFlagSet(title, pflag.ContinueOnError)
	set.SortFlags = false
	define(set)
	set.VisitAll(func(f *pflag.Flag) {
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[groupAnnotation] = []string{title}
	})
	c.Flags().SortFlags = false
	c.Flags().AddFlagSet(set)
}

// helpText is what --help prints for a command.
func helpText(c *cobra.Command, style termtext.Style) string {
	columns := style.Columns
	if columns <= 0 || columns > helpColumns {
		columns = helpColumns
	}
	var b strings.Builder
	text := c.Long
	if text == "" {
		text = c.Short
	}
	paragraphs(&b, text, columns)
	b.WriteString("\nUsage:\n  " + usageLine(c) + "\n")
	if c.HasExample() {
		b.WriteString("\nExamples:\n" + strings.TrimRight(c.Example, "\n") + "\n")
	}
	if c.HasAvailableSubCommands() {
		commandList(&b, c, columns)
	}
	flagLists(&b, c, columns)
	return style.Encode(b.String())
}

func usageLine(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return c.CommandPath() + " <command> [flags]"
	}
	return c.UseLine()
}

func paragraphs(b *strings.Builder, text string, columns int) {
	style := termtext.Style{Columns: columns}
	for i, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(p, "  ") { // an indented block stays as it is
			b.WriteString(p + "\n")
			continue
		}
		b.WriteString(style.Wrap("", "", p))
	}
}

func commandList(b *strings.Builder, root *cobra.Command, columns int) {
	style := termtext.Style{Columns: columns}
	for _, g := range root.Groups() {
		b.WriteString("\n" + g.Title + "\n")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				b.WriteString(style.Wrap("  "+termtext.Pad(c.Name(), 13), strings.Repeat(" ", 15), c.Short))
			}
		}
	}
	b.WriteString("\nExit codes:\n")
	for _, line := range exitText() {
		number, rest, _ := strings.Cut(line, "  ")
		b.WriteString(style.Wrap("  "+termtext.Pad(number, 13), strings.Repeat(" ", 15), rest))
	}
}

// flagLists lists a command's flags by group in the order of their definition.
func flagLists(b *strings.Builder, c *cobra.Command, columns int) {
	c.InitDefaultHelpFlag()
	var titles []string
	groups := map[string]*pflag.FlagSet{}
	add := func(title string, f *pflag.Flag) {
		if groups[title] == nil {
			titles = append(titles, title)
			groups[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
			groups[title].SortFlags = false
		}
		groups[title].AddFlag(f)
	}
	root := c.Root()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || root.PersistentFlags().Lookup(f.Name) != nil {
			return
		}
		title := flagsTitle
		if g := f.Annotations[groupAnnotation]; len(g) > 0 {
			title = g[0]
		}
		add(title, f)
	})
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) { add(globalFlagsTitle, f) })
	add(globalFlagsTitle, c.Flags().Lookup("help"))
	for _, title := range titles {
		b.WriteString("\n" + title + ":\n" + groups[title].FlagUsagesWrapped(columns))
	}
}

func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [command]",
		Short:   "Show what a command does, with examples",
		GroupID: groupAround,
		Example: "  archverify help verify\n",
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if len(args) == 0 {
				a.out.printf("%s", helpText(root, a.style(a.out)))
				return nil
			}
			if !isCommand(root, args[0]) {
				return usage("help: unknown command %q%s ('archverify help' lists the commands)", args[0], suggestion(args[0], commandNames(root)))
			}
			topic, _, err := root.Find(args[:1])
			if err != nil {
				return err
			}
			a.out.printf("%s", helpText(topic, a.style(a.out)))
			return nil
		},
	}
}
