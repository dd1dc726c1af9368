// The seam view of one half: segments above, messages below, what disagrees marked between them.

const PAD = 12;
const CAPTION = 14;
const BAND = 34;
const STACK = 7;

class Picture {
  constructor(half, owner) {
    this.half = half;
    this.owner = owner;
    this.canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": say("pictureLabel", { side: sideName(half.side) }) });
    this.title = make("h3");
    this.element = make("div", { class: "half" }, this.title, this.canvas);
    this.views = { bytes: null, time: null };
    this.labels = new Map();
    this.hits = [];
    this.isDue = false;
    this.observer = new ResizeObserver(() => this.redraw());
    this.observer.observe(this.canvas);
    attachInput(this);
  }

  close() { this.observer.disconnect(); }
  get units() { return this.half.layers[this.owner.layer] ?? this.half.layers[0] ?? new Units(this.half, 0); }
  get isTime() { return this.owner.axis === "time"; }
  get view() { return this.isTime ? this.owner.timeView : (this.views.bytes ??= this.firstView()); }

  /** What there is to see in all, as a view. */
  get whole() {
    if (!this.isTime) return { from: 0, to: Math.max(1, this.half.length) };
    return this.owner.timeRange;
  }

  /** All of a short stream; of a long one as many units as can be read, from the first seam on. */
  firstView() {
    const length = Math.max(1, this.half.length);
    const units = this.units;
    const readable = Math.max(6, Math.floor((this.canvas.clientWidth || 900) / 60));
    if (units.length <= readable) return { from: 0, to: length };
    const seam = units.seams.unit.length > 0 ? units.seams.unit.all[0] : 0;
    const first = clamp(seam - 2, 0, units.length - readable);
    return { from: units.start.all[first], to: units.end.all[first + readable - 1] };
  }

  set(from, to) {
    const whole = this.whole;
    const least = this.isTime ? 20e-6 : 4;
    const wide = clamp(to - from, Math.min(least, whole.to - whole.from), whole.to - whole.from);
    const start = clamp(from, whole.from, whole.to - wide);
    if (this.isTime) this.owner.timeView = { from: start, to: start + wide };
    else this.views.bytes = { from: start, to: start + wide };
    if (this.isTime) this.owner.redraw();
    else this.redraw();
  }
  zoom(factor, x = this.width / 2) {
    const { from, to } = this.view;
    const at = this.valueAt(x);
    this.set(at - (at - from) * factor, at + (to - at) * factor);
  }
  pan(pixels) {
    const { from, to } = this.view;
    const by = (pixels * (to - from)) / Math.max(1, this.width - 2 * PAD);
    this.set(from + by, to + by);
  }
  fit() { const { from, to } = this.whole; this.set(from, to); }

  /** Moves the view so that a unit is in it, and wide enough to be read. */
  reveal(units, place) {
    const start = this.isTime ? units.begun.all[place] : units.start.all[place];
    const end = this.isTime ? units.at.all[place] : units.end.all[place];
    if (!(start >= 0) || !(end >= 0)) return;
    const { from, to } = this.view;
    const wide = to - from;
    const isSmall = !this.isTime && ((end - start) / wide) * this.width < 14;
    if (start >= from && end <= to && !isSmall) return;
    const middle = (start + end) / 2;
    const want = isSmall ? Math.max((end - start) * 14, 64) : Math.max(wide, (end - start) * 1.4);
    this.set(middle - want / 2, middle + want / 2);
  }

  xOf(value) { const { from, to } = this.view; return PAD + ((value - from) / (to - from)) * (this.width - 2 * PAD); }
  valueAt(x) { const { from, to } = this.view; return from + ((x - PAD) / Math.max(1, this.width - 2 * PAD)) * (to - from); }

