package process

import (
	"reflect"
	"testing"
	"testing/synctest"
	"time"
)

func TestARunningCommandSaysThatItIsAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seconds []float64
		var said string
		stop := Heartbeat(func(s float64, message string) { seconds, said = append(seconds, s), message })
		time.Sleep(time.Minute + time.Second)
		stop()
		time.Sleep(time.Hour)
		if !reflect.DeepEqual(seconds, []float64{20, 40, 60}) || said != "the command runs on, 1m0s by now" {
			t.Errorf("it said so at %v, at last %q", seconds, said)
		}
	})
}
