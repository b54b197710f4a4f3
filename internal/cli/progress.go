package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/replay"
)

// progressLine is one line on a terminal that is rewritten while a run goes on.
// In pipes and on build machines it is silent.
type progressLine struct {
	mu    sync.Mutex
	err   *sink
	style termtext.Style
	on    bool // on a terminal, and not cleared yet
	shown bool
	last  replay.Progress
	start time.Time
	now   func() time.Time
	stop  chan struct{}
}

// lineStart begins a line on a terminal anew.
const lineStart = "\r\x1b[K"

// rewritable reports whether lines on standard error can be rewritten.
func (a *app) rewritable() bool {
	_, terminal := terminalOf(a.err)
	dumb, _ := a.lookup("TERM")
	return terminal && dumb != "dumb"
}

// eraseLine makes room for a message where progress stands.
func (a *app) eraseLine() {
	if a.rewritable() {
		a.err.printf("%s", lineStart)
	}
}

// progress returns the line for standard error. It ticks by itself, so that the
// elapsed time moves while a backend hangs.
func (a *app) progress() *progressLine {
	p := &progressLine{err: a.err, style: a.style(a.err), now: a.now, start: a.now(), stop: make(chan struct{})}
	p.on = a.rewritable() && !a.inCI()
	if p.on {
		go p.tick()
	}
	return p
}

func (p *progressLine) tick() {
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ticker.C:
			p.mu.Lock()
			if p.shown && p.on {
				p.write()
			}
			p.mu.Unlock()
		}
	}
}

func (p *progressLine) show(state replay.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on {
		return
	}
	p.last = state
	p.write()
}

// write draws the line; it is kept short of the edge, where terminals wrap.
func (p *progressLine) write() {
	p.shown = true
	text := fmt.Sprintf("%d of %d done, %d in flight, %s", p.last.Done, p.last.Total, p.last.InFlight, p.now().Sub(p.start).Round(100*time.Millisecond))
	if p.style.Columns > 1 {
		text = termtext.Cut(text, p.style.Columns-1)
	}
	p.err.printf("%s%s", lineStart, p.style.Text(text))
}

// clear removes the line for good.
func (p *progressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on {
		return
	}
	p.on = false
	close(p.stop)
	if p.shown {
		p.err.printf("%s", lineStart)
	}
}
