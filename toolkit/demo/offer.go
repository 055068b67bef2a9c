package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"net/url"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const aboutWeather = `# This weather

It is made up, and always the same. It follows from

1. the **latitude**: the farther from the equator, the colder, and the more so in winter;
2. the **day of the year**: the warmest is in the middle of July, or half a year off in the south;
3. a **noise** that changes slowly from day to day and is the same for the same place and day.
`

// addWeatherOffers adds what the weather server has beside tools.
func addWeatherOffers(s *sdk.Server) {
	s.AddResource(&sdk.Resource{
		URI: "weather://about", Name: "about", Title: "About this weather", MIMEType: "text/markdown",
		Description: "How the weather comes about.", Size: int64(len(aboutWeather)),
	}, reads(func(string) (*sdk.ResourceContents, error) { return &sdk.ResourceContents{Text: aboutWeather}, nil }))
	s.AddResource(&sdk.Resource{
		URI: "weather://radar/oslo.png", Name: "oslo.png", Title: "Radar of Oslo", MIMEType: "image/png",
		Description: "The rain around Oslo, as a picture.",
	}, reads(func(string) (*sdk.ResourceContents, error) { return radarOf("Oslo") }))
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: forecastURI + "{place}", Name: "forecast", Title: "Forecast of a place", MIMEType: "text/markdown",
		Description: "The next three days at a place: a city, or two numbers such as 59.9,10.7.",
	}, reads(func(uri string) (*sdk.ResourceContents, error) {
		named, err := url.PathUnescape(strings.TrimPrefix(uri, forecastURI))
		if err != nil {
			return nil, err
		}
		f, err := forecastInput{Place: named}.forecast()
		if err != nil {
			return nil, err
		}
		return &sdk.ResourceContents{Text: f.markdown()}, nil
	}))
	s.AddPrompt(&sdk.Prompt{Name: "clothes", Title: "What to wear", Description: "Asks what to wear in Oslo today."},
		func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			f, err := forecastInput{Place: "Oslo", Days: 1}.forecast()
			if err != nil {
				return nil, err
			}
			return prompted(says(f.markdown()), says("What should I wear today?")), nil
		})
	s.AddPrompt(&sdk.Prompt{
		Name: "briefing", Title: "Weather briefing", Description: "Asks for a briefing on the weather of some days, with the rain radar.",
		Arguments: []*sdk.PromptArgument{
			{Name: "place", Description: "City, or \"lat,lon\"", Required: true},
			{Name: "days", Description: "1 to 14; 3 when left out"},
			{Name: "audience", Description: "Who is to read it"},
		},
	}, getBriefing)
}

const forecastURI = "weather://forecast/"

// reads makes a resource of what read yields. A mistake in the URI is told to
// whoever sent it.
func reads(read func(uri string) (*sdk.ResourceContents, error)) sdk.ResourceHandler {
	return func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		contents, err := read(r.Params.URI)
		if err != nil {
			return nil, unfit(err)
		}
		contents.URI = r.Params.URI
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, nil
	}
}

func unfit(err error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
}

func radarOf(named string) (*sdk.ResourceContents, error) {
	at, err := findPlace(named)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, radarPicture(at)); err != nil {
		return nil, err
	}
	return &sdk.ResourceContents{MIMEType: "image/png", Blob: b.Bytes()}, nil
}

func says(text string) sdk.Content { return &sdk.TextContent{Text: text} }

// prompted is a prompt of these messages, each said by the user.
func prompted(contents ...sdk.Content) *sdk.GetPromptResult {
	result := &sdk.GetPromptResult{}
	for _, c := range contents {
		result.Messages = append(result.Messages, &sdk.PromptMessage{Role: "user", Content: c})
	}
	return result
}

func getBriefing(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	in := forecastInput{Place: r.Params.Arguments["place"]}
	if text := r.Params.Arguments["days"]; text != "" {
		days, err := strconv.Atoi(text)
		if err != nil || days < 1 || days > 14 {
			return nil, unfit(fmt.Errorf("days: %q is not one of 1 to 14", text))
		}
		in.Days = days
	}
	f, err := in.forecast()
	if err != nil {
		return nil, unfit(err)
	}
	radar, err := radarOf(in.Place)
	if err != nil {
		return nil, unfit(err)
	}
	task := "Write a short briefing on this weather."
	if audience := r.Params.Arguments["audience"]; audience != "" {
		task = "Write a short briefing on this weather for " + audience + "."
	}
	result := prompted(says(f.markdown()), &sdk.ImageContent{Data: radar.Blob, MIMEType: radar.MIMEType}, says(task))
	result.Description = "Briefing for " + f.Place.Name
	return result, nil
}

const registerURI = "stations://register"

// offer adds the register itself, which can be followed: it changes with every
// station that is added or deleted.
func (r *register) offer(s *sdk.Server) {
	s.AddResource(&sdk.Resource{
		URI: registerURI, Name: "register", Title: "Register of stations", MIMEType: "application/json",
		Description: "All weather stations. It changes when one is added or deleted.",
	}, reads(func(string) (*sdk.ResourceContents, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		b, err := json.MarshalIndent(listOutput{Stations: r.stations}, "", "  ")
		return &sdk.ResourceContents{Text: string(b)}, err
	}))
	r.changed = func() {
		// A client that is gone misses nothing.
		_ = s.ResourceUpdated(context.Background(), &sdk.ResourceUpdatedNotificationParams{URI: registerURI})
	}
}
