"""Drives a headless Chromium over the DevTools protocol: a pipe, and nothing but the standard library."""

import base64
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """The browser did not answer, or a script in the page threw."""


def find():
    """The browser's path, None where there is none."""
    names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return next((path for path in map(shutil.which, names) if path), None)


class Browser:
    """A browser with one page; `console` gathers what the page logs, errors and blocked loads included."""

    def __init__(self, path):
        self.profile = tempfile.mkdtemp(prefix="seam-chromium-")
        to_browser, self.out = os.pipe()
        self.inn, from_browser = os.pipe()

        def hand_over():
            # The browser reads commands at 3 and answers at 4.
            one, two = os.dup(to_browser), os.dup(from_browser)
            os.dup2(one, 3)
            os.dup2(two, 4)

        self.process = subprocess.Popen(
            [path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
             "--disable-component-update", "--disable-extensions", "--user-data-dir=" + self.profile, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=hand_over)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.rest = b""
        self.console = []
        self.requests = []
        self.events = []
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.ask(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.ask("Browser.close", timeout=5)
        except BrowserError:
            self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.inn)
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method, timeout=60, **parameters):
        """Sends a command and waits for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        return self.wait(lambda m: m.get("id") == self.number, timeout, method)

    def wait(self, wanted, timeout, what):
        """Reads messages until one is wanted."""
        end = time.monotonic() + timeout
        while True:
            while b"\0" in self.rest:
                line, self.rest = self.rest.split(b"\0", 1)
                message = json.loads(line)
                self.note(message)
                if wanted(message):
                    if "error" in message:
                        raise BrowserError(f"{what}: {message['error']}")
                    return message.get("result", message.get("params"))
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.inn], [], [], left)[0]:
                raise BrowserError(f"{what}: no answer")
            piece = os.read(self.inn, 1 << 20)
            if not piece:
                raise BrowserError(f"{what}: the browser is gone")
            self.rest += piece

    def note(self, message):
        method, facts = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning", "assert"):
            self.console.append(" ".join(str(a.get("value", a.get("description"))) for a in facts["args"]))
        elif method == "Runtime.exceptionThrown":
            details = facts["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and facts["entry"]["level"] in ("error", "warning"):
            self.console.append(facts["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])

    def size(self, width, height, is_mobile=False, scale=1):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_mobile)

    def scheme(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url, timeout=60):
        """Opens a page and waits until it says that it is ready; returns the seconds since the navigation."""
        self.console.clear()
        self.requests.clear()
        self.ask("Page.navigate", url="about:blank")
        self.console.clear()
        self.requests.clear()
        self.ask("Page.navigate", timeout=timeout, url=url)
        end = time.monotonic() + timeout
        while self.run("document.documentElement?.dataset.ready") != "true":
            if time.monotonic() > end:
                raise BrowserError(f"{url} is not ready: {self.console}")
            time.sleep(0.02)
        return self.run("performance.getEntriesByName('seam-ready')[0].startTime") / 1000

    def run(self, script, timeout=60):
        """The value of an expression in the page; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", timeout=timeout, expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def until(self, condition, timeout=30):
        """Waits until an expression in the page is true."""
        end = time.monotonic() + timeout
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise BrowserError(f"never came true: {condition}")
            time.sleep(0.02)

    def key(self, key, text=None, modifiers=0):
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}
        facts = {"key": key, "modifiers": modifiers, "windowsVirtualKeyCode": codes.get(key, ord(key.upper()[0]) if len(key) == 1 else 0)}
        if key == "Enter":
            facts["text"] = "\r"
        elif len(key) == 1:
            facts["text"] = text or key
        self.ask("Input.dispatchKeyEvent", type="keyDown", **facts)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def click(self, selector):
        """Clicks the middle of an element, as a person would."""
        x, y = self.middle(selector)
        self.click_at(x, y)

    def click_at(self, x, y):
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=0 if kind == "mouseMoved" else 1)

    def wheel(self, x, y, down):
        self.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down)

    def middle(self, selector):
        place = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;
            e.scrollIntoView({{ block: "center", behavior: "instant" }}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
        if not place:
            raise BrowserError(f"no {selector}")
        return place

    def paper(self, path):
        """Prints the page to a PDF; tells how many sheets that took."""
        data = base64.b64decode(self.ask("Page.printToPDF", timeout=120, printBackground=True)["data"])
        with open(path, "wb") as file:
            file.write(data)
        return len(re.findall(rb"/Type\s*/Page\b", data))

    def picture(self, path, is_whole=False):
        """Writes what is to be seen as a PNG."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        facts = {}
        if is_whole:
            size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
            facts = {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}}
        image = self.ask("Page.captureScreenshot", format="png", **facts)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
