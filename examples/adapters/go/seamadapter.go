// Package seamadapter runs a decoder under test for `seam check --exec` (Documentation/decoders-under-test.md).
//
//	func main() {
//		seamadapter.Serve(func() seamadapter.Decoder { return &LineDecoder{} })
//	}
package seamadapter

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
)

// Message is what a decoder returned: its bytes, or where it stands in the stream when Bytes is nil.
type Message struct {
	Bytes      []byte
	Start, End int
	Heartbeat  bool
}

// Decoder is fresh for each stream. Feed takes what one Read returned; an error says that the bytes break the
// protocol, behind the messages that are returned with it.
type Decoder interface {
	Feed(piece []byte) ([]Message, error)
}

type line struct {
	Kind  string  `json:"kind,omitempty"`
	Bytes *[]byte `json:"bytes,omitempty"` // encoding/json writes bytes as base 64
	Start *int    `json:"start,omitempty"`
	Stop  *int    `json:"end,omitempty"`
	Error string  `json:"error,omitempty"`
}

// Serve answers stream after stream until the input ends.
func Serve(start func() Decoder) {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	answer := json.NewEncoder(output)
	decoder, refused := start(), false
	for {
		var count uint32
		if binary.Read(input, binary.BigEndian, &count) != nil {
			return
		}
		if count == 0 {
			answer.Encode(map[string]bool{"end": true})
			output.Flush()
			decoder, refused = start(), false
			continue
		}
		piece := make([]byte, count)
		if _, err := io.ReadFull(input, piece); err != nil {
			return
		}
		if refused {
			continue
		}
		messages, err := decoder.Feed(piece)
		for i := range messages {
			message := &messages[i]
			one := line{}
			if message.Heartbeat {
				one.Kind = "heartbeat"
			}
			if message.Bytes != nil {
				one.Bytes = &message.Bytes
			} else {
				one.Start, one.Stop = &message.Start, &message.End
			}
			answer.Encode(one)
		}
		if err != nil {
			refused = true
			answer.Encode(line{Error: err.Error()})
		}
	}
}
