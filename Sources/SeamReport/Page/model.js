// The data of the page: lines of JSON as `seam … --json` prints them, held in columns.
//
// A row of 100 000 is a few numbers here; the rest of it is read from its line when it is shown.

const SIDES = ["client", "server"];
const VERDICTS = ["whole", "coalesced", "split", "split+coalesced"];
const KINDS = ["message", "heartbeat", "undecoded", "gap", "leftover"];
const OUTCOMES = ["right", "merged", "torn", "lost"];
/** How a verdict is called where a name must be a word. */
const CLASS = ["whole", "coalesced", "split", "both", "other"];
/** The place in CLASS for what is no message. */
const OTHER = 4;

/** Numbers of one kind that grow at the end. */
class Column {
  constructor(Type = Float64Array) { this.all = new Type(256); this.length = 0; }
  push(value) {
    if (this.length === this.all.length) {
      const larger = new this.all.constructor(this.length * 2);
      larger.set(this.all);
      this.all = larger;
    }
    this.all[this.length++] = value;
  }
  /** Adds numbers for which there is room. */
  append(values) {
    this.all.set(values, this.length);
    this.length += values.length;
  }
  /** Makes room for so many more. */
  reserve(count) {
    if (this.length + count <= this.all.length) return;
    const larger = new this.all.constructor(this.length + count);
    larger.set(this.all);
    this.all = larger;
  }
}

/** Where a row stands in the text that it came from. */
class Lines {
  constructor() { this.texts = []; this.text = new Column(Uint32Array); this.from = new Column(Uint32Array); this.to = new Column(Uint32Array); }
  push(text, from, to) {
    if (this.texts.at(-1) !== text) this.texts.push(text);
    this.text.push(this.texts.length - 1);
    this.from.push(from);
    this.to.push(to);
  }
  has() { return true; }
  source(index) { return this.texts[this.text.all[index]].slice(this.from.all[index], this.to.all[index]); }
  row(index) { return JSON.parse(this.source(index)); }
}

/** The units of one layer of a half. */
class Units {
  constructor(half, layer) {
    this.half = half;
    this.layer = layer;
    this.codec = "";
    this.lines = new Lines();
    this.index = new Column(Uint32Array);
    // Place in the half: of a unit of a higher layer the bytes that it came from.
    this.start = new Column();
    this.end = new Column();
    this.look = new Column(Uint8Array);
    this.at = new Column();
    this.begun = new Column();
    this.first = new Column(Uint32Array);
    this.pieces = new Column(Uint32Array);
    this.size = new Column();
    this.seams = { offset: new Column(), packet: new Column(Uint32Array), cause: new Column(Uint8Array), isCut: new Column(Uint8Array), unit: new Column(Uint32Array), stall: new Column() };
  }
  get length() { return this.start.length; }

  add(row, text, from, to) {
    const unit = this.length;
    this.codec ||= row.codec ?? "";
    const sources = row.bytes_from;
    this.lines.push(text, from, to);
    this.addNumbers({
      start: sources?.length ? sources[0].start : row.start, end: sources?.length ? sources.at(-1).end : row.end, size: row.end - row.start,
      at: row.at ?? NaN, index: row.index, first: row.packets[0] ?? 0, pieces: row.packets.length, begun: this.half.timeOf(row.packets[0]) ?? row.at ?? NaN,
      look: row.kind === "message" ? Math.max(0, VERDICTS.indexOf(row.verdict)) : OTHER,
    });
    for (const seam of row.seams) {
      this.addSeam({ isCut: seam.seam === "cut" ? 1 : 0, offset: seam.offset, packet: seam.packet, cause: Math.max(0, CAUSES.indexOf(seam.cause)), stall: seam.stall ?? NaN, unit });
    }
  }

  addNumbers({ start, end, size, at, index, first, pieces, begun, look }) {
    this.start.push(start);
    this.end.push(end);
    this.size.push(size);
    this.at.push(at);
    this.index.push(index);
    this.first.push(first);
    this.pieces.push(pieces);
    this.begun.push(begun);
    this.look.push(look);
  }

