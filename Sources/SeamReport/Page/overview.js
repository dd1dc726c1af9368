// The diagnosis in words, the findings, and the table of connections.

const FINDINGS_FIRST = 12;

/** A bar with the share of each verdict; its words are said to who cannot see it. */
function fillShare(bar, counts) {
  const total = counts.reduce((sum, one) => sum + one, 0);
  bar.replaceChildren();
  counts.forEach((number, look) => {
    if (!number) return;
    const part = make("i", { class: `${CLASS[look]}-fill` });
    part.style.flex = `${number / total}`;
    bar.append(part);
  });
  bar.setAttribute("aria-label", counts.map((number, look) => `${say(`verdict/${CLASS[look]}`)} ${count(number)}`).join(", "));
}

/** The sums over the chosen connections. */
function sumUp(connections) {
  const sums = { inner: new Map(), messages: 0, segments: 0, bytes: 0, missing: 0, verdicts: [0, 0, 0, 0], joins: {}, cuts: {}, naive: 0, clients: 0 };
  for (const connection of connections) {
    for (const side of SIDES) {
      const half = connection.facts.halves[side];
      sums.messages += half.messages ?? 0;
      sums.segments += half.segments;
      sums.bytes += half.bytes;
      sums.missing += half.missing;
      VERDICTS.forEach((verdict, look) => { sums.verdicts[look] += half.verdicts?.[verdict] ?? 0; });
      for (const kind of ["joins", "cuts"]) for (const [cause, number] of Object.entries(half[kind] ?? {})) sums[kind][cause] = (sums[kind][cause] ?? 0) + number;
      for (const { layer, codec, messages, verdicts } of half.layers ?? []) {
        const inner = sums.inner.get(`${layer} ${codec}`) ?? { layer, codec, n: 0, bad: 0 };
        inner.n += messages;
        inner.bad += messages - verdicts.whole;
        sums.inner.set(`${layer} ${codec}`, inner);
      }
      const naive = half.clients?.find((client) => client.client === "naive");
      if (naive) { sums.naive += naive.right; sums.clients += half.messages; }
    }
  }
  return sums;
}

class Overview {
  constructor(model, go) {
    this.model = model;
    this.go = go;
    this.severity = "all";
    this.shown = FINDINGS_FIRST;
    this.findings = model.connections.flatMap((connection) => connection.findings.map((finding) => ({ connection, finding })));
    const order = { error: 0, warning: 1, note: 2 };
    this.findings.sort((a, b) => order[a.finding.severity] - order[b.finding.severity]);
    byId("findings-more").addEventListener("click", () => { this.shown += 60; this.showFindings(); });
  }

  show() {
    const { model } = this;
    const sums = sumUp(model.connections);
    byId("diagnosis-title").textContent = this.headline(sums);
    byId("diagnosis-lead").textContent = this.lead(sums);
    byId("diagnosis-bar").hidden = sums.messages === 0;
    fillShare(byId("diagnosis-bar"), sums.verdicts);
    this.showTiles(sums);
    this.showSeverities();
    this.showFindings();
  }

  headline(sums) {
    if (!sums.segments) return say("headNoData");
    if (!sums.messages) return say("headNone", { n: this.model.connections.length });
    const bad = sums.messages - sums.verdicts[0];
    if (bad === 0) return say("headFine", { n: sums.messages });
    if (sums.messages === 1) return say("headOne");
    return bad === sums.messages ? say("headAll", { n: sums.messages }) : say("headSome", { n: sums.messages, bad });
  }

  lead(sums) {
    const [, coalesced, split, both] = sums.verdicts;
    const parts = [];
    if (coalesced) parts.push(say("leadCoalesced", { n: coalesced }));
    if (split) parts.push(say("leadSplit", { n: split }));
    if (both) parts.push(say("leadBoth", { n: both }));
    const stop = language === "zh" ? "。" : ". ";
    const sentences = [];
    if (parts.length) sentences.push(parts.join(language === "zh" ? "，" : ", "));
    for (const inner of sums.inner.values()) if (inner.bad) sentences.push(say("leadInner", inner));
    if (sums.clients) sentences.push(say("leadNaive", { right: sums.naive, n: sums.clients }));
    const { meta } = this.model;
    if (meta.rows_left_out) sentences.push(say("leftOut", { n: meta.rows_left_out }));
    return sentences.map((one) => one.replace(/[.。]$/, "")).join(stop) + (sentences.length ? stop.trim() : "");
  }

