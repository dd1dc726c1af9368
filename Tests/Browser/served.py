"""The report as seam report --serve answers it: a million messages, of which the page holds what it shows."""

import signal
import socket
import subprocess

import captures
import pace

MILLION = 1_200_000


class Served:
    """A running seam report --serve; `url` is what it printed once the capture was read."""

    def __init__(self, seam, arguments):
        self.process = subprocess.Popen([seam, "report", "--serve", *arguments], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    @property
    def port(self):
        return int(self.url.rstrip("/").rsplit(":", 1)[1])

    def memory(self):
        """What it holds in memory, in MB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) / 1000 for line in file if line.startswith("VmHWM:"))

    def say(self, text):
        """The first line of the answer to a request that no browser would send."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as visitor:
            visitor.sendall(text.encode())
            return visitor.makefile("rb").readline().decode().strip()

    def interrupt(self):
        """Ctrl-C; tells the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=10)


def check_manners(served, check):
    """What the server refuses, and that one who says nothing does not keep the others waiting."""
    host = f"127.0.0.1:{served.port}"
    with socket.create_connection(("127.0.0.1", served.port)):
        check("a silent visitor keeps nobody waiting", served.say(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n") == "HTTP/1.1 200 OK")
    for claim, request, status in [
        ("a name of another machine is refused (DNS rebinding)", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        ("a request without a name is refused", "GET / HTTP/1.1\r\n\r\n", 421),
        ("only GET is answered", f"POST / HTTP/1.1\r\nHost: {host}\r\n\r\n", 405),
        ("other pages cannot load data", f"GET /data/words HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: script\r\n\r\n", 403),
        ("a head without end is refused", "GET / HTTP/1.1\r\n" + "X: y\r\n" * 4000, 431),
        ("what is no request is refused", "\x16\x03\x01\r\n\r\n", 400),
        ("a range that is too large is refused", f"GET /data/lines?kind=messages&stream=0&from=client&first=0&count=99999999 HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
        ("there is no other page", f"GET /../etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    ]:
        said = served.say(request)
        check(claim, said.startswith(f"HTTP/1.1 {status} "), said)
    with socket.socket() as outside:
        # Bound to the loopback only: an address of this machine that others see does not answer.
        own = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
        if own:
            family = socket.AF_INET6 if ":" in own[0] else socket.AF_INET
            with socket.socket(family) as other:
                other.settimeout(5)
                check("other machines cannot connect", other.connect_ex((own[0], served.port)) != 0, own[0])


def check_page(browser, url, check, settle):
    """The page shows, scrolls, jumps and finds as one from disk does."""
    text = "document.querySelector('.details-name')?.textContent ?? ''"
    browser.open(url + "#stream=0&message=700000", timeout=120)
    browser.until(f"({text}).startsWith('message 700,000') && document.querySelectorAll('#details-body .hex .even').length > 0")
    check("served: a deep link selects its message, with its bytes", "0700000" in browser.run("document.querySelector('#details-body div.hex').textContent"))
    browser.run("(() => { const list = document.querySelector('.table-scroll.messages'); list.scrollTop = list.scrollHeight / 3; })()")
    browser.until("[...document.querySelectorAll('.messages .row')].length > 5 && [...document.querySelectorAll('.messages .row')].every((one) => /^0\\d{6} /.test(one.lastChild.textContent))")
    settle(browser)
    browser.run("document.querySelector('.half canvas').focus()")
    browser.key("ArrowRight")
    browser.until(f"({text}).startsWith('message 700,001')")
    browser.key("n")
    browser.until(f"({text}).startsWith('message 700,002')")
    check("served: keys go on to the next seam", True)
    browser.run("(() => { const field = document.getElementById('messages-filter'); field.value = '0654321'; field.dispatchEvent(new Event('input')); })()")
    browser.until("document.getElementById('messages-count').textContent.startsWith('1 of')", timeout=120)
    browser.until("document.querySelector('.messages .row').lastChild.textContent.startsWith('0654321')")
    check("served: a text is found among all messages", browser.run("document.querySelectorAll('.messages .row').length") == 1)


def check_served(browser, folder, seam, artefacts, check, settle):
    """A capture with over a million messages, served."""
    path = captures.many(f"{folder}/million.pcap", MILLION)
    with Served(seam, ["-q", "-c", "line", path]) as served:
        check("served: the address is one of the loopback", served.url.startswith("http://127.0.0.1:"), served.url)
        check_manners(served, check)
        browser.size(1280, 900)
        words = pace.opens(browser, served.url, f"{MILLION:,} messages, served,", check, pace.SERVED_SECONDS)
        check("served: all are there", f"{MILLION:,}" in browser.run("document.getElementById('messages-count').textContent"))
        check("served: the console is silent", browser.console == [], browser.console)
        elsewhere = [url for url in browser.requests if not url.startswith((served.url, "data:"))]
        check("served: nothing is loaded from elsewhere", elsewhere == [], elsewhere)
        words += pace.moves(browser, "served", check)
        check_page(browser, served.url, check, settle)
        browser.picture(f"{artefacts}/served.png")
        check("served: the console stays silent", browser.console == [], browser.console)
        check("served: the server holds no more than 200 MB", served.memory() < 200, served.memory())
        print(f"{words}, server {served.memory():.0f} MB")
        check("served: Ctrl-C ends it quietly", served.interrupt() == 0)
