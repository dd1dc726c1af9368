// One connection: its pictures, its messages, and what is selected in them.

class ConnectionView {
  constructor(model, routed) {
    this.model = model;
    this.routed = routed;
    this.axis = "bytes";
    this.layer = 0;
    this.lanes = new Set(["layers"]);
    this.selection = null;
    this.pictures = [];
    this.messages = new MessageTable(this);
    for (const axis of ["bytes", "time"]) byId(`axis-${axis}`).addEventListener("click", () => this.setAxis(axis));
    byId("zoom-in").addEventListener("click", () => this.eachPicture((one) => one.zoom(0.5)));
    byId("zoom-out").addEventListener("click", () => this.eachPicture((one) => one.zoom(2)));
    byId("zoom-fit").addEventListener("click", () => this.eachPicture((one) => one.fit()));
    byId("seam-next").addEventListener("click", () => this.nextSeam(1));
    byId("seam-previous").addEventListener("click", () => this.nextSeam(-1));
  }

  get ink() { return app.ink; }
  redraw() { for (const picture of this.pictures) picture.redraw(); }
  /** In time all pictures share one view, so one of them is asked. */
  eachPicture(act) { (this.axis === "time" ? this.pictures.slice(0, 1) : this.pictures).forEach(act); }

  open(connection, { layer } = {}) {
    this.connection = connection;
    this.selection = null;
    this.selectedPackets = null;
    this.layer = clamp(layer ?? 0, 0, connection.layerCount - 1);
    const begun = connection.facts.at;
    const wide = Math.max(connection.facts.duration, 1e-6);
    this.timeRange = { from: begun - wide * 0.01, to: begun + wide * 1.02 };
    this.timeView = { ...this.timeRange };
    this.show();
    this.messages.open();
    byId("details-body").replaceChildren(make("p", { class: "empty" }, say("noDetails")));
    this.selectFirst();
    // Below what is seen first, and of a million messages some work.
    setTimeout(() => { if (this.connection === connection) showHistograms(connection); });
    showClients(connection, (half, index) => this.selectIndex(half, 0, index));
  }

  /** Selects the first message with a seam, or the first at all, so that there are details to see. */
  selectFirst() {
    const lists = this.pictures.map((picture) => picture.units).filter((units) => units.length);
    const units = lists.find((one) => one.seams.unit.length) ?? lists[0];
    if (units) this.select(units.half, units.layer, units.seams.unit.length ? units.seams.unit.all[0] : 0, { announce: false, moves: false });
  }

  setLayer(layer) {
    const { connection } = this;
    this.open(connection, { layer });
    this.routed();
  }

  setAxis(axis) {
    this.axis = axis;
    for (const name of ["bytes", "time"]) byId(`axis-${name}`).setAttribute("aria-pressed", String(name === axis));
    this.redraw();
    if (this.selection) this.pictureOf(this.selection.half)?.reveal(this.unitsOf(this.selection), this.selection.place);
    this.routed();
  }

  unitsOf(selection) { return selection.half.layers[selection.layer]; }
  pictureOf(half) { return this.pictures.find((one) => one.half === half); }

  show() {
    const { connection } = this;
    const { facts } = connection;
    byId("connection-title").textContent = `${say("connectionOne", { n: String(connection.number) })}: ${facts.client} → ${facts.server}`;
    byId("connection-lead").textContent = this.leadText();
    for (const picture of this.pictures) picture.close();
    this.pictures = SIDES.map((side) => connection.halves[side]).filter((half) => half.length > 0).map((half) => new Picture(half, this));
    byId("pictures").replaceChildren(...this.pictures.map((picture) => { this.titleOf(picture); return picture.element; }));
    if (!this.pictures.length) byId("pictures").replaceChildren(make("p", { class: "empty" }, say("headNoData")));
    this.showLanes();
    this.showLegend();
  }

