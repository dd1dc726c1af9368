// The list of a connection's messages, with filters.

class MessageTable {
  constructor(view) {
    this.view = view;
    this.input = byId("messages-filter");
    let due;
    this.input.addEventListener("input", () => { clearTimeout(due); due = setTimeout(() => this.filter(), 150); });
    for (const name of ["messages-verdict", "messages-side"]) byId(name).addEventListener("change", () => this.filter());
    byId("messages-layer").addEventListener("change", (event) => this.view.setLayer(Number(event.target.value)));
  }

  build() {
    [this.sentByClient, this.sentByServer] = SIDES.map((side) => say("sideSent", { side: sideName(side) }));
    this.table = new Table(byId("messages-table"), {
      label: say("messages"), className: "messages", rowHeight: 30, height: 640,
      columns: [
        { title: "index", className: "number" }, { title: "" }, { title: "size", className: "number wide" }, { title: "packets", className: "number wide" },
        { title: "verdict" }, { title: "summary", className: "mono" },
      ],
      fill: (row, place) => this.fill(row, place),
      chosen: (place, isFinal) => {
        const [units, at] = this.at(place);
        this.view.select(units.half, units.layer, at, { from: "list" });
        if (isFinal) byId("details").focus();
      },
    });
    const option = (value, text, chosen) => make("option", { value, selected: chosen }, text);
    byId("messages-verdict").replaceChildren(option("all", say("anyVerdict")), ...CLASS.map((look) => option(look, say(`verdict/${look}`))), option("seams", say("withSeams")));
    byId("messages-side").replaceChildren(option("both", say("both")), ...SIDES.map((side) => option(side, say("sideSent", { side: sideName(side) }))));
  }

  /** Shows the connection's list from its start. */
  open() {
    const { connection, layer } = this.view;
    const option = (number) => {
      const codec = SIDES.map((side) => connection.halves[side].layers[number]?.codec).find(Boolean) ?? "";
      return make("option", { value: number, selected: number === layer }, `${say("layer")} ${number}: ${codec}`);
    };
    byId("messages-layer-label").hidden = connection.layerCount < 2;
    byId("messages-layer").replaceChildren(...Array.from({ length: connection.layerCount }, (_, number) => option(number)));
    this.filter();
  }

  /** Puts the units that pass the filters in the order of their completion. */
  async filter() {
    const round = (this.round = (this.round ?? 0) + 1);
    const { connection, layer } = this.view;
    const side = byId("messages-side").value;
    const look = byId("messages-verdict").value;
    const words = this.input.value.toLowerCase().trim();
    const lists = SIDES.map((name) => connection.halves[name].layers[layer]).filter((units) => units?.length && (side === "both" || side === "" || units.half.side === side));
    const chosen = lists.map(() => new Column(Uint32Array));
    let pause = performance.now() + 16;
    for (const [order, units] of lists.entries()) {
      for (let place = 0; place < units.length; place++) {
        if (look === "seams" ? !this.hasSeam(units, place) : look !== "all" && look !== "" && CLASS[units.look.all[place]] !== look) continue;
        if (words && !units.lines.has(place)) {
          await units.lines.fetch(place, 16);
          if (round !== this.round) return;
        }
        if (words && !this.matches(units, place, words)) continue;
        chosen[order].push(place);
        if (words && place % 256 === 0 && performance.now() > pause) { await breathe(); if (round !== this.round) return; pause = performance.now() + 16; }
      }
    }
    this.merge(lists, chosen);
    const all = lists.reduce((sum, units) => sum + units.length, 0);
    byId("messages-count").textContent = say("count", { n: this.places.length, all });
    this.table.selected = -1;
    this.table.set(this.places.length);
    this.follow();
  }

  hasSeam(units, place) { const at = units.seamsFrom(place); return at < units.seams.unit.length && units.seams.unit.all[at] === place; }

  matches(units, place, words) {
    if (String(units.index.all[place]) === words) return true;
    const source = units.lines.source(place);
    if (!source.toLowerCase().includes(JSON.stringify(words).slice(1, -1))) return false;
    const row = JSON.parse(source);
    return `${row.summary ?? ""} ${JSON.stringify(row.fields ?? {})} ${row.violation?.id ?? ""} ${row.packets.join(" ")} ${row.kind}`.toLowerCase().includes(words);
  }

  merge(lists, chosen) {
    this.lists = lists;
    const total = chosen.reduce((sum, column) => sum + column.length, 0);
    this.places = new Uint32Array(total);
    this.sources = new Uint8Array(total);
    const next = lists.map(() => 0);
    for (let at = 0; at < total; at++) {
      let best = -1;
      let time = Infinity;
      for (let order = 0; order < lists.length; order++) {
        if (next[order] >= chosen[order].length) continue;
        const own = lists[order].at.all[chosen[order].all[next[order]]];
        const when = own >= 0 ? own : -1;
        if (best < 0 || when < time) { best = order; time = when; }
      }
      this.places[at] = chosen[best].all[next[best]++];
      this.sources[at] = best;
    }
  }

  at(place) { return [this.lists[this.sources[place]], this.places[place]]; }

  /** Brings the selected unit into sight. */
  follow() {
    const { selection } = this.view;
    if (!selection || !this.lists) return;
    const source = this.lists.findIndex((units) => units.half === selection.half && units.layer === selection.layer);
    let found = -1;
    for (let at = 0; at < this.places.length && found < 0; at++) if (this.places[at] === selection.place && this.sources[at] === source) found = at;
    this.table.select(found);
  }

  fill(row, place) {
    const [units, at] = this.at(place);
    const data = units.row(at) ?? servedUnit(units, at);
    const cells = row.children;
    const look = verdictClass(units, at);
    const isClient = units.half.side === "client";
    cells[0].textContent = data.index;
    cells[1].textContent = isClient ? "→" : "←";
    const sent = isClient ? this.sentByClient : this.sentByServer;
    if (cells[1].title !== sent) {
      cells[1].title = sent;
      cells[1].setAttribute("aria-label", sent);
    }
    cells[2].textContent = count(units.size.all[at]);
    cells[3].textContent = data.packets.length > 1 ? `${data.packets[0]}–${data.packets.at(-1)}` : data.packets[0] ?? "–";
    cells[4].replaceChildren(verdictChip(look), ...units.causes(at).slice(0, 2).map(causeIcon));
    cells[5].textContent = data.kind === "message" ? plain(data.summary ?? "…") : `${say(`kind/${data.kind}`)} ${plain(data.summary ?? "")}`;
  }
}
