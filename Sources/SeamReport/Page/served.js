// The data of a page that is served: numbers of all rows of a connection when it is opened, lines where they are shown.

/** Rows whose lines are asked for together. */
const SERVED_BLOCK = 256;
/** The same of lines that hold 12 KiB of a stream each. */
const SERVED_BYTES_BLOCK = 4;
/** Blocks of lines that are kept, of each list. */
const SERVED_KEPT = 256;
/** Rows whose numbers are asked for at once. */
const SERVED_NUMBERS = 1 << 17;
/** Rows of connections that stay in memory; of those beyond, the ones opened first are forgotten. */
const SERVED_ROWS = 4_000_000;
/** A connection with so few messages is fetched for its strip in the table. */
const SERVED_SMALL = 20_000;

/** What the numbers of a row are, in the order of `RowIndex`: doubles, then integers of 32 bits; an answer has column behind column. */
const SERVED_COLUMNS = {
  messages: { doubles: ["start", "end", "at"], integers: ["size", "index", "first", "pieces", "kind", "verdict"] },
  pieces: { doubles: ["start", "end", "at"], integers: ["number", "arrival", "labels", "units"] },
  bytes: { doubles: ["start", "end"], integers: [] },
  seams: { doubles: ["offset"], integers: ["packet", "cause", "kind", "stall", "unit"] },
};
/** An integer that is not there. */
const SERVED_NONE = 0xffffffff;

/** What the server says; a page whose server has ended says so. */
async function ask(path, parameters) {
  const answer = await fetch(`data/${path}?${new URLSearchParams(parameters)}`).catch(() => null);
  if (!answer?.ok) {
    byId("progress").textContent = say("serverGone");
    throw new Error(`${path}: ${answer?.status ?? "no answer"}`);
  }
  return answer;
}

/** Rows of a list of which only those in use are here. */
class ServedLines {
  constructor(track, size = SERVED_BLOCK) { this.track = track; this.size = size; this.blocks = new Map(); this.asked = new Map(); }

  has(place) { return this.blocks.has(Math.floor(place / this.size)); }
  source(place) { return this.blocks.get(Math.floor(place / this.size))[place % this.size]; }

  /** The row, or null: then it is asked for, and the page drawn again when it comes. */
  row(place) {
    if (this.has(place)) return JSON.parse(this.source(place));
    this.fetch(place).then(() => app.arrived());
    return null;
  }

  /** Fetches the block of a place, and others behind it. */
  fetch(place, blocks = 1) {
    const block = Math.floor(place / this.size);
    if (!this.asked.has(block)) this.asked.set(block, this.load(block, blocks).finally(() => this.asked.delete(block)));
    return this.asked.get(block);
  }

  async load(block, blocks) {
    const answer = await ask("lines", { ...this.track, first: block * this.size, count: blocks * this.size });
    const lines = (await answer.text()).split("\n");
    for (let order = 0; order < blocks && order * this.size < lines.length - 1; order++) {
      this.blocks.set(block + order, lines.slice(order * this.size, Math.min(lines.length - 1, (order + 1) * this.size)));
    }
    for (const old of this.blocks.keys()) {
      if (this.blocks.size <= SERVED_KEPT) break;
      if (old < block || old >= block + blocks) this.blocks.delete(old);
    }
  }
}

/** What a page knows of a server's capture. */
class Server {
  static async read(tell) {
    const model = new Model();
    const server = new Server();
    model.server = server;
    server.words = (await (await ask("words", {})).json()).words;
    const tracks = await server.tracks({});
    for (const [order, track] of tracks.entries()) {
      for (let first = 0; first < track.rows; first += 4096) model.take(track.kind, await server.text({ kind: track.kind }, first));
      tell(order + 1, tracks.length);
    }
    model.finish();
    for (const connection of model.connections) { connection.server = server; connection.forget(); }
    return model;
  }

  constructor() { this.loaded = new Map(); }

  async tracks(stream) { return (await (await ask("tracks", stream)).text()).split("\n").filter(Boolean).map((line) => JSON.parse(line)); }
  async text(track, first, count = 4096) { return (await ask("lines", { ...track, first, count })).text(); }

  /** Fetches what is needed to draw a connection. */
  async load(connection) {
    const stream = connection.number;
    const tracks = await this.tracks({ stream });
    let rows = 0;
    for (const kind of ["segments", "reads", "messages", "bytes", "outcomes"]) {
      for (const { from, layer, rows: count, seams } of tracks.filter((one) => one.kind === kind)) {
        const half = connection.halves[from];
        const track = { kind, stream, from, layer };
        rows += count;
        if (kind === "messages") await this.loadUnits(half.layer(layer), track, count, seams);
        else if (kind === "bytes") await this.loadBytes(half, track, count);
        // A lane that is drawn when asked for only: it may come later.
        else if (kind === "outcomes") this.loadOutcomes(half, track);
        else await this.loadPieces(kind === "reads" ? half.reads : half.packets, track, count);
      }
    }
    connection.isHere = true;
    this.loaded.set(connection, rows);
    this.forget(connection);
  }

