package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// arrange moves the command to the front, so that flags may stand anywhere: the
// framework would take `--json verify` for a flag with the value "verify".
func arrange(root *cobra.Command, args []string) ([]string, error) {
	if strings.HasPrefix(args[0], "__") { // the framework's completion requests
		return args, nil
	}
	valued := valuedFlags(root)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return args, nil
		case strings.HasPrefix(arg, "-") && arg != "-":
			if valued[arg] {
				i++
			}
		default:
			if !isCommand(root, arg) {
				return nil, usage("unknown command %q%s ('archverify help' lists the commands)", arg, suggestion(arg, commandNames(root)))
			}
			return slices.Concat(args[i:i+1], args[:i], args[i+1:]), nil
		}
	}
	return args, nil
}

// valuedFlags holds every spelling of a flag that takes the next argument.
func valuedFlags(root *cobra.Command) map[string]bool {
	valued := map[string]bool{}
	for _, c := range append(root.Commands(), root) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal != "" {
				return
			}
			valued["--"+f.Name] = true
			if f.Shorthand != "" {
				valued["-"+f.Shorthand] = true
			}
		})
	}
	return valued
}

func isCommand(root *cobra.Command, name string) bool {
	return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == name || c.HasAlias(name) })
}

func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}
