package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The groups that the list of commands shows.
const (
	groupCheck   = "check"
	groupKeep    = "keep"
	groupAround  = "around"
	noCommand    = "archverify"
	shortProduct = "Checks that a live backend still answers the way a manifest declares."
)

// commands is the table: a command is one file and one line here.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.verifyCommand(),
		a.diffCommand(),
		a.doctorCommand(),
		a.coverageCommand(),
		a.applyCommand(),
		a.validateCommand(),
		a.recordCommand(),
		a.buildCommand(),
		a.reportCommand(),
		a.postCommand(),
		a.fingerprintCommand(),
		a.auditCommand(),
		a.explainCommand(),
		a.demoCommand(),
		a.completionCommand(),
		a.versionCommand(),
	}
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           noCommand,
		Short:         shortProduct,
		Long:          rootText,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, _ []string) error { // only flags were given
			return usage("no command given ('archverify help' lists them)")
		},
	}
	root.AddGroup(
		&cobra.Group{ID: groupCheck, Title: "Checking:"},
		&cobra.Group{ID: groupKeep, Title: "Recording:"},
		&cobra.Group{ID: groupAround, Title: "Around it:"},
	)
	root.PersistentFlags().BoolVar(&a.noColor, "no-color", false, "write no colours (also: NO_COLOR)")
	root.PersistentFlags().BoolVar(&a.ascii, "ascii", false, "write ASCII only")
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(a.commands()...)
	root.SetHelpCommand(a.helpCommand())
	root.InitDefaultHelpCmd()
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { a.out.printf("%s", helpText(c, a.style(a.out))) })
	root.SetFlagErrorFunc(flagError)
	return root
}

// run makes a command's work fit the framework: its exit code goes to the app.
func (a *app) run(work func(ctx context.Context, args []string) (int, error)) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		code, err := 0, emptyNames(c)
		if err == nil {
			code, err = work(c.Context(), args)
		}
		a.exit = code
		if err != nil && c.Name() != noCommand {
			return &commandError{c.Name(), err}
		}
		return err
	}
}

// emptyNames refuses flags that name a file, a folder or a variable and were
// given nothing: what a script left empty must not be skipped in silence.
func emptyNames(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" && slices.Contains([]string{"file", "folder", "variable"}, kind) {
			err = usage("--%s needs the name of a %s, and was given an empty one", f.Name, kind)
		}
	})
	return err
}

// commandError says which command an error belongs to.
type commandError struct {
	command string
	err     error
}

func (e *commandError) Error() string { return e.command + ": " + e.err.Error() }
func (e *commandError) Unwrap() error { return e.err }

// flagError puts the framework's complaint about a flag in our words.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		flag, dashes := unknown.GetSpecifiedName(), "--"
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			flag, dashes = short, "-"
		}
		err = usage("unknown flag %q%s ('%s --help' lists the flags)", dashes+flag, suggestion("--"+flag, flagNames(c)), c.CommandPath())
	case errors.As(err, &bare):
		_, text := pflag.UnquoteUsage(bare.GetFlag())
		err = usage("--%s needs a value: %s", bare.GetFlag().Name, text)
	case errors.As(err, &invalid):
		err = usage("--%s: %q %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	if c.Name() == noCommand {
		return err
	}
	return &commandError{c.Name(), err}
}

func flagNames(c *cobra.Command) []string {
	names := []string{"--help", "--version"}
	add := func(f *pflag.Flag) { names = append(names, "--"+f.Name) }
	c.Flags().VisitAll(add)
	c.InheritedFlags().VisitAll(add)
	return names
}

// folderAnd accepts the manifest folder and, with more, capabilities after it.
func folderAnd(more bool) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 || args[0] == "":
			return &commandError{c.Name(), usage("the manifest folder is missing: %s", c.UseLine())}
		case len(args) > 1 && !more:
			return &commandError{c.Name(), usage("takes one folder, and %q was given as well: %s", args[1], c.UseLine())}
		}
		return nil
	}
}

// none accepts no arguments.
func none(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return &commandError{c.Name(), usage("takes no argument, and %q was given: %s", args[0], c.UseLine())}
	}
	return nil
}

const rootText = `Checks that a live backend still answers the way a manifest declares.

record keeps the golden shape of what read capabilities answer: paths and types,
never a value. verify asks again and says green, yellow, red or unverified.
Green means verified; red means that a consumer of the declaration breaks.`

// exitText is the part of the help that lists exit codes.
func exitText() []string {
	return []string{
		"0  nothing at or above the bar",
		"1  red, or what --fail-on names",
		"2  wrong usage, or a manifest that cannot be judged",
		"3  something could not be asked, or was not answered",
		"4  a result could not be delivered",
		"130  ended at once by a second interrupt",
	}
}
