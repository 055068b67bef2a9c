package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// An inProcess is a wire to a server in this process.
type inProcess struct{ sdk.Connection }

func openInProcess(ctx context.Context, t sdk.Transport) (inProcess, error) {
	c, err := t.Connect(ctx)
	return inProcess{c}, err
}

func (w inProcess) read() (frame, error) {
	msg, err := w.Read(context.Background())
	if err != nil {
		return frame{}, err
	}
	raw, err := jsonrpc.EncodeMessage(msg)
	return frame{raw: raw, size: len(raw)}, err
}

func (w inProcess) write(ctx context.Context, msg jsonrpc.Message, _ []byte) error {
	return w.Write(ctx, msg)
}

// unread implements [wire]: write is over when the server has what was written.
func (w inProcess) unread() bool { return false }

func (w inProcess) close() { _ = w.Close() }
