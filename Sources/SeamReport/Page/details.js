// One message in full: what it is, its seams, its packets, its bytes with the segments' borders in them.

const HEX_ROW = 16;
const HEX_FIRST = 1024;
const CONTEXT = 16;

const verdictClass = (units, place) => CLASS[units.look.all[place]];
const verdictChip = (look) => make("span", { class: "chip" }, icon(VERDICT_SHAPES[look], look), make("span", { class: "chip-word" }, say(`verdict/${look}`)));
const listOf = (numbers) => (numbers.length <= 12 ? numbers.join(", ") : `${numbers.slice(0, 6).join(", ")} … ${numbers.at(-1)} (${count(numbers.length)})`);

/** Shows a unit in the details. */
function showDetails(body, units, place, row) {
  const { half } = units;
  const look = verdictClass(units, place);
  const parts = [
    make("div", { class: "details-name" }, say("unitOf", { kind: say(`kind/${row.kind}`), index: row.index }), verdictChip(look)),
    make("p", { class: "meaning" }, explained("verdict", row.verdict).meaning),
  ];
  if (row.summary) parts.push(make("p", { class: "hex" }, plain(row.summary)));
  if (row.violation) parts.push(make("p", { class: "violation" }, make("strong", {}, `${say("violation")}: ${plain(row.violation.id)} `), plain(row.violation.text), row.violation.source ? ` (${plain(row.violation.source)})` : ""));
  if (row.missing) parts.push(make("p", { class: "violation" }, say("missing", { n: row.missing })));
  parts.push(factsOf(row, half, units), seamsOf(row), wiresharkOf(row.packets));
  if (Object.keys(row.fields ?? {}).length) parts.push(make("h3", {}, say("fields")), fieldsOf(row.fields));
  parts.push(make("h3", {}, say("content")));
  const content = make("div");
  parts.push(content);
  body.replaceChildren(...parts);
  showBytes(content, half, units.start.all[place], units.end.all[place], HEX_FIRST);
}

function factsOf(row, half, units) {
  const facts = make("dl", { class: "facts" });
  const add = (name, value) => facts.append(make("dt", {}, say(name)), make("dd", {}, value));
  add("from", `${sideName(row.from)} ${half.connection.facts?.[row.from] ?? ""}`);
  add("place", `${count(row.start)} – ${count(row.end)}${row.layer ? ` (${say("layer")} ${row.layer})` : ""}`);
  add("size", `${count(row.end - row.start)} B`);
  if (row.codec) add("codec", row.codec);
  if (row.time) {
    const begun = units.begun.all[units.placeOf(row.index)];
    const took = row.at - begun;
    add("time", `${span(row.at)} · ${row.time}${took > 0 ? ` (${say("started", { time: span(took) })})` : ""}`);
  }
  add("packets", row.packets.map((number) => { const at = half.timeOf(number); return at === undefined ? `${number}` : `${number} (${span(at)})`; }).slice(0, 24).join(", ") + (row.packets.length > 24 ? " …" : "") || "–");
  return facts;
}

function seamsOf(row) {
  const list = make("ul", { class: "seams" });
  for (const seam of row.seams.slice(0, 60)) {
    const words = explained("cause", seam.cause);
    list.append(make("li", {}, causeIcon(seam.cause), make("span", {},
      make("strong", {}, `${say(seam.seam)}: ${seam.cause} – ${words.title}`), ` · ${say("atOffset", { offset: seam.offset, packet: seam.packet })}`,
      seam.stall ? ` · ${say("wait", { time: span(seam.stall / 1000) })}` : "",
      make("small", {}, plain(seam.evidence || words.meaning)))));
  }
  return list;
}

