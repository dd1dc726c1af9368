// How things are drawn on a canvas: colours of the theme, boxes, shapes, columns of many units.

const LABEL_FONT = "11.5px ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const CAPTION_FONT = "10.5px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif";
const SHAPES = Object.fromEntries([...Object.entries(CAUSE_SHAPES), ...Object.entries(VERDICT_SHAPES)].map(([name, path]) => [name, new Path2D(path)]));

/** The colours of the theme, by their names in the style sheet. */
class Ink {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    const names = ["card", "ink", "soft", "line", "lane", "accent", "select", "segment", "segment-line", "gap", ...CLASS, ...CLASS.map((name) => `${name}-tint`)];
    this.colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.hatches = {};
  }
  of(name) { return this.colors[name]; }

  /** Slanted lines: what is not there. */
  hatch(context, name) {
    if (this.hatches[name]) return this.hatches[name];
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const pen = tile.getContext("2d");
    pen.strokeStyle = this.of(name);
    pen.lineWidth = 1.4;
    pen.beginPath();
    for (const shift of [-8, 0, 8]) { pen.moveTo(shift, 8); pen.lineTo(shift + 8, 0); }
    pen.stroke();
    return (this.hatches[name] = context.createPattern(tile, "repeat"));
  }
}

/** Draws a shape around a point, with a rim that keeps it apart from what is below. */
function drawShape(context, name, x, y, scale, color, rim) {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  if (rim) { context.strokeStyle = rim; context.lineWidth = 3; context.stroke(SHAPES[name]); }
  context.fillStyle = color;
  context.fill(SHAPES[name], "evenodd");
  context.restore();
}

function drawBox(context, x, y, width, height, fill, stroke) {
  const wide = Math.max(width, 1.5);
  context.fillStyle = fill;
  if (wide < 4) { context.fillRect(x, y, wide, height); return; }
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, wide - 1, height - 1, Math.min(4, wide / 3));
  context.fill();
  if (stroke) { context.strokeStyle = stroke; context.lineWidth = 1; context.stroke(); }
}

/** As much of a text as fits, with … for the rest; nothing where not even three characters do. */
function fitText(context, text, width) {
  if (width < 14) return "";
  if (text.length * 3 < width && context.measureText(text).width <= width) return text;
  let shown = text.slice(0, Math.ceil(width / 5));
  let measured = context.measureText(shown).width;
  if (measured <= width && shown.length === text.length) return text;
  while (shown.length > 0 && measured > width - 7) {
    shown = shown.slice(0, Math.min(shown.length - 1, Math.floor((shown.length * (width - 7)) / measured)));
    measured = context.measureText(shown).width;
  }
  return shown.length > 0 ? `${shown}…` : "";
}

function drawText(context, text, x, y, width, color, font = LABEL_FONT) {
  context.font = font;
  context.fillStyle = color;
  const shown = fitText(context, text, width);
  if (shown) context.fillText(shown, x, y);
}

/**
 * Draws many units as columns of one pixel: the share of each verdict, stacked.
 *
 * `valueAt(x)` tells the offset (or time) at a pixel; `placeOf(value)` the first unit that is not before it.
 */
function drawColumns(context, units, ink, { x, width, y, height, valueAt, placeOf, isPart }) {
  const sums = units.sums();
  const step = 1;
  const counts = new Float64Array(CLASS.length);
  let tallest = 1;
  const bounds = [];
  for (let column = 0; column < width; column += step) {
    const low = placeOf(valueAt(column), false);
    const high = placeOf(valueAt(column + step), true);
    bounds.push(low, high);
    if (!isPart) tallest = Math.max(tallest, high - low);
  }
  for (let column = 0, at = 0; column < width; column += step, at += 2) {
    const low = bounds[at];
    const high = bounds[at + 1];
    if (high <= low) continue;
    let total = 0;
    for (let look = 0; look < counts.length; look++) total += counts[look] = sums[look][high] - sums[look][low];
    const tall = isPart ? height : Math.max(2, (height * total) / tallest);
    let bottom = y + height;
    for (let look = 0; look < counts.length; look++) {
      if (counts[look] === 0) continue;
      const part = (tall * counts[look]) / total;
      context.fillStyle = ink.of(CLASS[look]);
      context.fillRect(x + column, bottom - part, step, part);
      bottom -= part;
    }
  }
}

/** A strip of the whole stream, for the table of connections and the minimap. */
function drawStrip(context, half, ink, x, y, width, height) {
  const units = half.layers[0];
  const length = half.length;
  context.fillStyle = ink.of("lane");
  context.fillRect(x, y, width, height);
  if (!units?.length || !length) return;
  drawColumns(context, units, ink, {
    x, y, width, height, isPart: true,
    valueAt: (column) => (column / width) * length,
    placeOf: (value, isEnd) => (isEnd ? firstPlace(units.length, (place) => units.start.all[place] >= value) : units.behind(value)),
  });
}

/** Sizes a canvas for the screen's pixels and returns its pen. */
function penOf(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.textBaseline = "middle";
  return context;
}

/** Distances between marks of an axis that people like: 1, 2 or 5 times a power of ten. */
function niceStep(about) {
  const power = 10 ** Math.floor(Math.log10(Math.max(about, 1e-9)));
  const times = about / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}