  leadText() {
    const { facts } = this.connection;
    const codecs = [...new Set(SIDES.map((side) => facts.halves[side].codec).filter(Boolean))].join(", ");
    const parts = [codecs && `${say("codec")}: ${codecs}`, facts.recognised && say("recognised", { reason: plain(facts.recognised.reason) }), `${say("packets")} ${facts.first_packet}–${facts.last_packet}`, span(facts.duration), say(`closed/${facts.closed}`)];
    if (["client", "server"].includes(facts.capture_point)) parts.push(say("capturePoint", { side: sideName(facts.capture_point), percent: facts.capture_point_percent }));
    return parts.filter(Boolean).join(" · ");
  }

  titleOf(picture) {
    const facts = picture.half.facts;
    const values = { side: sideName(picture.half.side), messages: facts.messages ?? 0, segments: facts.segments, bytes: facts.bytes };
    const verdicts = VERDICTS.map((verdict, look) => [CLASS[look], facts.verdicts?.[verdict] ?? 0]).filter(([, number]) => number);
    picture.title.replaceChildren(say(facts.messages ? "sent" : "sentRaw", values), make("small", {}, `${count(facts.bytes)} B`),
      ...verdicts.map(([look, number]) => make("small", { class: "chip" }, icon(VERDICT_SHAPES[look], look), `${count(number)} ${say(`verdict/${look}`)}`)));
  }

  showLanes() {
    const has = { reads: SIDES.some((side) => this.connection.halves[side].reads.length), layers: this.connection.layerCount > 1, clients: SIDES.some((side) => this.connection.facts.halves[side].clients?.length) };
    byId("lanes").replaceChildren(...Object.entries(has).filter(([, is]) => is).map(([name]) => {
      const box = make("input", { type: "checkbox", id: `lane-${name}`, onchange: () => this.toggleLane(name) });
      box.checked = this.lanes.has(name);
      return make("label", {}, box, say(`lane${name[0].toUpperCase()}${name.slice(1)}`));
    }));
  }

  toggleLane(name) {
    if (!this.lanes.delete(name)) this.lanes.add(name);
    const box = byId(`lane-${name}`);
    if (box) box.checked = this.lanes.has(name);
    this.redraw();
  }

  /** The shapes in use, each a button to the next seam of its cause. */
  showLegend() {
    const swatch = (path, look, text) => make("span", { class: "swatch" }, icon(path, ""), text);
    const parts = [];
    const used = new Map();
    for (const kind of ["joins", "cuts"]) {
      for (const side of SIDES) {
        for (const [cause, number] of Object.entries(this.connection.facts.halves[side][kind] ?? {})) used.set(`${kind}/${cause}`, (used.get(`${kind}/${cause}`) ?? 0) + number);
      }
    }
    for (const [key, number] of used) {
      const [kind, cause] = key.split("/");
      const isCut = kind === "cuts";
      const title = explained("cause", cause).title;
      parts.push(make("button", { type: "button", title: say("legendGo", { cause: `${say(kind)}, ${title}`, n: number }), onclick: () => this.nextSeam(1, { cause, isCut }) },
        causeIcon(cause), `${say(isCut ? "cut" : "join")}: ${title} `, make("b", {}, count(number))));
    }
    if (used.size) parts.push(swatch("M-1-6H1V2H5L0 6L-5 2H-1z", "", say("joinNote")), swatch("M-1 6H1V-2H5L0-6L-5-2H-1z", "", say("cutNote")));
    byId("legend").replaceChildren(...parts);
  }

  select(half, layer, place, { from = "", announce = true, moves = true } = {}) {
    const units = half.layers[layer];
    if (!units || place < 0 || place >= units.length) return;
    if (layer !== this.layer) { this.layer = layer; this.messages.open(); }
    const selection = (this.selection = { half, layer, place });
    this.selectedPackets = new Set();
    units.whenRow(place, (row) => { if (this.selection === selection) this.showSelected(units, place, row, announce); });
    if (moves) this.pictureOf(half)?.reveal(units, place);
    if (from !== "list") this.messages.follow();
    this.redraw();
    this.routed();
  }

