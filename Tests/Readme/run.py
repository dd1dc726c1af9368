#!/usr/bin/env python3
"""Runs every command that README.md and README.zh-CN.md show: Tests/Readme/run.py SEAM

A block that begins with ```console shows commands behind "$ " and what they print, which is compared. A line that is
"…" stands for any number of lines, and "…" within a line for any text. Other commands, those in indented blocks and
those between backquotes, have to end well. They run in a folder of their own that has what the README supposes to be
there; its capital words (FILE, DIR, ...) are replaced. What cannot be run so is in EXCEPTIONS, with the reason.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Browser"))
import captures

PAGES = ["README.md", "README.zh-CN.md"]
PROGRAMS = ("seam", "make", "git", "tcpdump", "sudo", "ssh")

# What is not run as it stands, and why.
EXCEPTIONS = {
    "git clone … seam && cd seam": "the address is not told; the tests are in such a folder",
    "seam inspect": "named in a sentence, without a file",
    "seam live": "named in a sentence, without an interface",
    "seam messages -v": "named in a sentence, without a file",
    "seam streams --format csv": "named in a sentence, without a file",
    "seam check --exec COMMAND": "COMMAND is a decoder of the reader's; the command beside it has one",
}
# What is there to be ended by Ctrl-C: so many seconds it goes on.
ENDLESS = {
    "seam serve -c line --pieces torn hello": 3,
    "seam live -r FILE --follow": 3,
    "sudo seam live any -q -w w.pcapng --rotate 100M,1h --keep 24": 3,
    "sudo seam live lo -f 'tcp port 9000' -c line": 3,
    "ssh host sudo tcpdump -U -w - tcp | seam live -": 5,
    "seam report --serve FILE": 3,
}
# Where the status says something besides: an echo answers otherwise than the captured server.
STATUS = {
    "seam inspect --fail-on warning FILE": {0, 1}, "seam replay trace.pcap --to :9000": {0, 1},
    "seam replay trace.pcap --to :9000 --pieces bytes": {0, 1},
}
# Those that run in the folder of the project, since they are its targets.
AT_HOME = ("make",)

WORDS = {
    "FILE...": "one.pcap two.pcap", "OUT.pcapng": "out.pcapng", "FILE": "trace.pcap", "DIR": "halves", "ID": "write-write-read",
    "COMMAND": "inspect",
}
SHIMS = {
    # The tests are root already, and this machine is the host.
    "sudo": '#!/bin/sh\nexec "$@"\n',
    "ssh": '#!/bin/sh\nshift\nexec "$@"\n',
}
# A client that answers the first of the lines that came together.
CLIENT = """
import socket, time
while True:
    try:
        server = socket.create_connection(("127.0.0.1", 9000))
        break
    except ConnectionRefusedError:
        time.sleep(0.05)
while not server.recv(100).endswith(b"three\\n"):
    pass
server.sendall(b"one\\n")
"""
# Lines over port 9000.
TRAFFIC = """
import socket, time
door = socket.create_server(("127.0.0.1", 9000))
sender = socket.create_connection(("127.0.0.1", 9000))
other, _ = door.accept()
while True:
    sender.sendall(b"one line\\n")
    other.recv(100)
    time.sleep(0.002)
"""


ECHO = ["seam", "serve", "-q", "-c", "line", "--port", "9000", "--echo"]


def peer(command):
    """What a command of the page needs at the other end of port 9000: a program and its arguments; none for most."""
    if "live" in command or "tcpdump" in command:
        return [sys.executable, "-c", TRAFFIC]
    if "seam serve" in command and "--port 9000" in command:
        return [sys.executable, "-c", CLIENT]
    return ECHO if ":9000" in command else None


def blocks(text):
    """The console blocks of a page: pairs of a command and what it prints."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = piece.partition("\n")
            yield command, output


