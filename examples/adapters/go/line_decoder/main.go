// Lines that end with LF or CR LF: go build ./line_decoder, then
// seam check --suite line --exec ./line_decoder
package main

import (
	"bytes"

	"seam.example/seamadapter"
)

type lineDecoder struct{ buffer []byte }

func (decoder *lineDecoder) Feed(piece []byte) ([]seamadapter.Message, error) {
	decoder.buffer = append(decoder.buffer, piece...)
	var lines []seamadapter.Message
	for {
		end := bytes.IndexByte(decoder.buffer, '\n')
		if end < 0 {
			return lines, nil
		}
		// Not nil when the line is empty.
		line := append([]byte{}, bytes.TrimSuffix(decoder.buffer[:end], []byte{'\r'})...)
		lines = append(lines, seamadapter.Message{Bytes: line})
		decoder.buffer = decoder.buffer[end+1:]
	}
}

func main() {
	seamadapter.Serve(func() seamadapter.Decoder { return &lineDecoder{} })
}
