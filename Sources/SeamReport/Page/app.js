// The page as a whole: what is shown, where the address leads, which keys do what.

const VIEWS = { diagnosis: "viewDiagnosis", connections: "viewConnections", connection: "viewConnection", messages: "viewMessages", clients: "viewClients", histograms: "viewHistograms" };
const THEMES = ["auto", "light", "dark"];

/** What is kept for the next time, where the browser allows it. */
const kept = {
  get(name) { try { return localStorage.getItem(`seam-${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`seam-${name}`, value); } catch { /* A page from disk may have no memory. */ } },
};

const app = {
  model: null,
  ink: null,
  isRouting: false,

  async start() {
    language = kept.get("language") ?? (navigator.language?.startsWith("zh") ? "zh" : "en");
    this.setTheme(kept.get("theme") ?? "auto");
    translatePage();
    const progress = byId("progress");
    const tell = (done, all) => { progress.textContent = say("reading", { percent: Math.floor((100 * done) / all) }); };
    this.model = await (document.documentElement.dataset.source === "server" ? Server.read(tell) : Model.read(embeddedBlocks(), tell));
    progress.textContent = "";
    byId("main").hidden = false;
    this.view = new ConnectionView(this.model, () => this.writeAddress());
    this.overview = new Overview(this.model, (connection, finding) => this.goToFinding(connection, finding));
    this.connections = new ConnectionTable(this.model, (connection, isFinal) => {
      this.open(connection);
      if (isFinal) byId("connection").focus();
    });
    this.wire();
    this.speak();
    await this.followAddress();
    performance.mark("seam-ready");
    document.documentElement.dataset.ready = "true";
  },

  /** Puts everything into the page's language. */
  speak() {
    translatePage();
    const name = this.model.meta.files?.map((file) => file.split("/").at(-1)).join(", ") ?? "";
    byId("file").textContent = plain(name);
    byId("file").title = plain(this.model.meta.files?.join("\n") ?? "");
    document.title = name ? `${plain(name)} – seam` : "seam report";
    byId("made").textContent = say(this.model.server ? "madeServed" : "made", { version: this.model.meta.version ?? "" }) + (this.model.meta.bytes_left_out ? ` ${say("bytesLeftOut")}` : "");
    byId("views").replaceChildren(...Object.entries(VIEWS).map(([id, key], index) => make("button", { type: "button", "data-view": id, title: String(index + 1), onclick: () => this.goToView(id) }, say(key))));
    this.nameTheme();
    this.overview.show();
    this.connections.build();
    this.view.messages.build();
    this.showKeys();
    if (this.view.connection) {
      const { selection, layer } = this.view;
      this.view.open(this.view.connection, { layer });
      if (selection) this.view.select(selection.half, selection.layer, selection.place, { announce: false });
      this.connections.select(this.view.connection);
    }
  },

  open(connection, options) {
    if (!connection || this.view.connection === connection && !options) return;
    this.whenHere(connection, () => {
      this.view.open(connection, options);
      this.connections.select(connection);
      this.writeAddress();
    });
  },

  /** Does something with a connection when its rows are here, unless another one was asked for meanwhile. */
  whenHere(connection, act) {
    this.wanted = connection;
    if (!connection.isHere) byId("progress").textContent = say("fetching", { n: String(connection.number) });
    return connection.whenHere(() => {
      if (this.wanted !== connection) return;
      byId("progress").textContent = "";
      act();
    });
  },

  /** Shows rows that were still to come. */
  arrived() {
    this.isArriving ??= requestAnimationFrame(() => {
      this.isArriving = null;
      this.view?.redraw();
      this.view?.messages.table.refresh();
    });
  },

  goToView(id) {
    byId(id).focus({ preventScroll: true });
    byId(id).scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
  },

  goToFinding(connection, finding) {
    this.whenHere(connection, () => this.selectFinding(connection, finding));
    this.goToView("connection");
  },

  selectFinding(connection, finding) {
    this.open(connection);
    const half = connection.halves[finding.from ?? "client"];
    const layer = finding.layer ?? 0;
    if (finding.index !== undefined && finding.index !== null) this.view.selectIndex(half, layer, finding.index);
    else if (finding.packet) {
      const units = half.layers[layer];
      const place = units ? firstPlace(units.length, (at) => units.first.all[at] >= finding.packet) : -1;
      if (units?.length) this.view.select(half, layer, Math.min(place, units.length - 1));
    }
  },

  // The address: #stream=3&message=17, and what else differs from the usual.

  writeAddress() {
    if (this.isRouting) return;
    const { connection, selection, axis, layer } = this.view;
    const parts = [`stream=${connection.number}`];
    if (selection) parts.push(`message=${this.view.unitsOf(selection).index.all[selection.place]}`, `from=${selection.half.side}`);
    if (layer) parts.push(`layer=${layer}`);
    if (axis !== "bytes") parts.push(`axis=${axis}`);
    history.replaceState(null, "", `#${parts.join("&")}`);
  },

  followAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = Number(wanted.get("stream") ?? NaN);
    const busiest = this.model.connections.reduce((best, one) => ((one.messages || 0) > (best?.messages ?? -1) ? one : best), null);
    const connection = this.model.connections.find((one) => one.number === number) ?? busiest;
    if (!connection) { for (const id of ["connection", "messages", "details", "clients", "histograms"]) byId(id).hidden = true; return undefined; }
    return this.whenHere(connection, () => this.followTo(connection, wanted));
  },

  /** Shows what the address wants to see of a connection. */
  followTo(connection, wanted) {
    this.isRouting = true;
    const layer = Number(wanted.get("layer") ?? 0) || 0;
    this.open(connection, { layer });
    if (["bytes", "time"].includes(wanted.get("axis"))) this.view.setAxis(wanted.get("axis"));
    const message = wanted.get("message");
    if (message !== null && /^\d+$/.test(message)) {
      const halves = SIDES.includes(wanted.get("from")) ? [connection.halves[wanted.get("from")]] : SIDES.map((side) => connection.halves[side]);
      const half = halves.find((one) => (one.layers[this.view.layer]?.placeOf(Number(message)) ?? -1) >= 0);
      if (half) {
        this.view.selectIndex(half, this.view.layer, Number(message));
        requestAnimationFrame(() => this.goToView("connection"));
      }
    }
    this.isRouting = false;
  },

  // Looks and language.

  setTheme(theme) {
    this.theme = THEMES.includes(theme) ? theme : "auto";
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
    this.ink = new Ink();
    this.nameTheme();
    this.view?.redraw();
    this.connections?.table?.set(this.connections.rows.length, { keep: true });
  },

  nameTheme() { byId("theme").textContent = say("theme", { theme: say(`theme${this.theme[0].toUpperCase()}${this.theme.slice(1)}`) }); },

  wire() {
    byId("language").addEventListener("click", () => { language = language === "zh" ? "en" : "zh"; kept.set("language", language); this.isRouting = true; this.speak(); this.isRouting = false; });
    byId("theme").addEventListener("click", () => { this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]); kept.set("theme", this.theme); });
    byId("print").addEventListener("click", () => window.print());
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    byId("help-close").addEventListener("click", () => byId("help").close());
    byId("connection-next").addEventListener("click", () => this.stepConnection(1));
    byId("connection-previous").addEventListener("click", () => this.stepConnection(-1));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(this.theme));
    for (const when of ["beforeprint", "afterprint"]) {
      window.addEventListener(when, () => {
        this.ink = new Ink();
        for (const picture of this.view.pictures) picture.paint();
        for (const table of [this.connections.table, this.view.messages.table]) table.setPaper(when === "beforeprint");
      });
    }
    window.addEventListener("hashchange", () => this.followAddress());
    document.addEventListener("keydown", (event) => this.key(event));
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.target.dataset.seen = entry.isIntersecting;
      const first = Object.keys(VIEWS).find((id) => byId(id).dataset.seen === "true");
      for (const button of byId("views").children) button.setAttribute("aria-current", String(button.dataset.view === first));
    }, { rootMargin: "-80px 0px -40% 0px" });
    for (const id of Object.keys(VIEWS)) seen.observe(byId(id));
  },

  stepConnection(by) {
    const { rows } = this.connections;
    const next = rows[clamp(rows.indexOf(this.view.connection) + by, 0, rows.length - 1)];
    this.open(next);
  },

  /** The keys that work everywhere but in fields. */
  keys: {
    j: () => app.view.step(null, 1), k: () => app.view.step(null, -1),
    n: () => app.view.nextSeam(1), p: () => app.view.nextSeam(-1),
    "]": () => app.stepConnection(1), "[": () => app.stepConnection(-1),
    "+": () => app.view.eachPicture((one) => one.zoom(0.6)), "-": () => app.view.eachPicture((one) => one.zoom(1 / 0.6)), 0: () => app.view.eachPicture((one) => one.fit()),
    t: () => app.view.setAxis(app.view.axis === "time" ? "bytes" : "time"),
    r: () => app.view.toggleLane("reads"), l: () => app.view.toggleLane("layers"), c: () => app.view.toggleLane("clients"),
    "/": () => byId("messages-filter").focus(),
    "?": () => byId("help").showModal(),
  },

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || byId("help").open) return;
    if (event.target.matches?.("input, select, textarea")) { if (event.key === "Escape") event.target.blur(); return; }
    const view = Object.keys(VIEWS)[Number(event.key) - 1];
    const act = view ? () => this.goToView(view) : this.keys[event.key];
    if (!act || !this.view.connection) return;
    event.preventDefault();
    act();
  },

  showKeys() {
    const rows = [["j k", "keyMessage"], ["n p", "keySeam"], ["[ ]", "keyConnection"], ["+ − 0", "keyZoom"], ["Shift ← →", "keyPan"], ["t", "keyAxis"], ["r l c", "keyLanes"], ["/", "keyFilter"], ["1 … 6", "keyViews"], ["Enter", "keyDetails"], ["?", "keyHelp"]];
    byId("help-keys").replaceChildren(...rows.flatMap(([keys, text]) => [make("dt", {}, ...keys.split(" ").flatMap((one) => [make("kbd", {}, one), " "])), make("dd", {}, say(text))]));
  },
};

app.start();