  redraw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => { this.isDue = false; this.paint(); });
  }

  /** The lanes in use, from the top down: name, caption and height. */
  lanes() {
    const lanes = [];
    const add = (name, caption, height, extra = {}) => lanes.push({ name, caption, height, ...extra });
    if (!this.isTime && this.half.packets.byStart("again").places.length > 0) add("again", say("laneAgain"), 12);
    add("segments", say("laneSegments"), 28);
    add("band", "", BAND);
    const layers = this.half.layers;
    const main = this.units;
    add("messages", layers.length > 1 ? `${say("laneMessages")}: ${main.codec || say("layer")}` : say("laneMessages"), this.isTime ? (main.depth(STACK - 1) + 1) * 13 + 3 : 34);
    if (this.owner.lanes.has("layers")) {
      for (const units of layers) if (units && units !== main && units.length) add("layer", `${say("layer")} ${units.layer}: ${units.codec}`, 20, { units });
    }
    if (this.owner.lanes.has("reads") && this.half.reads.length) add("reads", say("laneRead", { reader: this.owner.model.meta.reader ?? "" }), 20);
    if (this.owner.lanes.has("clients") && !this.isTime) {
      for (const client of this.half.facts?.clients ?? []) add("client", say("laneClient", { client: client.client }), 14, { client: client.client });
    }
    let y = 4;
    for (const lane of lanes) {
      if (lane.caption) y += CAPTION;
      lane.y = y;
      y += lane.height + (lane.name === "band" || lane.name === "segments" ? 0 : 5);
    }
    lanes.axisY = y + 2;
    lanes.mapY = y + 22;
    lanes.height = lanes.mapY + 28;
    return lanes;
  }

  paint() {
    this.width = this.canvas.clientWidth;
    if (!this.width) return;
    const lanes = (this.shown = this.lanes());
    const pen = penOf(this.canvas, this.width, lanes.height);
    const ink = this.owner.ink;
    this.hits = [];
    for (const lane of lanes) {
      if (lane.caption) drawText(pen, lane.caption, PAD, lane.y - CAPTION / 2 + 1, this.width, ink.of("soft"), CAPTION_FONT);
      if (lane.name !== "band") { pen.fillStyle = ink.of("lane"); pen.fillRect(0, lane.y, this.width, lane.height); }
    }
    const lane = (name) => lanes.find((one) => one.name === name);
    if (this.isTime) paintTime(this, pen, ink, lane("segments"), lane("messages"));
    else paintBytes(this, pen, ink, lane);
    for (const one of lanes) {
      if (one.name === "layer") paintUnits(this, pen, ink, one.units, one, false);
      if (one.name === "reads") paintReads(this, pen, ink, one);
      if (one.name === "client") paintClient(this, pen, ink, one);
    }
    paintAxis(this, pen, ink, lanes);
    paintMap(this, pen, ink, lanes);
  }

  /** What a unit is called inside its box. */
  label(units, place) {
    const key = units.layer * 2 ** 32 + place;
    let label = this.labels.get(key);
    if (label === undefined) {
      if (this.labels.size > 4000) this.labels.clear();
      const row = units.row(place);
      if (!row) return `${units.index.all[place]} …`;
      label = row.kind === "message" ? `${row.index} ${plain(row.summary ?? "")}` : `${row.index} ${say(`kind/${row.kind}`)}`;
      this.labels.set(key, label);
    }
    return label;
  }

  isSelected(units, place) { const { selection } = this.owner; return selection?.half === this.half && selection.layer === units.layer && selection.place === place; }

  /** What is at a point: what was drawn last lies on top. */
  hit(x, y) {
    for (let index = this.hits.length - 1; index >= 0; index--) {
      const hit = this.hits[index];
      if (y >= hit.y && y < hit.y + hit.height && x >= hit.x - 1 && x <= hit.x + hit.width + 1) return hit;
    }
    for (const lane of this.shown ?? []) {
      if (y < lane.y || y >= lane.y + lane.height || this.isTime) continue;
      const units = lane.name === "messages" ? this.units : lane.units;
      if (!units) continue;
      const place = units.behind(this.valueAt(x));
      if (place < units.length && units.start.all[place] <= this.valueAt(x)) return { units, place };
    }
    return null;
  }
}