  addSeam({ isCut, offset, packet, cause, stall, unit }) {
    this.seams.isCut.push(isCut);
    this.seams.offset.push(offset);
    this.seams.packet.push(packet);
    this.seams.cause.push(cause);
    this.seams.stall.push(stall);
    this.seams.unit.push(unit);
  }

  reserve(count, seams) {
    for (const name of ["start", "end", "size", "at", "index", "first", "pieces", "begun", "look"]) this[name].reserve(count);
    for (const column of Object.values(this.seams)) column.reserve(seams);
  }

  /** How many units the fullest segment begins, up to a limit. */
  depth(limit) {
    if (this.cachedDepth?.length !== this.length) {
      let most = 0;
      let run = 0;
      for (let place = 0; place < this.length && most < limit; place++) {
        run = place > 0 && this.first.all[place] === this.first.all[place - 1] ? run + 1 : 1;
        most = Math.max(most, run);
      }
      this.cachedDepth = { length: this.length, most };
    }
    return Math.min(limit, this.cachedDepth.most);
  }

  /** The row, null where it is still to come. */
  row(place) { return this.lines.row(place); }
  /** Calls `act` with the row: at once, or when it has come. */
  whenRow(place, act) {
    if (this.lines.has(place)) act(this.row(place));
    else this.lines.fetch(place).then(() => act(this.row(place)));
  }
  /** The causes of a unit's seams, each once. */
  causes(place) {
    const found = new Set();
    for (let at = this.seamsFrom(place); at < this.seams.unit.length && this.seams.unit.all[at] === place; at++) found.add(CAUSES[this.seams.cause.all[at]]);
    return [...found];
  }
  /** The place of the unit with this index. */
  placeOf(index) {
    const place = firstPlace(this.length, (at) => this.index.all[at] >= index);
    return place < this.length && this.index.all[place] === index ? place : -1;
  }
  /** The first unit that ends behind an offset. */
  behind(offset) { return firstPlace(this.length, (place) => this.end.all[place] > offset); }
  /** The first unit that was complete at a time or later. */
  completedFrom(at) { return firstPlace(this.length, (place) => !(this.at.all[place] < at)); }
  /** How many units of each look are in `0..<place`, for columns of a picture. */
  sums() {
    if (this.cached?.length === this.length) return this.cached.sums;
    const sums = CLASS.map(() => new Uint32Array(this.length + 1));
    for (let place = 0; place < this.length; place++) {
      const look = this.look.all[place];
      for (let other = 0; other < sums.length; other++) sums[other][place + 1] = sums[other][place] + (other === look ? 1 : 0);
    }
    this.cached = { length: this.length, sums };
    return sums;
  }
  /** The seams of units from one place on, as places in the columns of `seams`. */
  seamsFrom(place) { return firstPlace(this.seams.unit.length, (at) => this.seams.unit.all[at] >= place); }
}

