package httptool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// maxDocument is how many bytes a document may have.
const maxDocument = 64 << 20

func isURL(location string) bool {
	return strings.HasPrefix(location, "http://") || strings.HasPrefix(location, "https://")
}

// A found document is its bytes, and where they are: at the end of all redirects
// when it was fetched.
type found struct {
	data []byte
	at   string
}

func (s *DocumentSource) read(ctx context.Context, client *http.Client) (found, error) {
	switch at := s.document.Location; {
	case len(s.document.Data) > 0:
		return found{s.document.Data, at}, nil
	case at == "":
		return found{}, fmt.Errorf("the document %s has neither a location nor content", s.document.Name)
	case isURL(at):
		return s.fetch(ctx, client)
	default:
		data, err := readFile(at)
		return found{data, at}, err
	}
}

// readFile reads a regular file: nothing else, so that reading it ends.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, fmt.Errorf("%s can not be read: %w", path, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file that can be read", path)
	case info.Size() > maxDocument:
		return nil, fmt.Errorf("%s has %d bytes; a document may have %d", path, info.Size(), maxDocument)
	}
	return os.ReadFile(path)
}

// fetch asks for the document without the configured headers, which are meant
// for the server that it describes, and with them when it is not handed out
// otherwise.
func (s *DocumentSource) fetch(ctx context.Context, client *http.Client) (found, error) {
	d, status, err := s.get(ctx, client, nil)
	if err == nil && refused(status) && len(s.document.Headers) > 0 {
		d, status, err = s.get(ctx, client, s.document.Headers)
	}
	at := s.info.Target
	switch {
	case err != nil:
		return found{}, err
	case refused(status):
		err := fmt.Errorf("%s answered with HTTP %d %s; set the headers that let you in, such as Authorization, in its configuration", at, status, http.StatusText(status))
		return found{}, &source.AuthorizationError{Err: err}
	case status < 200 || status > 299:
		return found{}, fmt.Errorf("%s answered with HTTP %d %s and not with a document", at, status, http.StatusText(status))
	}
	return d, nil
}

func refused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

func (s *DocumentSource) get(ctx context.Context, client *http.Client, headers map[string]string) (d found, status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.document.Location, nil)
	if err != nil {
		return found{}, 0, fmt.Errorf("%s is no address: %w", s.info.Target, err)
	}
	request.Header.Set("Accept", "application/vnd.oai.openapi+json, application/json, application/yaml, */*;q=0.5")
	request.Header.Set("User-Agent", "toolbench")
	for name, value := range headers {
		setHeader(request, name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return found{}, 0, fmt.Errorf("%s could not be fetched: %w", s.info.Target, err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxDocument+1))
	switch good := response.StatusCode >= 200 && response.StatusCode < 300; {
	case err != nil:
		return found{}, 0, fmt.Errorf("%s broke off: %w", s.info.Target, err)
	case len(data) > maxDocument:
		return found{}, 0, fmt.Errorf("%s has more than %d bytes, which is the most that a document may have", s.info.Target, maxDocument)
	case good && !IsOpenAPI(data):
		kind := tool.BareType(response.Header.Get("Content-Type"))
		if kind == "" {
			kind = "no content type"
		}
		return found{}, 0, fmt.Errorf("%s answered with %s that is no OpenAPI document, which begins with openapi: 3.… or swagger: \"2.0\"", s.info.Target, kind)
	}
	return found{data, response.Request.URL.String()}, response.StatusCode, nil
}
