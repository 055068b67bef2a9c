package config

import (
	"os"
	"path/filepath"
)

// WriteFile is [os.WriteFile] for a file that is replaced as a whole or not at
// all, also when the program is killed. A file that is there keeps its
// permissions, and a symbolic link keeps pointing to it.
func WriteFile(path string, data []byte, permissions os.FileMode) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		permissions = info.Mode().Perm()
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // gone already when all went well
	if err := write(temporary, data, permissions); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

func write(file *os.File, data []byte, permissions os.FileMode) error {
	_, err := file.Write(data)
	for _, finish := range []func() error{
		func() error { return file.Chmod(permissions) },
		file.Sync,
		file.Close,
	} {
		if failed := finish(); err == nil {
			err = failed
		}
	}
	return err
}
