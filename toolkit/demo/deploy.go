package demo

import (
	"fmt"
	"hash/crc32"
	"time"

	"toolbench/toolkit/demo/plot"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type deployInput struct {
	Service     string `json:"service" jsonschema:"pattern=^[a-z][a-z0-9-]*$,maxLength=40,example=web" jsonschema_description:"The service to deploy"`
	Environment string `json:"environment" jsonschema:"enum=staging,enum=production" jsonschema_description:"Where to deploy it; production asks first"`
	Version     string `json:"version,omitempty" jsonschema:"pattern=^[0-9]+(\\.[0-9]+)*$" jsonschema_description:"The newest when left out"`
}

type rollout struct {
	Service     string    `json:"service"`
	Environment string    `json:"environment"`
	Version     string    `json:"version"`
	Revision    string    `json:"revision"`
	Healthy     bool      `json:"healthy"`
	Latencies   []float64 `json:"latencies" jsonschema_description:"The 95th percentile after each step, in milliseconds"`
}

func deployTool() tool.Tool {
	return native.DefineResumableTool("deploy", "Pretends to deploy a service, step by step. Asks for approval before it touches production.",
		runDeploy, native.WithDestructive(), native.WithTitle("Deploy a service"))
}

func runDeploy(ctx *tool.ToolContext, in deployInput, approved *struct{}) (rollout, error) {
	if in.Environment == "production" && approved == nil {
		return rollout{}, tool.Interrupt(tool.Request{
			Kind:   tool.KindApproval,
			Prompt: fmt.Sprintf("Deploy %s to %s?", in.Service, in.Environment),
			Data:   map[string]any{"service": in.Service, "environment": in.Environment},
		})
	}
	out := rollout{Service: in.Service, Environment: in.Environment, Version: in.Version, Healthy: true}
	if out.Version == "" {
		out.Version = "2.4.1"
	}
	sum := crc32.ChecksumIEEE([]byte(in.Service + in.Environment + out.Version))
	out.Revision = fmt.Sprintf("%s-%05d", in.Service, sum%100000)
	shares := []int{5, 25, 50, 100}
	var labels []string
	for i, share := range shares {
		ctx.SendChunk(fmt.Sprintf("shifting %d %% of traffic to %s\n", share, out.Revision))
		if err := pause(ctx, 700*time.Millisecond); err != nil {
			return rollout{}, err
		}
		out.Latencies = append(out.Latencies, float64(80+sum>>(4*i)%40))
		labels = append(labels, fmt.Sprintf("%d %%", share))
		ctx.Progress(tool.Progress{Progress: float64(i + 1), Total: float64(len(shares)), Message: labels[i] + " of traffic"})
	}
	picture, err := plot.Chart{Title: "Latency during the rollout", Unit: "ms", Kind: plot.Bars, Labels: labels,
		Series: []plot.Series{{Name: "p95", Values: out.Latencies}}}.PNG()
	if err != nil {
		return rollout{}, err
	}
	ctx.AttachParts(tool.Bytes(picture, "image/png"))
	return out, nil
}