  showSelected(units, place, row, announce) {
    this.selectedPackets = new Set(row.packets);
    showDetails(byId("details-body"), units, place, row);
    this.redraw();
    if (announce) {
      byId("spoken").textContent = say("spoken", { kind: say(`kind/${row.kind}`), index: row.index, verdict: say(`verdict/${verdictClass(units, place)}`), start: units.start.all[place], end: units.end.all[place], packets: listOf(row.packets) });
    }
  }

  selectIndex(half, layer, index, options) { this.select(half, layer, half.layers[layer]?.placeOf(index) ?? -1, options); }

  /** Goes to the message before or after the selected one. */
  step(half, by) {
    const { selection } = this;
    const wanted = half ?? selection?.half ?? this.pictures[0]?.half;
    const units = wanted?.layers[this.layer] ?? wanted?.layers[0];
    if (!units?.length) return;
    const place = selection?.half === wanted && selection.layer === units.layer ? selection.place + by : by < 0 && by !== -Infinity ? 0 : by === Infinity ? Infinity : 0;
    this.select(wanted, units.layer, clamp(place, 0, units.length - 1));
  }

  /** Goes to the next seam behind the selected message, of a cause perhaps; behind the last the first comes again. */
  nextSeam(by, only) {
    const lists = this.pictures.map((picture) => picture.units).filter((units) => units.seams.unit.length);
    if (!lists.length) return;
    const isWanted = ({ seams }, at) => !only || (CAUSES[seams.cause.all[at]] === only.cause && (seams.isCut.all[at] === 1) === only.isCut);
    const selected = this.selection && lists.indexOf(this.unitsOf(this.selection));
    let order = selected >= 0 ? selected : by > 0 ? 0 : lists.length - 1;
    let at = selected < 0 || selected === null ? (by > 0 ? 0 : lists[order].seams.unit.length - 1)
      : by > 0 ? lists[order].seamsFrom(this.selection.place + 1) : lists[order].seamsFrom(this.selection.place) - 1;
    // Once round, and through the rest of the first list.
    for (let round = 0; round <= lists.length; round++) {
      const units = lists[order];
      for (; at >= 0 && at < units.seams.unit.length; at += by) {
        if (isWanted(units, at)) { this.select(units.half, units.layer, units.seams.unit.all[at]); return; }
      }
      order = (order + by + lists.length) % lists.length;
      at = by > 0 ? 0 : lists[order].seams.unit.length - 1;
    }
  }

  otherPicture(picture) {
    const other = this.pictures.find((one) => one !== picture);
    other?.canvas.focus();
  }

  chooseHit(picture, hit) {
    if (hit.units) return this.select(picture.half, hit.units.layer, hit.place);
    const units = picture.units;
    const start = hit.segment !== undefined ? picture.half.packets.start.all[hit.segment] : hit.read !== undefined ? picture.half.reads.start.all[hit.read] : undefined;
    if (start !== undefined) return this.select(picture.half, units.layer, Math.min(units.behind(start), units.length - 1));
    if (hit.gap !== undefined) this.select(picture.half, 0, hit.gap);
  }

  /** Shows or hides the words at the pointer. */
  tip(picture, hit, x, y) {
    const tip = byId("tip");
    picture.canvas.style.cursor = hit ? "pointer" : "";
    if (!hit) { tip.hidden = true; this.tipFor = null; return; }
    const key = JSON.stringify([hit.place, hit.segment, hit.read, hit.gap, hit.seam, hit.client, hit.units?.layer, picture.half.side]);
    if (key !== this.tipFor) {
      this.tipFor = key;
      const { title, lines, seams = [] } = describeHit(picture, hit);
      tip.replaceChildren(make("b", {}, title), ...lines.map((line) => make("div", {}, line)), ...seams.map((seam) => make("div", { class: "seam" }, causeIcon(seam.cause), ` ${seam.text}`)));
    }
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${clamp(x + 14, 8, window.innerWidth - box.width - 8)}px`;
    tip.style.top = `${y + 18 + box.height > window.innerHeight ? Math.max(4, y - box.height - 12) : y + 18}px`;
  }
}
