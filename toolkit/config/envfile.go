package config

import (
	"fmt"
	"os"

	"github.com/joho/godotenv"
)

// largestAside is how large a file that a configuration names may be, in bytes.
const largestAside = 1 << 20

// environmentFile reads NAME=value lines. An error is a sentence that shows
// nothing of the content.
func (v *variables) environmentFile(path string) (map[string]string, error) {
	data, err := v.aside("the environment file", path)
	if err != nil {
		return nil, err
	}
	env, err := godotenv.UnmarshalBytes(data)
	if err != nil {
		return nil, fmt.Errorf("the environment file %s has a line that is not NAME=value", path)
	}
	return env, nil
}

// aside reads a file that a configuration names. Only files are read, and not
// what would never end.
func (v *variables) aside(what, path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return nil, fmt.Errorf("%s %s does not exist", what, path)
	case err != nil:
		return nil, fmt.Errorf("%s can not be read: %w", what, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s %s is not a file", what, path)
	case info.Size() > largestAside:
		return nil, fmt.Errorf("%s %s is larger than %d KiB", what, path, largestAside>>10)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s can not be read: %w", what, err)
	}
	v.beside = append(v.beside, Beside{path, data})
	return data, nil
}
