#!/usr/bin/env python3
"""Opens reports in a browser and tries what a person would: Tests/Browser/run.py SEAM [ARTEFACTS]

Pictures are kept among the artefacts. Without a browser nothing is tried, which is said.
"""

import os
import subprocess
import sys
import tempfile
import time
import zipfile

import captures
import chromium
import pace
import served

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REPORTS = {
    "seven-reads": ["-c", "line", "fixtures/twenty-messages-seven-reads.pcap"],
    "stomp-over-websocket": ["-c", "websocket/stomp", "fixtures/websocket-and-stomp-cut-apart.pcap"],
    "gap": ["-c", "line", "fixtures/bytes-missing-in-capture.pcap"],
    "two-connections": ["fixtures/two-connections-interleaved.pcap"],
    "sent-again": ["fixtures/truth-retransmission-merges-messages.pcap"],
}
faults = []
done = 0


def check(claim, is_true, found=""):
    """Counts a claim, and says so when it is not true."""
    global done
    done += 1
    if not is_true:
        faults.append(claim)
        print(f"not so: {claim} {found}", flush=True)


def report(seam, path, arguments):
    subprocess.run([seam, "report", "-q", *arguments, "-o", path], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return "file://" + path


def settle(browser):
    browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))")


def check_quiet(browser, name):
    check(f"{name}: the console is silent", browser.console == [], browser.console)
    outside = [url for url in browser.requests if not url.startswith(("file:", "data:"))]
    check(f"{name}: nothing is loaded", outside == [], outside)


def check_views(browser, name, url, artefacts):
    """Every view, by mouse and by keyboard, at three widths, in both lights and languages."""
    for width, is_dark in [(375, False), (375, True), (1280, False), (1280, True), (1920, False)]:
        browser.size(width, 812 if width < 600 else 900, is_mobile=width < 600)
        browser.scheme("dark" if is_dark else "light")
        browser.open(url)
        settle(browser)
        wide = browser.run("document.documentElement.scrollWidth")
        check(f"{name}: {width} px need no sideways scrolling", wide <= width, wide)
        browser.picture(f"{artefacts}/{name}-{width}{'-dark' if is_dark else ''}.png", is_whole=True)
        check_quiet(browser, f"{name} at {width}")
    browser.size(1280, 900)
    browser.scheme("light")
    browser.open(url)
    views = browser.run("[...document.querySelectorAll('#views button')].map((one) => one.dataset.view)")
    check(f"{name}: there are six views", len(views) == 6, views)
    for order, view in enumerate(views):
        browser.click(f"#views button[data-view={view}]")
        check(f"{name}: {view} is reached by mouse", browser.run("document.activeElement.id") == view)
        browser.key(str(order + 1))
        check(f"{name}: {view} is reached by key", browser.run("document.activeElement.id") == view)
    check_quiet(browser, name)