  showTiles(sums) {
    const tiles = [];
    const tile = (value, name, image) => tiles.push(make("li", {}, make("b", {}, count(value)), make("span", {}, image, name)));
    if (this.model.connections.length > 1) tile(this.model.connections.length, say("tileConnections"));
    tile(sums.messages, say("tileMessages"));
    tile(sums.segments, say("tileSegments"));
    for (const kind of ["joins", "cuts"]) {
      const causes = Object.entries(sums[kind]).sort((a, b) => b[1] - a[1]);
      for (const [cause, number] of causes.slice(0, 3)) tile(number, `${say(kind)}: ${explained("cause", cause).title}`, causeIcon(cause));
    }
    if (sums.missing) tile(sums.missing, say("tileMissing"), causeIcon("gap"));
    if (this.model.capture) tile(this.model.capture.packets, say("tilePackets"));
    byId("tiles").replaceChildren(...tiles);
  }

  showSeverities() {
    const counts = { all: this.findings.length, error: 0, warning: 0, note: 0 };
    for (const { finding } of this.findings) counts[finding.severity]++;
    byId("severities").replaceChildren(...Object.entries(counts).filter(([, number]) => number).map(([name, number]) => make("button", {
      type: "button", "aria-pressed": String(this.severity === name),
      onclick: () => { this.severity = name; this.shown = FINDINGS_FIRST; this.showSeverities(); this.showFindings(); },
    }, `${say(name)} ${count(number)}`)));
  }

  showFindings() {
    const chosen = this.findings.filter(({ finding }) => this.severity === "all" || finding.severity === this.severity);
    const cards = chosen.slice(0, this.shown).map((one) => make("li", {}, this.card(one)));
    if (!chosen.length) cards.push(make("li", { class: "empty" }, say("noFindings")));
    byId("findings").replaceChildren(...cards);
    const more = byId("findings-more");
    more.hidden = chosen.length <= this.shown;
    more.textContent = say("more", { n: Math.min(60, chosen.length - this.shown) });
  }

  card({ connection, finding }) {
    const words = explained("finding", finding.id);
    const where = [
      this.model.connections.length > 1 ? say("connectionOne", { n: String(connection.number) }) : null,
      finding.from ? sideName(finding.from) : null,
      finding.index === undefined || finding.index === null ? null : say("unitOf", { kind: say("kind/message"), index: finding.index }),
      finding.layer ? `${say("layer")} ${finding.layer}` : null,
      finding.packet ? say("packetOne", { n: `${finding.packet}${finding.last_packet > finding.packet ? `–${finding.last_packet}` : ""}` }) : null,
    ].filter(Boolean).join(" · ");
    const severity = finding.severity;
    const mark = icon(SEVERITY_SHAPES[severity], severity === "note" ? "note-icon" : severity);
    const evidence = language === "zh" ? evidenceText(finding.evidence) : finding.text.slice(words.title && finding.text.startsWith(words.title) ? words.title.length + 2 : 0);
    return make("button", { type: "button", class: "finding", onclick: () => this.go(connection, finding) },
      mark, make("span", {}, make("span", { class: "unseen" }, say(`${severity}One`)), make("strong", {}, words.title || finding.id), " ", make("span", { class: "where" }, where)),
      evidence ? make("span", { class: "evidence" }, plain(evidence)) : null,
      words.advice ? make("span", { class: "advice" }, `→ ${words.advice}`) : null);
  }
}

/** Evidence in Chinese: names where there is a word for them, and values as they are. */
const evidenceText = (evidence) => Object.entries(evidence ?? {}).map(([name, value]) => `${EVIDENCE[name] ?? name}：${typeof value === "object" ? JSON.stringify(value) : value}`).join("，");

