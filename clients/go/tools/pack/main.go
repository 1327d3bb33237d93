// Command pack writes the module as a module proxy serves it, below dist/: GOPROXY=file://.../dist finds it there.
//
//	go -C tools run ./pack
package main

import (
	"bytes"
	"log"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const version = "v0.1.0"

func pack() error {
	file, err := os.ReadFile("../go.mod")
	if err != nil {
		return err
	}
	packed := module.Version{Path: modfile.ModulePath(file), Version: version}
	folder := filepath.Join("../dist", filepath.FromSlash(packed.Path), "@v")
	if err := os.RemoveAll("../dist"); err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, packed, ".."); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	info := `{"Version":"` + version + `","Time":"` + time.Unix(0, 0).UTC().Format(time.RFC3339) + `"}`
	for name, data := range map[string][]byte{version + ".mod": file, version + ".info": []byte(info), version + ".zip": archive.Bytes(), "list": []byte(version + "\n")} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := pack(); err != nil {
		log.Fatal(err)
	}
}
