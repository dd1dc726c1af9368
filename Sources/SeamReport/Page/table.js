// A table of any length: only the rows in sight are in the page, and on paper those around the chosen one.

const PAPER_ROWS = 60;

class Table {
  /**
   * `columns` are `{ key, title, className, sortable }`; `fill(row, place)` puts cells into a row's element.
   * `chosen(place)` is called when a person chooses a row.
   */
  constructor(place, { label, className, columns, rowHeight, height, fill, chosen, sort }) {
    Object.assign(this, { columns, rowHeight, fill, chosen, sort });
    this.count = 0;
    this.selected = -1;
    this.pool = new Map();
    this.head = make("div", { class: "table-head", role: "row" });
    this.rows = make("div", { class: "rows", role: "rowgroup" });
    this.scroll = make("div", { class: `table-scroll ${className}`, role: "grid", tabindex: "0", "aria-label": label }, make("div", { role: "rowgroup", class: "table-top" }, this.head), this.rows);
    this.scroll.style.maxHeight = `${height}px`;
    this.scroll.addEventListener("scroll", () => this.show(), { passive: true });
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    this.id = place.id;
    place.replaceChildren(this.scroll);
    new ResizeObserver(() => this.show()).observe(this.scroll);
    this.titles();
  }

  titles() {
    this.head.replaceChildren(...this.columns.map((column) => {
      const title = say(column.title);
      const cell = make("span", { role: "columnheader", class: `cell ${column.className ?? ""}` });
      if (!this.sort || !column.key) { cell.append(title); return cell; }
      const order = this.sort.key === column.key ? (this.sort.isDown ? "descending" : "ascending") : "none";
      cell.setAttribute("aria-sort", order);
      cell.append(make("button", { type: "button", onclick: () => this.sort.by(column.key) }, title));
      return cell;
    }));
  }

  /** Shows `count` rows from the top on, or where it was. */
  set(count, { keep = false } = {}) {
    this.count = count;
    this.scroll.setAttribute("aria-rowcount", count + 1);
    this.rows.style.height = `${count * this.rowHeight}px`;
    for (const row of this.pool.values()) row.remove();
    this.pool.clear();
    if (!keep) this.scroll.scrollTop = 0;
    this.show();
  }

  /** Shows some rows as they are printed, or all as they are scrolled. */
  setPaper(isPaper) {
    this.isPaper = isPaper;
    const { from, to } = this.paperRows();
    this.rows.dataset.paper = isPaper && to - from < this.count ? say("onPaper", { from: from + 1, to, n: this.count }) : "";
    const { scrollTop } = this.scroll;
    this.set(this.count, { keep: true });
    if (isPaper) this.rows.style.height = `${(to - from) * this.rowHeight}px`;
    else this.scroll.scrollTop = this.beforePaper ?? 0;
    this.beforePaper = scrollTop;
  }

  paperRows() {
    const from = clamp(this.selected - PAPER_ROWS / 2, 0, Math.max(0, this.count - PAPER_ROWS));
    return { from, to: Math.min(this.count, from + PAPER_ROWS) };
  }

  show() {
    const top = Math.max(0, this.scroll.scrollTop);
    const sight = Math.min(this.scroll.clientHeight || 400, 2000);
    const { from, to } = this.isPaper ? this.paperRows() : {
      from: Math.max(0, Math.floor(top / this.rowHeight) - 3), to: Math.min(this.count, Math.ceil((top + sight) / this.rowHeight) + 3),
    };
    const free = [];
    for (const [place, row] of this.pool) {
      if (place < from || place >= to) { this.pool.delete(place); free.push(row); }
    }
    for (let place = from; place < to; place++) {
      if (this.pool.has(place)) continue;
      const row = free.pop() ?? this.makeRow();
      row.id = `${this.id}-row-${place}`;
      row.dataset.place = place;
      row.style.top = `${(place - (this.isPaper ? from : 0)) * this.rowHeight}px`;
      row.setAttribute("aria-rowindex", place + 2);
      row.setAttribute("aria-selected", place === this.selected);
      this.fill(row, place);
      this.pool.set(place, row);
      if (!row.parentNode) this.rows.append(row);
    }
    for (const row of free) row.remove();
    const active = this.pool.get(this.selected);
    if (active) this.scroll.setAttribute("aria-activedescendant", active.id);
    else this.scroll.removeAttribute("aria-activedescendant");
  }

  /** Fills the rows in sight again. */
  refresh() {
    for (const [place, row] of this.pool) this.fill(row, place);
  }

  makeRow() {
    const row = make("div", { class: "row", role: "row" });
    row.style.height = `${this.rowHeight}px`;
    row.addEventListener("click", () => { this.select(Number(row.dataset.place)); this.chosen(this.selected); });
    for (const column of this.columns) row.append(make("span", { role: "gridcell", class: `cell ${column.className ?? ""}` }));
    return row;
  }

  /** Marks a row and brings it into sight. */
  select(place, { scroll = true } = {}) {
    this.pool.get(this.selected)?.setAttribute("aria-selected", "false");
    this.selected = place;
    if (place >= 0 && scroll) {
      const top = place * this.rowHeight;
      const sight = this.scroll.clientHeight - this.head.offsetHeight;
      if (top < this.scroll.scrollTop) this.scroll.scrollTop = top;
      else if (top + this.rowHeight > this.scroll.scrollTop + sight) this.scroll.scrollTop = top + this.rowHeight - sight;
    }
    this.show();
    this.pool.get(place)?.setAttribute("aria-selected", "true");
  }

  key(event) {
    if (event.target !== this.scroll || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.rowHeight) - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key === "Enter" && this.selected >= 0) { this.chosen(this.selected, true); event.preventDefault(); return; }
    if (!(event.key in moves) || this.count === 0) return;
    event.preventDefault();
    this.select(clamp(this.selected + moves[event.key], 0, this.count - 1));
    this.chosen(this.selected);
  }
}
