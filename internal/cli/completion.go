package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func (a *app) completionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:       "completion <shell>",
		Short:     "Print a completion script for a shell",
		GroupID:   groupAround,
		Long:      "Prints a script that completes commands, flags, capabilities and codes in bash, zsh, fish or powershell.",
		Example:   "  source <(archverify completion bash)\n  archverify completion zsh > \"${fpath[1]}/_archverify\"\n  archverify completion fish > ~/.config/fish/completions/archverify.fish\n",
		ValidArgs: shells(),
	}
	c.RunE = a.run(func(_ context.Context, args []string) (int, error) {
		if len(args) != 1 {
			return 0, usage("name one shell: %s", strings.Join(shells(), ", "))
		}
		return finding.ExitOK, a.completionScript(c.Root(), args[0])
	})
	return c
}

func (a *app) completionScript(root *cobra.Command, shell string) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(a.out, true)
	case "zsh":
		return root.GenZshCompletion(a.out)
	case "fish":
		return root.GenFishCompletion(a.out, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(a.out)
	}
	return usage("unknown shell %q%s (there are %s)", shell, suggestion(shell, shells()), strings.Join(shells(), ", "))
}

// completeCapabilities completes the folder first, then ids of its manifest.
func completeCapabilities(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	m := manifest.Load(args[0])
	if !m.Valid() {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, t := range m.IR.Tools {
		ids = append(ids, t.ID)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

func completeFolder(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
