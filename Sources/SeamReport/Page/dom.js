// Elements and texts. Whatever comes from the capture goes into the page as text, never as markup.

const byId = (id) => document.getElementById(id);

/** Characters that would change how the text around them looks: controls, and marks that turn its direction. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text from the capture as it can be shown: what cannot be seen stands as its number. */
const plain = (text) => String(text).replace(UNSEEN, (c) => {
  const code = c.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `⟨${code.toString(16)}⟩`;
});

/** Makes an element; `class`, `on…` and attributes by name, children that are strings become text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** Makes an element of a drawing that scales. */
function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** The first place in `0..<count` where `is` says yes, if it says no before and yes behind. */
function firstPlace(count, is) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Lets the browser draw and answer before the next piece of work. */
const breathe = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(); };
  channel.port2.postMessage(0);
});

// Shapes, drawn around 0,0 within ±6, the same on the canvas and in the page.

const CAUSE_SHAPES = {
  unknown: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M-2.6 0a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z",
  offload: "M-5-5H5V5H-5zM-2-2V2H2V-2z",
  retransmit: "M-5-2.2L-2.2-5L0-2.2L2.2-5L5-2.2L2.2 0L5 2.2L2.2 5L0 2.2L-2.2 5L-5 2.2L-2.2 0z",
  nagle: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  congestion: "M0-5.5L1.5-1.8L5.4-1.7L2.4.8L3.4 4.6L0 2.4L-3.4 4.6L-2.4.8L-5.4-1.7L-1.5-1.8z",
  window: "M-5-5H5L1 0L5 5H-5L-1 0z",
  backlog: "M-4.6-4.6H4.6V4.6H-4.6z",
  batch: "M0-5.8L5.8 0L0 5.8L-5.8 0z",
  read: "M0-5.5L5.2-1.7L3.2 4.4H-3.2L-5.2-1.7z",
  mss: "M0-5.4L5.6 4.6H-5.6z",
  write: "M-2.4-5.6H2.4V5.6H-2.4z",
  gap: "M-5.5-5.5H-1.5L0-2L1.5-5.5H5.5L2.2 0L5.5 5.5H1.5L0 2L-1.5 5.5H-5.5L-2.2 0z",
};
const CAUSES = Object.keys(CAUSE_SHAPES);
/** Which colour of the verdicts a cause has. */
const CAUSE_INK = {
  unknown: "other", offload: "other", gap: "gap", retransmit: "both", nagle: "coalesced", batch: "coalesced",
  backlog: "whole", congestion: "both", window: "split", read: "whole", mss: "split", write: "both",
};
const VERDICT_SHAPES = {
  whole: "M-5.5-3.5H5.5V3.5H-5.5z",
  coalesced: "M-6-3.5H-.6V3.5H-6zM.6-3.5H6V3.5H.6zM-6 4.8H6V6H-6z",
  split: "M-6-3.5H-1.6L-3 3.5H-6zM1.6-3.5H6V3.5H.2z",
  both: "M-6-3.5H-2.6L-4 3.5H-6zM-.6-3.5H2V3.5H-2zM3.2-3.5H6V3.5H3.2zM-2 4.8H6V6H-2z",
  other: "M-5-1H5V1H-5z",
};
const SEVERITY_SHAPES = {
  error: "M-3.2-6H3.2L6-3.2V3.2L3.2 6H-3.2L-6 3.2V-3.2zM-1-3.6V1H1V-3.6zM-1 2.2V4H1V2.2z",
  warning: "M0-6L6.4 5.4H-6.4zM-.9-2.4V1.6H.9V-2.4zM-.9 2.7V4.2H.9V2.7z",
  note: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M-1-3.6V-1.8H1V-3.6zM-1-.6V3.6H1V-.6z",
};

const icons = new Map();

/** A shape as an element of the page; rows have many, so that they are copies. */
function icon(path, className) {
  const key = `${className} ${path}`;
  if (!icons.has(key)) {
    icons.set(key, draw("svg", { viewBox: "-7 -7 14 14", width: 14, height: 14, class: `icon ${className}`, "aria-hidden": "true" },
      draw("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" })));
  }
  return icons.get(key).cloneNode(true);
}
const causeIcon = (cause) => icon(CAUSE_SHAPES[cause] ?? CAUSE_SHAPES.unknown, `${CAUSE_INK[cause] ?? "other"}`);