def check_picture(browser, url):
    """The picture answers to wheel, drag, click and keys, and says what is selected."""
    browser.size(1280, 900)
    browser.open(url)
    view = "document.querySelector('.half canvas')"
    x, y = browser.middle(".half canvas")
    pixels = f"(() => {{ const c = {view}; const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let h = 0; for (let i = 0; i < d.length; i += 97) h = (h * 31 + d[i]) | 0; return h; }})()"
    seen = [browser.run(pixels)]
    browser.wheel(x, y, -400)
    settle(browser)
    seen.append(browser.run(pixels))
    check("the wheel zooms", seen[-1] != seen[-2])
    browser.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x - 120, y=y, button="left")
    browser.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x - 120, y=y, button="left")
    settle(browser)
    seen.append(browser.run(pixels))
    check("a drag moves the picture", seen[-1] != seen[-2])
    browser.run(f"{view}.focus()")
    for key in ["0", "ArrowRight", "ArrowRight"]:
        browser.key(key)
    settle(browser)
    spoken = browser.run("document.getElementById('spoken').textContent")
    check("arrow keys select messages, and it is said", spoken.startswith("message "), spoken)
    check("the address tells the message", "message=" in browser.run("location.hash"), browser.run("location.hash"))
    browser.key("t")
    settle(browser)
    check("t shows time", browser.run("document.getElementById('axis-time').getAttribute('aria-pressed')") == "true")
    browser.key("Enter")
    browser.key("n")
    settle(browser)
    check("details show a seam's cause", browser.run("document.querySelectorAll('#details-body .seams li').length") > 0)
    check("details show bytes with the segments", browser.run("document.querySelectorAll('#details-body .hex .even').length") > 0)
    check("a filter for Wireshark can be copied", browser.run("document.querySelector('.wireshark code').textContent").startswith("frame.number"))
    browser.click("#axis-bytes")
    settle(browser)
    low = browser.run(f"{view}.clientHeight")
    browser.click("#lane-clients")
    browser.click("#lane-reads")
    settle(browser)
    tall = browser.run(f"{view}.clientHeight")
    check("five clients and the reads are lanes of their own", tall >= low + 6 * 20, (low, tall))
    browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=browser.middle(".half canvas")[0], y=browser.run(f"{view}.getBoundingClientRect().top") + 40)
    settle(browser)
    check("a hover tells of a segment", browser.run("!document.getElementById('tip').hidden && document.getElementById('tip').textContent.includes('packet')"))


def check_links(browser, url):
    browser.open(url + "#stream=0&message=17")
    check("a deep link selects its message", browser.run("document.querySelector('.details-name').textContent").startswith("message 17"))
    browser.click(".finding")
    settle(browser)
    check("a finding jumps to its message", browser.run("document.querySelector('.details-name').textContent").startswith("message 1"))
    browser.click("#language")
    check("the page speaks Chinese", browser.run("document.documentElement.lang") == "zh-CN" and "消息" in browser.run("document.body.innerText"))
    left = browser.run("[...document.querySelectorAll('[data-say]')].filter((one) => /^[a-z]+[A-Z]/.test(one.textContent)).map((one) => one.textContent)")
    check("no text is missing", left == [], left)
    browser.run("localStorage.clear()")


def check_layers(browser, url):
    """What is said of a layer leads to a message of that layer."""
    browser.open(url)
    lead = browser.run("document.getElementById('diagnosis-lead').textContent")
    check("a layer whose messages share segments is named in the lead", "In layer 2, stomp," in lead, lead)
    browser.open(url + "#stream=0&layer=2&message=1")
    check("a deep link leads into a layer", browser.run("document.getElementById('messages-layer').value") == "2")


def check_hostile(browser, folder, seam, artefacts):
    url = report(seam, f"{folder}/hostile.html", ["-c", "line", captures.hostile(f"{folder}/hostile.pcap")])
    browser.size(1280, 900)
    browser.open(url)
    for key in ["n", "j", "j", "j", "j", "t", "c", "r"]:
        browser.key(key)
    settle(browser)
    browser.picture(f"{artefacts}/hostile.png", is_whole=True)
    check("no hostile script runs", browser.run("typeof window.owned") == "undefined")
    check("no hostile markup is made", browser.run("document.querySelectorAll('main img, main script, main style, [onerror], [onload]').length") == 0)
    rows = browser.run("[...document.querySelectorAll('.messages .row')].map((one) => one.textContent)")
    check("hostile markup is shown as text", any("</script><script>window.owned = 1</script>" in row for row in rows), rows)
    check("no text is turned round", not any(mark in browser.run("document.body.innerText") for mark in "\u202e\u2066\u2028\ufeff"))
    browser.run("(() => { const s = document.createElement('script'); s.textContent = 'window.owned = 9'; document.body.append(s); })()")
    check("the policy stops a script that gets in", browser.run("typeof window.owned") == "undefined")


