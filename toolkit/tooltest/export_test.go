package tooltest

import "time"

// SetPatience bounds the steps of this process.
func SetPatience(d time.Duration) { patience = d }
