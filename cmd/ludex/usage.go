package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ludex/internal/spelling"
)

// plainUsage makes the errors about arguments and flags of all verbs say what is expected.
func plainUsage(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	for _, verb := range root.Commands() {
		accepts := verb.Args
		if accepts == nil {
			continue
		}
		verb.Args = func(cmd *cobra.Command, args []string) error {
			if accepts(cmd, args) == nil {
				return nil
			}
			return fmt.Errorf("wrong number of arguments (%d): write %q", len(args), cmd.UseLine())
		}
	}
}

// flagError explains an error about a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		name := unknown.GetSpecifiedName()
		hint := fmt.Sprintf("%q lists the flags", "ludex help "+cmd.Name())
		if near := spelling.Nearest(name, flagNames(cmd)); near != "" {
			hint = fmt.Sprintf("did you mean --%s?", near)
		}
		return fmt.Errorf("there is no flag --%s of %q: %s", name, cmd.Name(), hint)
	case errors.As(err, &unknown):
		return fmt.Errorf("there is no flag -%s of %q: \"ludex help %[2]s\" lists the flags", unknown.GetSpecifiedShortnames(), cmd.Name())
	case errors.As(err, &empty):
		return fmt.Errorf("--%s needs %s", empty.GetFlag().Name, flagKind(empty.GetFlag()))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s needs %s, not %q", invalid.GetFlag().Name, flagKind(invalid.GetFlag()), invalid.GetValue())
	}
	return err
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// flagKind says what values a flag has.
func flagKind(f *pflag.Flag) string {
	switch kind := f.Value.Type(); {
	case kind == "duration":
		return "a time with its unit, such as 500ms, 2s or 10m"
	case kind == "bool":
		return "true or false"
	case strings.HasPrefix(kind, "uint"):
		return "a whole number from 0 on"
	case strings.HasPrefix(kind, "int"):
		return "a whole number"
	case strings.HasPrefix(kind, "float"):
		return "a number"
	}
	return "a value"
}

// missingFlags explains cobra's error about flags that a verb needs.
func missingFlags(err error) error {
	text, ok := strings.CutPrefix(err.Error(), "required flag(s) ")
	if !ok {
		return err
	}
	names, ok := strings.CutSuffix(text, " not set")
	if !ok {
		return err
	}
	var flags []string
	for name := range strings.SplitSeq(names, ", ") {
		flags = append(flags, "--"+strings.Trim(name, `"`))
	}
	return fmt.Errorf("%s must be given", strings.Join(flags, " and "))
}

// unknownField begins the text of an error about JSON that has no type of its own.
const unknownField = "json: unknown field "

// fileText says what is wrong with a file, which may have been named before.
func fileText(e *fs.PathError, named bool) string {
	problem := e.Err.Error()
	switch {
	case errors.Is(e, fs.ErrNotExist):
		problem = "no such file or folder"
	case errors.Is(e, fs.ErrPermission):
		problem = "permission denied"
	}
	if named {
		return problem
	}
	return e.Path + ": " + problem
}

// plainText returns the text of an error, with plain words in place of what packages that
// read JSON and streams say.
func plainText(err error) string {
	text := err.Error()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var file *fs.PathError
	var dialled *net.OpError
	var address *net.AddrError
	var program *exec.Error
	switch {
	case errors.As(err, &file):
		return strings.Replace(text, file.Error(), fileText(file, strings.HasPrefix(text, file.Path+": ")), 1)
	case errors.As(err, &dialled) && dialled.Op == "dial" && dialled.Addr != nil:
		return strings.Replace(text, dialled.Error(), fmt.Sprintf("nothing answers at %v; is it running?", dialled.Addr), 1)
	case errors.As(err, &address) && errors.As(err, &dialled):
		return strings.Replace(text, dialled.Error(), fmt.Sprintf("%q is no address: write HOST:PORT, such as 127.0.0.1:8080", address.Addr), 1)
	case errors.As(err, &address):
		return strings.Replace(text, address.Error(), fmt.Sprintf("%q is no address: write HOST:PORT, such as 127.0.0.1:8080", address.Addr), 1)
	case errors.Is(err, zip.ErrFormat):
		return strings.Replace(text, zip.ErrFormat.Error(), "it is not a zip file, or not a whole one", 1)
	case errors.As(err, &program) && errors.Is(err, exec.ErrNotFound):
		return strings.Replace(text, program.Error(), fmt.Sprintf("there is no program %s", program.Name), 1)
	case strings.Contains(text, unknownField):
		return strings.Replace(text, unknownField, "there is no field ", 1)
	case errors.As(err, &syntax):
		return strings.Replace(text, syntax.Error(), fmt.Sprintf("it is not JSON, at byte %d", syntax.Offset), 1)
	case errors.As(err, &kind):
		where := "a value"
		if kind.Field != "" {
			where = "the value of " + kind.Field
		}
		return strings.Replace(text, kind.Error(), where+" is of the wrong kind: "+kind.Value, 1)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return strings.Replace(text, io.ErrUnexpectedEOF.Error(), "the input ended too early", 1)
	case errors.Is(err, io.EOF) && (text == "EOF" || strings.HasSuffix(text, ": EOF")):
		return strings.TrimSuffix(text, "EOF") + "the input ended too early"
	}
	return text
}