function wiresharkOf(packets) {
  if (!packets.length) return make("span");
  const filter = packets.length === 1 ? `frame.number == ${packets[0]}` : `frame.number in {${packets.join(", ")}}`;
  const button = make("button", { type: "button", id: "copy-filter", onclick: async () => {
    await copyText(filter);
    button.textContent = say("copied");
    setTimeout(() => { button.textContent = say("copy"); }, 1500);
  } }, say("copy"));
  return make("div", { class: "wireshark" }, make("code", { "aria-label": "Wireshark" }, filter), button);
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", {}, text);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

function fieldsOf(fields) {
  const list = make("dl", { class: "facts" });
  for (const [name, value] of Object.entries(fields)) list.append(make("dt", {}, plain(name)), make("dd", {}, plain(typeof value === "string" ? value : JSON.stringify(value))));
  return list;
}

/** The segments of a range, by their bytes: `{ start, end, packet }`. */
function carriersOf(half, start, end) {
  const found = [];
  half.packets.inRange("new", start, end, (place) => {
    const from = Math.max(half.packets.start.all[place], found.length ? found.at(-1).end : 0);
    if (half.packets.end.all[place] > from) found.push({ start: from, end: half.packets.end.all[place], packet: half.packets.number.all[place] });
  });
  return found;
}

/** Bytes in hexadecimal and as text, each segment on its own ground, a line where one begins; neighbours faint. */
function showBytes(place, half, start, end, limit) {
  const carriers = carriersOf(half, start, end);
  const low = carriers.length ? Math.max(carriers[0].start, start - CONTEXT) : start;
  const shownEnd = Math.min(end, start + limit);
  const high = shownEnd < end ? shownEnd : Math.min(carriers.at(-1)?.end ?? end, end + CONTEXT);
  half.whenBytes(low, high, (found) => {
    const known = new Map();
    for (const piece of found) piece.bytes.forEach((byte, index) => known.set(piece.start + index, byte));
    showDump(place, half, { low, high, start, end, known, carriers }, limit);
  });
}

function showDump(place, half, dumped, limit) {
  const { low, high, start, end, known, carriers } = dumped;
  const shownEnd = Math.min(end, start + limit);
  if (known.size === 0) { place.replaceChildren(make("p", { class: "note" }, say("noBytes"))); return; }
  const pieces = make("ul", { class: "pieces" }, ...carriers.slice(0, 12).map((carrier, index) => make("li", {}, make("i", { class: index % 2 ? "odd" : "even" }), `#${carrier.packet} · ${count(Math.max(carrier.start, start) - start)}–${count(Math.min(carrier.end, end) - start)}`)));
  const dump = make("div", { class: "hex", tabindex: "0", role: "group", "aria-label": say("content") });
  const width = place.clientWidth && place.clientWidth < 480 ? HEX_ROW / 2 : HEX_ROW;
  const first = start - Math.ceil((start - low) / width) * width;
  for (let row = first; row < high; row += width) dump.append(hexRow(row, width, dumped));
  const more = [];
  if (shownEnd < end) more.push(make("button", { type: "button", onclick: () => showBytes(place, half, start, end, limit * 4) }, say("showMore", { n: Math.min(end - shownEnd, limit * 3) })));
  const note = low < start || high > end ? make("p", { class: "note" }, say("contextNote")) : null;
  place.replaceChildren(...[pieces, dump, note, ...more].filter(Boolean));
}

function hexRow(row, width, { low, high, start, end, known, carriers }) {
  const line = make("div");
  const label = row - start;
  line.append(make("span", { class: "offset" }, `${label < 0 ? "-" : " "}${Math.abs(label).toString(16).padStart(4, "0")}  `));
  const texts = [];
  for (const isText of [false, true]) {
    let run = null;
    for (let offset = row; offset < row + width; offset++) {
      const isIn = offset >= low && offset < high;
      const order = carriers.findIndex((carrier) => offset >= carrier.start && offset < carrier.end);
      const opens = isIn && order >= 0 && carriers[order].start === offset && offset > low;
      const name = !isIn ? "" : `${order < 0 ? "" : order % 2 ? "odd" : "even"}${offset < start || offset >= end ? " around" : ""}`;
      if (!run || run.name !== name || opens) {
        run = { name, element: make("span", { class: `${name}${opens ? " cut" : ""}`.trim() || null, title: order >= 0 && isIn ? `#${carriers[order].packet}` : null }) };
        line.append(run.element);
      }
      const byte = known.get(offset);
      if (isText) run.element.append(!isIn ? " " : byte === undefined ? "░" : byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : "·");
      else run.element.append(!isIn ? "   " : byte === undefined ? "?? " : `${byte.toString(16).padStart(2, "0")} `);
      if (!isText && opens) texts.push(carriers[order].packet);
    }
    if (!isText) line.append(" ");
  }
  if (texts.length) line.append(make("span", { class: "carrier" }, `  ▏#${texts.join(" #")}`));
  return line;
}

/** What is known of a packet or read whose line is still to come. */
const servedPiece = (pieces, place) => ({ packet: pieces.number.all[place], read: pieces.number.all[place], start: pieces.start.all[place], end: pieces.end.all[place], at: pieces.at.all[place], flags: "…", labels: [], packets: [], units: { length: pieces.units.all[place] } });
/** The same of a unit. */
const servedUnit = (units, place) => ({ index: units.index.all[place], kind: units.look.all[place] === OTHER ? "undecoded" : "message", start: units.start.all[place], end: units.end.all[place], packets: [units.first.all[place]].filter(Boolean), seams: [] });

/** What a pointer or a screen reader is told of what is at a point. */
function describeHit(picture, hit) {
  const { half } = picture;
  if (hit.segment !== undefined) {
    const row = half.packets.row(hit.segment) ?? servedPiece(half.packets, hit.segment);
    const lines = [`${count(row.start)} – ${count(row.end)} · ${count(row.end - row.start)} B · ${span(row.at)} · ${row.flags}`, say("holds", { n: row.units.length })];
    if (row.arrival && row.arrival !== "new") lines.push(`${say("arrival")}: ${explained("label", row.arrival).title}`);
    if (row.labels.length) lines.push(`${say("labels")}: ${row.labels.map((label) => explained("label", label).title).join(", ")}`);
    return { title: say("segmentTitle", { packet: row.packet }), lines };
  }
  if (hit.read !== undefined) {
    const row = half.reads.row(hit.read) ?? servedPiece(half.reads, hit.read);
    return { title: say("readTitle", { read: row.read }), lines: [`${count(row.start)} – ${count(row.end)} · ${count(row.end - row.start)} B · ${span(row.at)}`, `${say("packets")}: ${listOf(row.packets)}`, ...(row.uncertain ? [say("readUncertain")] : [])] };
  }
  if (hit.gap !== undefined) {
    const units = half.layers[0];
    return { title: say("gapTitle", { n: units.end.all[hit.gap] - units.start.all[hit.gap] }), lines: [] };
  }
  if (hit.client) return { title: `${hit.client}: ${say(hit.outcome)}`, lines: [say(hit.client.split(":")[0])] };
  const row = hit.units.row(hit.place) ?? servedUnit(hit.units, hit.place);
  const lines = [
    `${say(`verdict/${verdictClass(hit.units, hit.place)}`)} · ${count(row.start)} – ${count(row.end)} · ${count(row.end - row.start)} B`,
    `${say("packets")}: ${listOf(row.packets)}${row.at === undefined ? "" : ` · ${span(row.at)}`}`,
  ];
  if (row.summary) lines.push(plain(row.summary).slice(0, 200));
  const all = hit.seam === undefined ? row.seams : row.seams.filter((seam) => seam.packet === hit.units.seams.packet.all[hit.seam] && (seam.seam === "cut") === (hit.units.seams.isCut.all[hit.seam] === 1));
  const seams = all.slice(0, 4).map((seam) => ({ cause: seam.cause, text: `${say(seam.seam)}: ${seam.cause} – ${explained("cause", seam.cause).title}. ${plain(seam.evidence)}` }));
  return { title: say("unitOf", { kind: say(`kind/${row.kind}`), index: row.index }), lines, seams };
}