def check_many(browser, folder, seam, artefacts):
    url = report(seam, f"{folder}/many.html", ["-c", "line", captures.many(f"{folder}/many.pcap")])
    browser.size(1280, 900)
    words = pace.opens(browser, url, "100 000 messages", check)
    check("all are there", "100,000" in browser.run("document.getElementById('messages-count').textContent"))
    rows = browser.run("document.querySelectorAll('.messages .row').length")
    check("only rows in sight are in the page", rows < 120, rows)
    words += pace.moves(browser, "100 000 messages", check)
    browser.picture(f"{artefacts}/many.png")
    sheets = browser.paper(f"{artefacts}/many.pdf")
    check("on paper there are the messages around the chosen one, not thousands of pages", 2 <= sheets <= 12, sheets)
    print(f"{words}, {os.path.getsize(folder + '/many.html') / 1e6:.1f} MB")


def axe(folder):
    """The source of axe-core, out of a package that carries it; None where it cannot be had. Kept for the next time."""
    kept = os.path.join(ROOT, ".build", "axe.min.js")
    if not os.path.exists(kept):
        try:
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "axe-playwright-python==0.1.8"],
                           check=True, capture_output=True, timeout=180)
            wheel = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".whl"))
            with zipfile.ZipFile(wheel) as archive:
                source = archive.read(next(name for name in archive.namelist() if name.endswith("axe.min.js")))
        except (OSError, StopIteration, subprocess.SubprocessError, zipfile.BadZipFile):
            return None
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        with open(kept, "wb") as file:
            file.write(source)
    with open(kept) as file:
        return file.read()


def check_is_axe(browser, url, source):
    """It is the axe-core of Deque with all of its rules, and finds a fault that is there."""
    browser.open(url)
    browser.run(source + "; undefined")
    check("axe-core has its rules", browser.run("axe.getRules().length") >= 90, browser.run("axe.getRules().length"))
    browser.run("(() => { const image = document.createElement('img'); image.src = 'data:,'; document.getElementById('main').append(image); })()")
    found = browser.run("axe.run(document, { runOnly: ['image-alt'] }).then((all) => all.violations.map((one) => one.id))", timeout=120)
    check("axe-core finds an image without words", found == ["image-alt"], found)
    print(f"axe-core {browser.run('axe.version')}")


def check_access(browser, url, source, name):
    for scheme in ["light", "dark"]:
        browser.size(1280, 900)
        browser.scheme(scheme)
        browser.open(url)
        browser.run(source + "; undefined")
        found = browser.run("axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))", timeout=120)
        check(f"{name}: axe-core finds no serious fault in {scheme}", found == [], found)
    browser.scheme("light")


def main():
    seam = os.path.abspath(sys.argv[1])
    artefacts = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, ".build", "browser"))
    path = chromium.find()
    if not path:
        print("tests in a browser are left out: there is no Chromium (apt-get install chromium)")
        return 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        browser = chromium.Browser(path)
        try:
            urls = {name: report(seam, f"{folder}/{name}.html", arguments) for name, arguments in REPORTS.items()}
            for name, url in urls.items():
                check_views(browser, name, url, artefacts)
            check_picture(browser, urls["seven-reads"])
            check_links(browser, urls["seven-reads"])
            check_layers(browser, urls["stomp-over-websocket"])
            check_hostile(browser, folder, seam, artefacts)
            source = axe(folder)
            if source:
                check_is_axe(browser, urls["gap"], source)
                for name in ["seven-reads", "stomp-over-websocket"]:
                    check_access(browser, urls[name], source, name)
            else:
                print("axe-core cannot be had; accessibility is not checked")
            check_many(browser, folder, seam, artefacts)
            served.check_served(browser, folder, seam, artefacts, check, settle)
        finally:
            browser.close()
    print(f"{done} checks in a browser, {len(faults)} not so, {time.monotonic() - start:.0f} s; pictures in {artefacts}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
