package builtin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

const (
	// largestFetch is how many bytes of a response are read.
	largestFetch = 5 << 20
	// mostRedirects is how many redirects are followed.
	mostRedirects = 10
	// longestErrorBody is how many bytes of an error's body are handed over.
	longestErrorBody = 4000
)

type webfetchInput struct {
	URL     string `json:"url"`
	Format  string `json:"format"`
	Timeout int    `json:"timeout"`
}

func webfetchTool(client *http.Client) tool.Tool {
	client = prepared(client)
	return define(definition{
		name:  "webfetch",
		title: "Fetch a web page",
		description: `Fetches a URL and returns what is there. A web page comes back as Markdown, as its text alone, or as the HTML itself; ` +
			`other text (JSON, XML, plain) as it is; a picture, a pdf or a recording as something to look at or listen to. No script on the page is run.`,
		schema: `{
  "type": "object",
  "properties": {
    "url": {"type": "string", "description": "The address, beginning with http:// or https://."},
    "format": {"type": "string", "enum": ["text", "markdown", "html"], "default": "markdown", "description": "What to make of a web page."},
    "timeout": {"type": "integer", "minimum": 1, "maximum": 600, "default": 30, "description": "After how many seconds to give up."}
  },
  "required": ["url"]
}`,
		annotations: tool.Annotations{ReadOnly: new(true), OpenWorld: new(true)},
	}, func(ctx *tool.ToolContext, in webfetchInput) (tool.ToolResult, error) {
		address, err := webAddress(in.URL)
		if err != nil {
			return tool.ToolResult{}, err
		}
		limit := time.Duration(in.Timeout) * time.Second
		bound, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		result, err := fetch(bound, client, address, in.Format)
		switch {
		case err != nil && ctx.Err() != nil:
			return tool.ToolResult{}, fmt.Errorf("%s was not fetched: the call was cancelled", address.Redacted())
		case errors.Is(err, context.DeadlineExceeded):
			return tool.ToolResult{}, fmt.Errorf("%s did not answer within %s; a longer timeout may do", address.Redacted(), limit)
		}
		return result, err
	})
}

// prepared is client, with a limit of redirects when it has none and errors that say
// what would do.
func prepared(client *http.Client) *http.Client {
	var limited http.Client
	if client != nil {
		limited = *client
	}
	limited.Transport = wire.Explained(cmp.Or(limited.Transport, http.DefaultTransport))
	if limited.CheckRedirect == nil {
		limited.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
			if len(via) > mostRedirects {
				return fmt.Errorf("more than %d redirects", mostRedirects)
			}
			return nil
		}
	}
	return &limited
}

func webAddress(given string) (*url.URL, error) {
	address, err := url.Parse(strings.TrimSpace(given))
	if err != nil {
		// The error repeats the URL, password included.
		return nil, errors.New("the url can not be read; give one such as https://example.com/page")
	}
	if (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, fmt.Errorf("the url %q is no web address; give one that begins with http:// or https://", shortened(address.Redacted(), 200))
	}
	return address, nil
}

// A page is a response as far as it was read.
type page struct {
	address   *url.URL // after redirects
	mediaType string   // without parameters
	header    string   // the Content-Type as it came
	body      []byte
	cut       bool
}

func fetch(ctx context.Context, client *http.Client, address *url.URL, format string) (tool.ToolResult, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("%s can not be fetched: %w", address.Redacted(), err)
	}
	request.Header.Set("User-Agent", "toolbench")
	request.Header.Set("Accept", "text/html, text/markdown;q=0.9, text/*;q=0.8, application/json;q=0.8, */*;q=0.5")
	response, err := client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err // its own words repeat the URL
		}
		return tool.ToolResult{}, fmt.Errorf("%s could not be fetched: %w", address.Redacted(), err)
	}
	defer response.Body.Close()
	p, err := readPage(response)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("%s broke off: %w", address.Redacted(), err)
	}
	result, err := p.result(ctx, response.StatusCode, format)
	if err != nil {
		return tool.ToolResult{}, err
	}
	result.SetMetadata("status", response.StatusCode)
	result.SetMetadata("contentType", p.header)
	result.SetMetadata("bytes", len(p.body))
	result.SetMetadata("url", p.address.Redacted())
	if p.cut {
		result.SetMetadata("truncated", true)
	}
	return result, nil
}

func readPage(response *http.Response) (*page, error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, largestFetch+1))
	if err != nil {
		return nil, err
	}
	p := &page{address: response.Request.URL, header: response.Header.Get("Content-Type"), body: body}
	if len(body) > largestFetch {
		p.body, p.cut = body[:largestFetch], true
	}
	if p.header == "" {
		p.header = http.DetectContentType(p.body)
	}
	p.mediaType, _, err = mime.ParseMediaType(p.header)
	if err != nil {
		kind, _, _ := strings.Cut(p.header, ";")
		p.mediaType = strings.ToLower(strings.TrimSpace(kind))
	}
	return p, nil
}

func (p *page) result(ctx context.Context, status int, format string) (tool.ToolResult, error) {
	if status < 200 || status > 299 {
		return p.failure(status), nil
	}
	switch {
	case isMedia(p.mediaType):
		if p.cut {
			return tool.ToolResult{}, fmt.Errorf("%s (%s) has more than %d bytes, too many to hand over", p.address.Redacted(), p.mediaType, largestFetch)
		}
		part := tool.Bytes(p.body, p.mediaType)
		return tool.ToolResult{
			Output: fmt.Sprintf("%s (%s, %d bytes)", p.address.Redacted(), p.mediaType, len(p.body)),
			Parts:  []tool.ContentPart{part},
		}, nil
	case !isTextual(p.mediaType):
		return tool.ToolResult{}, fmt.Errorf("%s is of type %s, which is neither text nor a picture, a pdf or a recording; bash can download it", p.address.Redacted(), p.mediaType)
	}
	text, err := p.text(ctx, format)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("%s can not be turned into %s; the format html gives it as it is: %w", p.address.Redacted(), format, err)
	}
	if p.cut {
		text += fmt.Sprintf("\n[cut here: only the first %d bytes were read]", largestFetch)
	}
	return tool.ToolResult{Output: text}, nil
}

// failure is the result of a status that is not 2xx.
func (p *page) failure(status int) tool.ToolResult {
	said := http.StatusText(status)
	if isTextual(p.mediaType) {
		if text, err := p.text(context.Background(), "text"); err == nil && strings.TrimSpace(text) != "" {
			said = shortened(strings.TrimSpace(text), longestErrorBody)
		}
	}
	return tool.ErrorResult(fmt.Sprintf("HTTP %d: %s", status, said))
}

func isMedia(mediaType string) bool {
	switch kind, _, _ := strings.Cut(mediaType, "/"); {
	case mediaType == "image/svg+xml":
		return false // it is text, and no model takes it for a picture
	case kind == "image", kind == "audio", mediaType == "application/pdf":
		return true
	}
	return false
}

func isTextual(mediaType string) bool {
	kind, sub, _ := strings.Cut(mediaType, "/")
	if kind == "text" || strings.HasSuffix(sub, "+json") || strings.HasSuffix(sub, "+xml") || strings.HasSuffix(sub, "+yaml") {
		return true
	}
	switch sub {
	case "json", "xml", "yaml", "x-yaml", "toml", "javascript", "ecmascript", "x-javascript", "x-sh", "x-ndjson", "jsonl", "sql", "graphql", "x-www-form-urlencoded":
		return true
	}
	return false
}
