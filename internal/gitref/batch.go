package gitref

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
)

// batch is one `git cat-file --batch` that answers question after question.
type batch struct {
	dir    string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
}

func (r *Repo) startBatch(ctx context.Context) (*batch, error) {
	b := &batch{dir: r.dir, cmd: command(ctx, r.dir, r.env, "cat-file", "--batch", "--follow-symlinks"), stderr: &bytes.Buffer{}}
	b.cmd.Stderr = b.stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	b.in, b.out = in, bufio.NewReader(out)
	if err := b.cmd.Start(); err != nil {
		return nil, explained(r.dir, &failure{args: []string{"cat-file"}, err: err})
	}
	return b, nil
}

// close ends git; its exit code says nothing that an answer did not.
func (b *batch) close() {
	_ = b.in.Close()
	_, _ = io.Copy(io.Discard, b.out)
	_ = b.cmd.Wait()
}

// object is one answer. Kind is blob or tree, or why there is none: missing,
// dangling, loop, notdir, symlink (out of the commit).
type object struct {
	id, kind string
	data     []byte
}

// ask reads one object, given by id or by commit:path.
func (b *batch) ask(name string) (object, error) {
	if strings.ContainsRune(name, '\n') {
		return object{}, errors.New("git cannot be asked for a name with a line break")
	}
	if _, err := io.WriteString(b.in, name+"\n"); err != nil {
		return object{}, b.broken(err)
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return object{}, b.broken(err)
	}
	return b.answer(strings.TrimSuffix(header, "\n"))
}

func (b *batch) answer(header string) (object, error) {
	if strings.HasSuffix(header, " missing") || strings.HasSuffix(header, " ambiguous") {
		return object{kind: "missing"}, nil
	}
	fields := strings.Fields(header)
	size, err := strconv.ParseInt(fields[len(fields)-1], 10, 64)
	if err != nil || size < 0 {
		return object{}, fmt.Errorf("read git cat-file: unexpected answer %q", header)
	}
	if size > MaxFile {
		if _, err := b.out.Discard(int(size) + 1); err != nil {
			return object{}, b.broken(err)
		}
		return object{}, fmt.Errorf("%d bytes are more than the limit of %d", size, MaxFile)
	}
	data := make([]byte, size+1) // a line break follows
	if _, err := io.ReadFull(b.out, data); err != nil {
		return object{}, b.broken(err)
	}
	if len(fields) == 2 { // dangling, loop, notdir, symlink
		return object{kind: fields[0]}, nil
	}
	return object{id: fields[0], kind: fields[1], data: data[:size]}, nil
}

// broken says why git stopped answering.
func (b *batch) broken(err error) error {
	_ = b.in.Close()
	if waited := b.cmd.Wait(); waited != nil {
		err = waited
	}
	return explained(b.dir, &failure{args: []string{"cat-file"}, stderr: b.stderr.String(), err: err})
}

func isAbsent(err error) bool { return errors.Is(err, fs.ErrNotExist) }
