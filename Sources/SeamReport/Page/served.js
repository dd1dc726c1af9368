// The data of a page that is served: numbers of all rows of a connection when it is opened, lines where they are shown.

/** Rows whose lines are asked for together. */
const SERVED_BLOCK = 256;
/** Blocks of lines that are kept, of each list. */
const SERVED_KEPT = 256;
/** Rows whose numbers are asked for at once. */
const SERVED_NUMBERS = 1 << 17;
/** Rows of connections that stay in memory; of those beyond, the ones opened first are forgotten. */
const SERVED_ROWS = 4_000_000;
/** A connection with so few messages is fetched for its strip in the table. */
const SERVED_SMALL = 20_000;

/** The columns of numbers, in the order of `RowIndex`. */
const SERVED_COLUMNS = {
  messages: ["start", "end", "size", "at", "index", "first", "pieces", "kind", "verdict"],
  segments: ["start", "end", "at", "number", "arrival", "labels", "units"],
  reads: ["start", "end", "at", "number", "arrival", "labels", "units"],
  bytes: ["start", "end"],
};
const SERVED_SEAM = ["kind", "offset", "packet", "cause", "stall", "unit"];

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
  constructor(track) { this.track = track; this.blocks = new Map(); this.asked = new Map(); }

  has(place) { return this.blocks.has(Math.floor(place / SERVED_BLOCK)); }
  source(place) { return this.blocks.get(Math.floor(place / SERVED_BLOCK))[place % SERVED_BLOCK]; }

  /** The row, or null: then it is asked for, and the page drawn again when it comes. */
  row(place) {
    if (this.has(place)) return JSON.parse(this.source(place));
    this.fetch(place).then(() => app.arrived(), () => {});
    return null;
  }

  /** Fetches the block of a place, and others behind it. */
  fetch(place, blocks = 1) {
    const block = Math.floor(place / SERVED_BLOCK);
    if (!this.asked.has(block)) this.asked.set(block, this.load(block, blocks).finally(() => this.asked.delete(block)));
    return this.asked.get(block);
  }

  async load(block, blocks) {
    const answer = await ask("lines", { ...this.track, first: block * SERVED_BLOCK, count: blocks * SERVED_BLOCK });
    const lines = (await answer.text()).split("\n");
    for (let order = 0; order < blocks && order * SERVED_BLOCK < lines.length - 1; order++) {
      this.blocks.set(block + order, lines.slice(order * SERVED_BLOCK, Math.min(lines.length - 1, (order + 1) * SERVED_BLOCK)));
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
    for (const kind of ["segments", "reads", "messages", "outcomes", "bytes"]) {
      for (const { from, layer, rows: count, seams } of tracks.filter((one) => one.kind === kind)) {
        const half = connection.halves[from];
        const track = { kind, stream, from, layer };
        rows += count;
        if (kind === "outcomes") for (const line of (await this.text(track, 0)).split("\n").filter(Boolean)) { const row = JSON.parse(line); half.outcomes.set(row.client, row.wrong); }
        else if (kind === "messages") await this.loadUnits(half.layer(layer), track, count, seams);
        else if (kind === "bytes") await this.loadBytes(half, track, count);
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

  /** Calls `take` with each row of numbers: `(all, at)`, its first number at that place. */
  async eachRow(path, track, count, columns, take) {
    for (let first = 0; first < count; first += SERVED_NUMBERS) {
      const answer = await ask(path, { ...track, first, count: Math.min(SERVED_NUMBERS, count - first) });
      const all = new Float64Array(await answer.arrayBuffer());
      for (let at = 0; at < all.length; at += columns) take(all, at);
    }
  }

  async loadUnits(units, track, count, seamCount) {
    const { half } = units;
    const [looks, causes] = [this.words.map((word) => VERDICTS.indexOf(word)), this.words.map((word) => Math.max(0, CAUSES.indexOf(word)))];
    const [message, cut] = [this.words.indexOf("message"), this.words.indexOf("cut")];
    let hint = 0;
    units.reserve(count, seamCount);
    units.lines = new ServedLines(track);
    await this.eachRow("numbers", track, count, SERVED_COLUMNS.messages.length, (all, at) => {
      const first = all[at + 5] || 0;
      // Units and packets go on together mostly, so that the last place is near.
      const numbers = half.packets.number.all;
      while (hint < half.packets.length && numbers[hint] < first) hint++;
      const begun = numbers[hint] === first && hint < half.packets.length ? half.packets.at.all[hint] : half.timeOf(first);
      units.addNumbers({
        start: all[at], end: all[at + 1], size: all[at + 2], at: all[at + 3], index: all[at + 4], first, pieces: all[at + 6], begun: begun ?? all[at + 3],
        look: all[at + 7] === message ? Math.max(0, looks[all[at + 8]] ?? 0) : OTHER,
      });
    });
    await this.eachRow("seams", track, seamCount, SERVED_SEAM.length, (all, at) => {
      units.addSeam({ isCut: all[at] === cut ? 1 : 0, offset: all[at + 1], packet: all[at + 2], cause: causes[all[at + 3]] ?? 0, stall: all[at + 4], unit: all[at + 5] });
    });
    if (count) { await units.lines.fetch(0); units.codec = units.row(0).codec ?? ""; }
  }

  async loadPieces(pieces, track, count) {
    pieces.reserve(count);
    pieces.lines = new ServedLines(track);
    await this.eachRow("numbers", track, count, SERVED_COLUMNS.segments.length, (all, at) => {
      pieces.addNumbers({ start: all[at], end: all[at + 1], at: all[at + 2], number: all[at + 3], kind: Pieces.kind(this.words[all[at + 4]], all[at + 5]), units: all[at + 6] });
    });
  }

  async loadBytes(half, track, count) {
    half.byteLines = new ServedLines(track);
    let place = 0;
    await this.eachRow("numbers", track, count, SERVED_COLUMNS.bytes.length, (all, at) => { half.bytes.push({ start: all[at], end: all[at + 1], place: place++ }); });
  }
}
