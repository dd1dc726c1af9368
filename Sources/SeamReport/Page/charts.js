// Histograms, and what clients would have got.

/** A histogram as a table, each row with a bar. */
function histogram(title, rows, empty) {
  const most = Math.max(1, ...rows.map(([, number]) => number));
  const body = make("tbody", {}, ...rows.map(([name, number]) => {
    const bar = make("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${number === 0 ? 0 : (70 * number) / most}%`;
    if (number === 0) bar.style.minWidth = "0";
    return make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, bar, count(number)));
  }));
  return make("div", { class: "histogram" }, make("h3", {}, title), rows.length ? make("table", { "aria-label": title }, body) : make("p", { class: "note" }, empty));
}

/** Counts by 1, 2, 3, … and then by doubling ranges. */
function countRows(counts) {
  const rows = [];
  const keys = [...counts.keys()].sort((a, b) => a - b);
  if (!keys.length) return rows;
  const last = keys.at(-1);
  for (let low = keys[0]; low <= last && low < 8; low++) rows.push([count(low), counts.get(low) ?? 0]);
  for (let low = Math.max(8, 2 ** Math.floor(Math.log2(Math.max(8, keys[0])))); low <= last; low *= 2) {
    let number = 0;
    for (const key of keys) if (key >= low && key < 2 * low) number += counts.get(key);
    rows.push([`${count(low)}–${count(2 * low - 1)}`, number]);
  }
  return rows;
}

const tally = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

function showHistograms(connection) {
  const perMessage = new Map();
  const perSegment = new Map();
  const sizes = new Map();
  const stalls = new Map();
  const bounds = [1, 5, 20, 40, 100, 200, 500, 1000];
  for (const side of SIDES) {
    const half = connection.halves[side];
    const units = half.layers[0];
    if (!units) continue;
    const began = new Map();
    for (let place = 0; place < units.length; place++) {
      if (units.look.all[place] === OTHER) continue;
      tally(perMessage, units.pieces.all[place]);
      const bytes = units.size.all[place];
      tally(sizes, bytes < 1 ? 0 : 2 ** Math.floor(Math.log2(bytes)));
      tally(began, units.first.all[place]);
    }
    for (const number of began.values()) tally(perSegment, number);
    const silent = half.packets.byStart("new").places.length - began.size;
    if (silent > 0) perSegment.set(0, (perSegment.get(0) ?? 0) + silent);
    for (let at = 0; at < units.seams.stall.length; at++) {
      const wait = units.seams.stall.all[at];
      if (wait >= 0) tally(stalls, bounds.findIndex((bound) => wait < bound));
    }
  }
  const sizeRows = [];
  const powers = [...sizes.keys()].sort((a, b) => a - b);
  for (let low = powers[0]; low <= powers.at(-1); low *= 2) { sizeRows.push([low === 1 ? "1" : `${count(low)}–${count(2 * low - 1)}`, sizes.get(low) ?? 0]); if (!low) break; }
  const stallRows = [...bounds.map((bound, place) => [`< ${bound} ms`, stalls.get(place) ?? 0]), [`≥ 1 s`, stalls.get(-1) ?? 0]];
  byId("histograms-body").replaceChildren(
    histogram(say("perSegment"), countRows(perSegment), ""), histogram(say("perMessage"), countRows(perMessage), ""),
    histogram(say("sizes"), sizeRows, ""), histogram(say("stalls"), stalls.size ? stallRows.filter((row, place) => row[1] || (place > 0 && place < 6)) : [], say("noStalls")));
}

function showClients(connection, go) {
  const parts = [];
  for (const side of SIDES) {
    const clients = connection.facts.halves[side].clients ?? [];
    if (!clients.length) continue;
    const rows = clients.map((client) => {
      const share = make("div", { class: "share", role: "img" });
      fillShare(share, [client.right, client.merged, client.torn, client.lost]);
      share.setAttribute("aria-label", OUTCOMES.map((outcome) => `${say(outcome)} ${client[outcome]}`).join(", "));
      const wrong = client.first_wrong;
      return make("tr", {},
        make("td", {}, make("strong", {}, client.client), make("br"), make("small", {}, say(client.client.split(":")[0]))), make("td", {}, share),
        ...OUTCOMES.map((outcome) => make("td", {}, count(client[outcome]))),
        make("td", {}, wrong ? make("button", { type: "button", onclick: () => go(connection.halves[side], wrong.index) }, say("showMessage", { index: wrong.index, outcome: say(wrong.outcome) })) : "–"));
    });
    const head = make("tr", {}, ...[say("client"), "", ...OUTCOMES.map((outcome) => say(outcome)), say("firstWrong")].map((title) => make(title ? "th" : "td", title ? { scope: "col" } : {}, title)));
    parts.push(make("div", { class: "card scroll", tabindex: "0", role: "group", "aria-label": say("sideSent", { side: sideName(side) }) }, make("h3", {}, say("sideSent", { side: sideName(side) })), make("table", { class: "clients-table" }, make("thead", {}, head), make("tbody", {}, ...rows))));
  }
  byId("clients-body").replaceChildren(...(parts.length ? parts : [make("p", { class: "empty" }, say("noClients"))]));
}