  /** Forgets connections that were opened long ago. */
  forget(newest) {
    let all = [...this.loaded.values()].reduce((sum, one) => sum + one, 0);
    for (const [connection, rows] of this.loaded) {
      if (all <= SERVED_ROWS) return;
      if (connection === newest || connection === app.view?.connection) continue;
      connection.forget();
      this.loaded.delete(connection);
      all -= rows;
    }
  }

  /** Calls `take` with the numbers of rows, a column each, in pieces; the next one is on its way meanwhile. */
  async columns(path, track, count, { doubles, integers }, take) {
    const get = async (first) => (await ask(path, { ...track, first, count: Math.min(SERVED_NUMBERS, count - first) })).arrayBuffer();
    let next = count > 0 ? get(0) : null;
    for (let first = 0; first < count; first += SERVED_NUMBERS) {
      const buffer = await next;
      if (first + SERVED_NUMBERS < count) next = get(first + SERVED_NUMBERS);
      const rows = Math.min(SERVED_NUMBERS, count - first);
      const columns = {};
      doubles.forEach((name, order) => { columns[name] = new Float64Array(buffer, 8 * rows * order, rows); });
      integers.forEach((name, order) => { columns[name] = new Uint32Array(buffer, 8 * rows * doubles.length + 4 * rows * order, rows); });
      take(columns, rows, first);
    }
  }

  async loadUnits(units, track, count, seamCount) {
    const looks = this.words.map((word) => Math.max(0, VERDICTS.indexOf(word)));
    const causes = this.words.map((word) => Math.max(0, CAUSES.indexOf(word)));
    const [message, cut] = [this.words.indexOf("message"), this.words.indexOf("cut")];
    const { packets } = units.half;
    let hint = 0;
    units.lines = new ServedLines(track);
    units.reserve(count, seamCount);
    await this.columns("numbers", track, count, SERVED_COLUMNS.messages, (columns, rows) => {
      for (const name of ["start", "end", "at", "size", "index", "first", "pieces"]) units[name].append(columns[name]);
      const { first, kind, verdict, at } = columns;
      const look = new Uint8Array(rows);
      const begun = new Float64Array(rows);
      for (let row = 0; row < rows; row++) {
        look[row] = kind[row] === message ? looks[verdict[row]] : OTHER;
        // Units and packets go on together mostly, so that the last place is near.
        while (hint < packets.length && packets.number.all[hint] < first[row]) hint++;
        const isNear = hint < packets.length && packets.number.all[hint] === first[row];
        begun[row] = (isNear ? packets.at.all[hint] : units.half.timeOf(first[row])) ?? at[row];
      }
      units.look.append(look);
      units.begun.append(begun);
    });
    await this.columns("seams", track, seamCount, SERVED_COLUMNS.seams, (columns, rows) => {
      for (const name of ["offset", "packet", "unit"]) units.seams[name].append(columns[name]);
      const [cause, isCut, stall] = [new Uint8Array(rows), new Uint8Array(rows), new Float64Array(rows)];
      for (let row = 0; row < rows; row++) {
        cause[row] = causes[columns.cause[row]];
        isCut[row] = columns.kind[row] === cut ? 1 : 0;
        stall[row] = columns.stall[row] === SERVED_NONE ? NaN : columns.stall[row];
      }
      units.seams.cause.append(cause);
      units.seams.isCut.append(isCut);
      units.seams.stall.append(stall);
    });
    if (count) { await units.lines.fetch(0); units.codec = units.row(0).codec ?? ""; }
  }

  async loadPieces(pieces, track, count) {
    pieces.lines = new ServedLines(track);
    pieces.reserve(count);
    await this.columns("numbers", track, count, SERVED_COLUMNS.pieces, (columns, rows) => {
      for (const name of ["start", "end", "at", "number", "units"]) pieces[name].append(columns[name]);
      for (let row = 0; row < rows; row++) pieces.kind.push(Pieces.kind(this.words[columns.arrival[row]], columns.labels[row]));
    });
  }

  async loadBytes(half, track, count) {
    half.byteLines = new ServedLines(track, SERVED_BYTES_BLOCK);
    await this.columns("numbers", track, count, SERVED_COLUMNS.bytes, ({ start, end }, rows, first) => {
      for (let row = 0; row < rows; row++) half.bytes.push({ start: start[row], end: end[row], place: first + row });
    });
  }

  async loadOutcomes(half, track) {
    for (const line of (await this.text(track, 0)).split("\n").filter(Boolean)) {
      const row = JSON.parse(line);
      half.outcomes.set(row.client, row.wrong);
    }
    app.arrived();
  }
}