/** The table of connections. */
class ConnectionTable {
  constructor(model, choose) {
    this.model = model;
    this.sortKey = "number";
    this.isDown = false;
    this.values = {
      number: (one) => one.number, endpoints: (one) => one.facts.client, codec: (one) => one.facts.halves.client.codec ?? one.facts.halves.server.codec ?? "",
      messages: (one) => one.messages, verdicts: (one) => { const all = one.verdicts(); return one.messages ? 1 - all[0] / one.messages : -1; },
      marks: (one) => one.findings.reduce((sum, finding) => sum + { error: 1e6, warning: 1e3, note: 1 }[finding.severity], 0),
      bytes: (one) => one.sum((half) => half.bytes ?? 0), duration: (one) => one.facts.duration,
    };
    this.choose = choose;
    this.input = byId("connections-filter");
    this.input.addEventListener("input", () => this.filter());
  }

  build() {
    const self = this;
    this.table = new Table(byId("connections-table"), {
      label: say("connections"), className: "connections", rowHeight: 34, height: 34 * 8 + 34,
      columns: [
        { key: "number", title: "number", className: "number" }, { key: "endpoints", title: "endpoints", className: "mono" }, { key: "codec", title: "codec", className: "wide" },
        { key: "messages", title: "messages", className: "number" }, { key: "verdicts", title: "verdicts" }, { title: "strip", className: "wide" },
        { key: "marks", title: "marks", className: "wide number" }, { key: "bytes", title: "bytes", className: "wide number" }, { key: "duration", title: "duration", className: "wide number" },
      ],
      sort: { get key() { return self.sortKey; }, get isDown() { return self.isDown; }, by: (key) => this.sortBy(key) },
      fill: (row, place) => this.fill(row, this.rows[place]),
      chosen: (place, isFinal) => this.choose(this.rows[place], isFinal),
    });
    this.filter();
  }

  sortBy(key) {
    this.isDown = this.sortKey === key ? !this.isDown : !["number", "endpoints", "codec"].includes(key);
    this.sortKey = key;
    this.table.titles();
    this.filter();
  }

  filter() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const value = this.values[this.sortKey];
    const rows = this.model.connections.filter((one) => {
      const text = `${one.number} ${one.facts.client} ${one.facts.server} ${one.facts.halves.client.codec ?? ""} ${one.facts.halves.server.codec ?? ""} ${one.facts.closed} ${one.findings.map((finding) => finding.id).join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const turn = this.isDown ? -1 : 1;
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    this.rows = rows.sort((a, b) => turn * compare(value(a), value(b)) || a.number - b.number);
    byId("connections-count").textContent = say("count", { n: rows.length, all: this.model.connections.length });
    this.table.selected = this.rows.indexOf(this.current);
    this.table.set(this.rows.length);
  }

  select(connection) {
    this.current = connection;
    this.table.select(this.rows.indexOf(connection));
  }

  fill(row, connection) {
    const { facts } = connection;
    const cells = row.children;
    cells[0].textContent = connection.number;
    cells[1].textContent = `${facts.client} → ${facts.server}`;
    cells[1].title = cells[1].textContent;
    cells[2].textContent = facts.halves.client.codec ?? facts.halves.server.codec ?? "–";
    cells[3].textContent = count(connection.messages);
    const share = make("div", { class: "share", role: "img" });
    fillShare(share, connection.verdicts());
    cells[4].replaceChildren(share);
    const canvas = make("canvas", { "aria-hidden": "true" });
    cells[5].replaceChildren(canvas);
    const drawStrips = () => requestAnimationFrame(() => {
      const width = canvas.clientWidth;
      if (!width) return;
      const pen = penOf(canvas, width, 16);
      SIDES.forEach((side, order) => drawStrip(pen, connection.halves[side], app.ink, 0, order * 8.5, width, 7.5));
    });
    if (connection.isHere || connection.isSmall) connection.whenHere(drawStrips);
    const marks = ["error", "warning", "note"].map((severity) => [severity, connection.findings.filter((finding) => finding.severity === severity).length]).filter(([, number]) => number);
    cells[6].replaceChildren(...marks.flatMap(([severity, number]) => [icon(SEVERITY_SHAPES[severity], severity === "note" ? "note-icon" : severity), ` ${number} `]));
    cells[7].textContent = size(connection.sum((half) => half.bytes ?? 0));
    cells[8].textContent = span(facts.duration);
  }
}