/** Packets or reads of a half, in the order of time. */
class Pieces {
  constructor() {
    this.lines = new Lines();
    this.number = new Column(Uint32Array);
    this.at = new Column();
    this.start = new Column();
    this.end = new Column();
    /** 0 first copies, 1 what brought nothing new, 2 what was late. */
    this.kind = new Column(Uint8Array);
    this.units = new Column(Uint32Array);
  }
  get length() { return this.start.length; }
  add(row, text, from, to) {
    this.lines.push(text, from, to);
    this.addNumbers({ start: row.start, end: row.end, at: row.at, number: row.packet ?? row.read ?? 0, kind: Pieces.kind(row.arrival, row.labels?.length), units: row.units?.length ?? 0 });
  }
  addNumbers({ start, end, at, number, kind, units }) {
    this.start.push(start);
    this.end.push(end);
    this.at.push(at);
    this.number.push(number);
    this.kind.push(kind);
    this.units.push(units);
  }
  reserve(count) { for (const name of ["start", "end", "at", "number", "kind", "units"]) this[name].reserve(count); }
  static kind(arrival, labels) {
    if (["retransmission", "duplicate", "probe"].includes(arrival)) return 1;
    return labels || (arrival && arrival !== "new") ? 2 : 0;
  }
  row(place) { return this.lines.row(place); }
  /** Places by their start in the stream. */
  byStart(kind) {
    this.orders ??= {};
    if (this.orders[kind]?.length !== this.length) {
      const places = [];
      for (let place = 0; place < this.length; place++) {
        if (this.end.all[place] > this.start.all[place] && (this.kind.all[place] === 1) === (kind === "again")) places.push(place);
      }
      const start = this.start.all;
      places.sort((a, b) => start[a] - start[b] || a - b);
      let reach = -1;
      const reaches = new Float64Array(places.length);
      places.forEach((place, order) => { reach = Math.max(reach, this.end.all[place]); reaches[order] = reach; });
      this.orders[kind] = { places: Uint32Array.from(places), reaches, length: this.length };
    }
    return this.orders[kind];
  }
  /** Calls `visit` with the places of pieces that have bytes in a range, by their start. */
  inRange(kind, start, end, visit) {
    const { places, reaches } = this.byStart(kind);
    for (let order = firstPlace(places.length, (at) => reaches[at] > start); order < places.length; order++) {
      const place = places[order];
      if (this.start.all[place] >= end) return;
      if (this.end.all[place] > start) visit(place);
    }
  }
}

/** One direction of a connection. */
class Half {
  constructor(connection, side) {
    this.connection = connection;
    this.side = side;
    this.packets = new Pieces();
    this.reads = new Pieces();
    this.layers = [];
    this.bytes = [];
    this.outcomes = new Map();
  }
  get other() { return this.connection.halves[this.side === "client" ? "server" : "client"]; }
  get facts() { return this.connection.facts?.halves[this.side]; }
  layer(number) { return (this.layers[number] ??= new Units(this, number)); }
  /** How long the stream is, gaps included. */
  get length() {
    const units = this.layers[0];
    const packets = this.packets.byStart("new");
    return Math.max(units?.length ? units.end.all[units.length - 1] : 0, packets.places.length ? packets.reaches.at(-1) : 0);
  }
  /** When a packet was captured. */
  timeOf(number) {
    const packets = this.packets;
    const place = firstPlace(packets.length, (at) => packets.number.all[at] >= number);
    return place < packets.length && packets.number.all[place] === number ? packets.at.all[place] : undefined;
  }
  /** Calls `act` with the bytes of a range as far as the report has them, pieces of `{ start, bytes }`: at once, or when they have come. */
  whenBytes(start, end, act) {
    const blocks = [];
    for (let place = firstPlace(this.bytes.length, (at) => this.bytes[at].end > start); place < this.bytes.length && this.bytes[place].start < end; place++) blocks.push(this.bytes[place]);
    const missing = blocks.filter((block) => !block.base64);
    if (!missing.length) { act(this.bytesOf(blocks, start, end)); return; }
    const fetched = missing.map((block) => this.byteLines.fetch(block.place).then(() => ({ ...block, base64: this.byteLines.row(block.place)?.base64 ?? "" })));
    Promise.all(fetched).then((found) => act(this.bytesOf(found, start, end)));
  }
  bytesOf(blocks, start, end) {
    const found = [];
    for (const block of blocks) {
      block.bytes ??= Uint8Array.from(atob(block.base64), (c) => c.charCodeAt(0));
      const from = Math.max(start, block.start);
      found.push({ start: from, bytes: block.bytes.subarray(from - block.start, Math.min(end, block.end) - block.start) });
    }
    return found;
  }
}

