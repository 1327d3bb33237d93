// Command format fails, and names the files, where gofmt would change one.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
)

func main() {
	changed, err := exec.Command("gofmt", "-l", "..").Output()
	if err != nil {
		log.Fatal(err)
	}
	if len(changed) > 0 {
		fmt.Printf("gofmt would change:\n%s", changed)
		os.Exit(1)
	}
}