def commands(text):
    """The commands of a page that show no output."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    indented = [line[4:].split("  #")[0].split("   #")[0].strip() for line in text.split("\n") if line.startswith("    ")]
    spans = [span.replace("\\|", "|") for span in re.findall(r"`([^`\n]+)`", text)]
    for line in indented + spans:
        if line.split(" ")[0] in PROGRAMS and " " in line:
            yield line


def variants(command):
    """A command with its capital words replaced; once for each of `a|b|c`."""
    choice = re.search(r"(?<= )\w+(\|\w+)+$", command)
    for one in choice.group().split("|") if choice else [None]:
        line = command[:choice.start()] + one if one else command
        for word, value in WORDS.items():
            line = re.sub(rf"(?<![\w.]){re.escape(word)}(?![\w.])", value, line)
        yield line


def matches(printed, output):
    """Whether a command printed what the page shows."""
    # Pictures have "…" of their own, so that it means itself too.
    whole = "".join("(?:.*\n)*" if line == "…\n" else re.escape(line).replace("…", ".*") for line in output.splitlines(True))
    return re.fullmatch(whole, printed) is not None


def furnish(folder, seam):
    """Makes the folder in which commands run: captures, fixtures, a decoder, and programs in front of the path."""
    programs = os.path.join(folder, "bin")
    os.makedirs(programs)
    os.symlink(seam, os.path.join(programs, "seam"))
    for name, text in SHIMS.items():
        path = os.path.join(programs, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)
    records = []
    for number in range(4):
        path = captures.capture(os.path.join(folder, "part.pcap"), [b"one\ntwo\n", b"thr", b"ee\n"] * 5, client_port=40000 + number, port=9000)
        with open(path, "rb") as file:
            records.append(file.read())
    os.remove(os.path.join(folder, "part.pcap"))
    for name in ["trace.pcap", "one.pcap", "two.pcap"]:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(records[0] + b"".join(one[24:] for one in records[1:]))
    os.makedirs(os.path.join(folder, "fixtures"))
    for name in os.listdir(os.path.join(ROOT, "fixtures")):
        # Those that a decoder of lines decodes.
        if name.startswith(("twenty-messages-seven-reads.", "two-connections-interleaved.")):
            shutil.copy(os.path.join(ROOT, "fixtures", name), os.path.join(folder, "fixtures"))
    for name in ["line_decoder.py", "seam_adapter.py"]:
        shutil.copy(os.path.join(ROOT, "examples", "adapters", "python", name), folder)
    shutil.copy(os.path.join(folder, "line_decoder.py"), os.path.join(folder, "my_decoder.py"))
    shutil.copytree(os.path.join(ROOT, "Tests", "Decoders"), os.path.join(folder, "decoders"))


def run(command, folder, seconds=None, is_at_home=False):
    """The status and output of a command line, in the project's folder perhaps; after `seconds` it gets Ctrl-C, as from a terminal."""
    place = ROOT if is_at_home or command.startswith(AT_HOME) else folder
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", HOME=folder, LC_ALL="C.UTF-8", COLUMNS="80")
    other = peer(command)
    if other:
        other = subprocess.Popen(other, cwd=place, env=environment, stdout=subprocess.DEVNULL)
        time.sleep(0.5)
    process = subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=place, env=environment, text=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=seconds or 300)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT if seconds else signal.SIGKILL)
        output, errors = process.communicate(timeout=30)
    if other:
        other.kill()
        other.wait()
    return process.returncode, output, errors


def main():
    seam = os.path.abspath(sys.argv[1])
    faults, done, used = [], 0, set()
    for page in PAGES:
        with open(os.path.join(ROOT, page)) as file:
            text = file.read()
        for command, output in blocks(text):
            done += 1
            with tempfile.TemporaryDirectory() as folder:
                furnish(folder, seam)
                status, printed, errors = run(command, folder, is_at_home=True)
            if not matches(printed, output):
                faults.append(f"{page}: {command} prints otherwise (status {status}):\n{printed}{errors}")
        first = "$ %s\n%s" % next(blocks(text))
        for command in dict.fromkeys(commands(text)):
            if command in EXCEPTIONS:
                used.add(command)
                continue
            for line in variants(command):
                done += 1
                with tempfile.TemporaryDirectory() as folder:
                    furnish(folder, seam)
                    status, printed, errors = run(line, folder, ENDLESS.get(command))
                if status not in STATUS.get(command, {0}):
                    faults.append(f"{page}: {line} ends with {status}: {errors}")
                if command == "make demo" and first not in printed:
                    faults.append(f"{page}: make demo does not print the first screen:\n{printed}")
    faults += [f"{command} is an exception, but no page has it" for command in EXCEPTIONS if command not in used]
    for fault in faults:
        print(f"not so: {fault}")
    for command, reason in EXCEPTIONS.items():
        print(f"not run: {command} ({reason})")
    print(f"{done} commands of {' and '.join(PAGES)} run, {len(faults)} not as they say")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