class Connection {
  constructor(number) {
    this.number = number;
    this.facts = null;
    /** Whether its rows are here; of a page that is served they come when it is opened. */
    this.isHere = true;
    this.forget();
  }
  /** Forgets its rows. */
  forget() {
    this.isHere = !this.server;
    this.halves = { client: new Half(this, "client"), server: new Half(this, "server") };
  }
  get isSmall() { return this.messages <= SERVED_SMALL; }
  /** Calls `act` when its rows are here: at once, or when they have come; answers a promise then. */
  whenHere(act) {
    if (this.isHere) { act(); return undefined; }
    this.coming ??= this.server.load(this).finally(() => { this.coming = null; });
    return this.coming.then(act);
  }
  get messages() { return this.sum((half) => half.messages ?? 0); }
  get findings() { return this.facts?.findings ?? []; }
  sum(count) { return SIDES.reduce((sum, side) => sum + count(this.facts?.halves[side] ?? {}), 0); }
  verdicts() { return VERDICTS.map((verdict) => this.sum((half) => half.verdicts?.[verdict] ?? 0)); }
  /** The deepest layer that has units. */
  get layerCount() { return Math.max(1, ...SIDES.map((side) => this.halves[side].layers.length)); }
}

/** Everything that the report holds. */
class Model {
  constructor() { this.meta = {}; this.words = new Map(); this.connections = []; this.byNumber = new Map(); this.capture = null; }

  connection(number) {
    let found = this.byNumber.get(number);
    if (!found) this.byNumber.set(number, (found = new Connection(number)));
    return found;
  }

  /** Takes one block of lines. */
  take(kind, text) {
    let from = 0;
    while (from < text.length) {
      let to = text.indexOf("\n", from);
      if (to < 0) to = text.length;
      if (to > from) this.takeRow(kind, text, from, to);
      from = to + 1;
    }
  }

  takeRow(kind, text, from, to) {
    const row = JSON.parse(kind === "messages" ? this.columnsOf(text, from, to) : text.slice(from, to));
    if (kind === "meta") Object.assign(this.meta, row);
    else if (kind === "explain") this.words.set(`${row.group}/${row.id}`, row);
    else if (row.capture) this.capture = row.capture;
    else if (kind === "connections") this.connection(row.stream).facts = row;
    else {
      const half = this.connection(row.stream).halves[row.from];
      if (kind === "messages") half.layer(row.layer).add(row, text, from, to);
      else if (kind === "segments") half.packets.add(row, text, from, to);
      else if (kind === "reads") half.reads.add(row, text, from, to);
      else if (kind === "outcomes") half.outcomes.set(row.client, row.wrong);
      else if (kind === "bytes") half.bytes.push({ start: row.start, end: row.end, base64: row.base64 });
    }
  }

  /** A message's line up to its summary: what is held in columns stands before it, in words of the program only. */
  columnsOf(text, from, to) {
    const end = text.indexOf(',"summary":', from);
    return end > 0 && end < to ? `${text.slice(from, end)}}` : text.slice(from, to);
  }

  finish() {
    this.connections = [...this.byNumber.values()].filter((one) => one.facts).sort((a, b) => a.number - b.number);
  }

  /** Reads the blocks of the page, in pieces that leave it answering; segments first, for messages ask their times. */
  static async read(blocks, tell) {
    const model = new Model();
    const order = ["meta", "explain", "connections", "segments", "reads", "messages", "outcomes", "bytes"];
    let pause = performance.now() + 24;
    let done = 0;
    for (const kind of order) {
      for (const block of blocks.filter((one) => one.kind === kind)) {
        model.take(kind, await block.text());
        done++;
        if (performance.now() > pause) { tell(done, blocks.length); await breathe(); pause = performance.now() + 40; }
      }
    }
    model.finish();
    return model;
  }
}

/** The blocks that stand in the page itself. */
const embeddedBlocks = () => [...document.querySelectorAll("script[data-seam]")].map((element) => ({
  kind: element.dataset.seam,
  text: () => { const text = element.textContent; element.remove(); return text; },
}));
