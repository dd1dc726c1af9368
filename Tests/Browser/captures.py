"""Captures that the tests of the report need and no fixture has: hostile text, and a hundred thousand messages."""

import random
import struct


def packet(time, source, target, seq, ack, flags, payload=b""):
    """A record of a pcap file: Ethernet, IPv4, TCP, without checksums, as a machine with offload captures them."""
    tcp = struct.pack("!HHIIBBHHH", source[1], target[1], seq & 0xFFFFFFFF, ack & 0xFFFFFFFF, 5 << 4, flags, 65535, 0, 0)
    total = 20 + len(tcp) + len(payload)
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, total, 0, 0x4000, 64, 6, 0, bytes(source[0]), bytes(target[0]))
    frame = b"\2\0\0\0\0\1\2\0\0\0\0\2\x08\0" + ip + tcp + payload
    return struct.pack("<IIII", int(time), int(time % 1 * 1e6), len(frame), len(frame)) + frame


def capture(path, segments, port=7000, client_port=40000):
    """Writes a connection whose client sends `segments`, one every millisecond."""
    client, server = ((10, 0, 0, 1), client_port), ((10, 0, 0, 2), port)
    start, time = 1000, 1_700_000_000.0
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))
        file.write(packet(time, client, server, start, 0, 0x02))
        file.write(packet(time + 0.001, server, client, 5000, start + 1, 0x12))
        file.write(packet(time + 0.002, client, server, start + 1, 5001, 0x10))
        at = start + 1
        for index, payload in enumerate(segments):
            time += 0.001
            file.write(packet(time + 0.003, client, server, at, 5001, 0x18, payload))
            at += len(payload)
            if index % 4 == 3:
                file.write(packet(time + 0.0035, server, client, 5001, at, 0x10))
    return path


HOSTILE = [
    "</script><script>window.owned = 1</script>",
    "<img src=x onerror=\"window.owned = 2\">",
    "--><svg onload=window.owned=3><style>*{display:none}</style>",
    "\u202egnp.exe\u202c \u2066hidden\u2069 \u2028 \u2029 \ufeff",
    "\"'`${window.owned=4}{{data}}{{script}} \\u003cb\\u003e",
    "javascript:window.owned=5",
    "\x1b[31mred\x07 \x00 \x7f",
]


def hostile(path):
    """Payload that would like to be markup, script or the end of both."""
    return capture(path, [(line + "\n").encode() for line in HOSTILE] + [b"\xff\xfe<b>\xc3\x28</b>\n"])


def many(path, count=100_000):
    """Lines of 20 to 90 bytes in segments of up to 1448: most are coalesced, some are split."""
    dice = random.Random(9)
    stream = b"".join(b"%07d " % index + bytes(dice.choices(b"abcdefghij klmnop", k=dice.randint(12, 80))) + b"\n"
                      for index in range(count))
    segments, place = [], 0
    while place < len(stream):
        size = dice.choice([1448, 1448, 1448, 700, 120])
        segments.append(stream[place:place + size])
        place += size
    return capture(path, segments)
