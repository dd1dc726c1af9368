// What the lanes of a picture show.

/** Units as boxes by their bytes, or as columns where there are too many. */
function paintUnits(picture, pen, ink, units, lane, isMain) {
  const { from, to } = picture.view;
  const first = units.behind(from);
  const last = firstPlace(units.length, (place) => units.start.all[place] >= to);
  if (last - first > picture.width / 4) {
    drawColumns(pen, units, ink, {
      x: PAD, width: picture.width - 2 * PAD, y: lane.y + 1, height: lane.height - 2, isPart: true,
      valueAt: (column) => picture.valueAt(PAD + column),
      placeOf: (value, isEnd) => (isEnd ? firstPlace(units.length, (place) => units.start.all[place] >= value) : units.behind(value)),
    });
    paintSelected(picture, pen, ink, units, lane);
    return false;
  }
  for (let place = first; place < last; place++) {
    const x = picture.xOf(units.start.all[place]);
    const width = picture.xOf(units.end.all[place]) - x;
    paintUnit(picture, pen, ink, units, place, x, lane.y + 1, width, lane.height - 2, isMain);
  }
  return true;
}

function paintUnit(picture, pen, ink, units, place, x, y, width, height, hasIcon) {
  const look = CLASS[units.look.all[place]];
  const isSelected = picture.isSelected(units, place);
  const boxX = Math.max(x, -20);
  const boxWidth = Math.min(x + width, picture.width + 20) - boxX;
  const inner = boxWidth > 5 ? boxX + 0.75 : boxX;
  drawBox(pen, inner, y, boxWidth > 5 ? boxWidth - 1.5 : boxWidth, height, ink.of(boxWidth < 8 ? look : `${look}-tint`), ink.of(look));
  if (isSelected) {
    pen.strokeStyle = ink.of("ink");
    pen.lineWidth = 2.5;
    pen.strokeRect(inner - 1, y - 1, Math.max(4, boxWidth + 0.5), height + 2);
  }
  if (boxWidth > 24) {
    const left = Math.max(boxX, 0);
    const isIcon = hasIcon && boxWidth > 44;
    if (isIcon) drawShape(pen, look, left + 13, y + height / 2, 0.85, ink.of(look));
    const text = left + (isIcon ? 23 : 6);
    drawText(pen, picture.label(units, place), text, y + height / 2 + 0.5, Math.min(boxX + boxWidth, picture.width) - text - 4, ink.of("ink"));
  }
  picture.hits.push({ x: boxX, y, width: boxWidth, height, units, place });
}

/** The selected unit where units are only columns. */
function paintSelected(picture, pen, ink, units, lane) {
  const { selection } = picture.owner;
  if (selection?.half !== picture.half || selection.layer !== units.layer) return;
  const x = picture.xOf(units.start.all[selection.place]);
  pen.strokeStyle = ink.of("ink");
  pen.lineWidth = 2;
  pen.strokeRect(x - 2, lane.y, Math.max(4, picture.xOf(units.end.all[selection.place]) - x + 4), lane.height);
}

/** Segments above messages, aligned by their bytes, and the band between them. */
function paintBytes(picture, pen, ink, lane) {
  const { from, to } = picture.view;
  const segments = lane("segments");
  const messages = lane("messages");
  const band = lane("band");
  const borders = [];
  const packets = picture.half.packets;
  const few = [];
  packets.inRange("new", from, to, (place) => few.push(place));
  const isDense = few.length > picture.width / 3;
  for (const place of few) {
    borders.push(packets.start.all[place], packets.end.all[place]);
    paintSegment(picture, pen, ink, place, segments, isDense);
  }
  paintGaps(picture, pen, ink, segments);
  const again = lane("again");
  if (again) packets.inRange("again", from, to, (place) => paintSegment(picture, pen, ink, place, again, true));
  const isReadable = paintUnits(picture, pen, ink, picture.units, messages, true);
  if (isReadable && !isDense) paintBand(picture, pen, ink, band, segments, messages, borders);
  else paintBandColumns(picture, pen, ink, band);
}

function paintSegment(picture, pen, ink, place, lane, isPlain) {
  const packets = picture.half.packets;
  const start = packets.start.all[place];
  const end = packets.end.all[place];
  const left = Math.max(picture.xOf(start), -20);
  const right = Math.min(picture.xOf(end), picture.width + 20);
  const kind = packets.kind.all[place];
  const isChosen = picture.owner.selectedPackets?.has(packets.number.all[place]) && picture.owner.selection.half === picture.half;
  const stroke = isChosen ? ink.of("ink") : kind === 0 ? ink.of("segment-line") : ink.of(kind === 1 ? "both" : "coalesced");
  const width = right - left;
  drawBox(pen, width > 5 ? left + 0.75 : left, lane.y + 1, width > 5 ? width - 1.5 : width, lane.height - 2, kind === 1 ? ink.hatch(pen, "both") : ink.of("segment"), stroke);
  if (kind === 2 && width > 12) drawShape(pen, "retransmit", right - 9, lane.y + lane.height / 2, 0.7, ink.of("coalesced"));
  if (!isPlain && width > 22) {
    const text = Math.max(left, 0) + 6;
    drawText(pen, `#${packets.number.all[place]} · ${size(end - start)}`, text, lane.y + lane.height / 2 + 0.5, Math.min(right, picture.width) - text - (kind === 2 ? 18 : 4), ink.of("ink"));
  }
  picture.hits.push({ x: left, y: lane.y, width, height: lane.height, segment: place });
}

/** Bytes that the capture lacks. */
function paintGaps(picture, pen, ink, lane) {
  const units = picture.half.layers[0];
  if (!units || !picture.half.facts?.missing) return;
  const { from, to } = picture.view;
  for (let place = units.behind(from); place < units.length && units.start.all[place] < to; place++) {
    if (units.look.all[place] !== OTHER || units.first.all[place] !== 0) continue;
    const x = picture.xOf(units.start.all[place]);
    const width = Math.max(3, picture.xOf(units.end.all[place]) - x);
    drawBox(pen, x, lane.y + 1, width, lane.height - 2, ink.hatch(pen, "gap"), ink.of("gap"));
    picture.hits.push({ x, y: lane.y, width, height: lane.height, gap: place });
  }
}

/** Lines where both cuts agree, and a mark for each seam: its stem says join or cut, its shape and colour the cause. */
function paintBand(picture, pen, ink, band, segments, messages, borders) {
  const units = picture.units;
  const { from, to } = picture.view;
  const middle = band.y + band.height / 2;
  const offsets = new Set();
  for (let at = units.seamsFrom(units.behind(from - 1)); at < units.seams.unit.length; at++) {
    const unit = units.seams.unit.all[at];
    if (units.start.all[unit] > to) break;
    offsets.add(seamOffset(units, at));
  }
  pen.strokeStyle = ink.of("segment-line");
  pen.lineWidth = 1;
  pen.beginPath();
  for (const border of new Set(borders)) {
    if (border < from || border > to || offsets.has(border)) continue;
    const x = Math.round(picture.xOf(border)) + 0.5;
    pen.moveTo(x, band.y);
    pen.lineTo(x, band.y + band.height);
  }
  pen.stroke();
  let lastX = -100;
  for (let at = units.seamsFrom(units.behind(from - 1)); at < units.seams.unit.length; at++) {
    const unit = units.seams.unit.all[at];
    if (units.start.all[unit] > to) break;
    const offset = seamOffset(units, at);
    if (offset < from || offset > to) continue;
    const x = Math.round(picture.xOf(offset)) + 0.5;
    const cause = CAUSES[units.seams.cause.all[at]];
    const isCut = units.seams.isCut.all[at] === 1;
    const color = ink.of(CAUSE_INK[cause]);
    pen.strokeStyle = color;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, middle);
    pen.lineTo(x, isCut ? segments.y : messages.y + messages.height);
    pen.stroke();
    if (x - lastX >= 9) {
      drawShape(pen, cause, x, middle, 1, color, ink.of("card"));
      lastX = x;
    }
    picture.hits.push({ x: x - 6, y: band.y, width: 12, height: band.height, units, place: unit, seam: at });
  }
}

/** How many seams there are, where they are too many to mark. */
function paintBandColumns(picture, pen, ink, band) {
  const units = picture.units;
  const seams = units.seams;
  const placeOf = (offset) => firstPlace(seams.unit.length, (at) => units.start.all[seams.unit.all[at]] >= offset);
  const counts = [];
  let tallest = 1;
  let low = placeOf(picture.valueAt(PAD));
  for (let x = PAD; x < picture.width - PAD; x += 2) {
    const high = placeOf(picture.valueAt(x + 2));
    counts.push(high - low);
    tallest = Math.max(tallest, high - low);
    low = high;
  }
  pen.fillStyle = ink.of("soft");
  counts.forEach((number, index) => {
    const tall = (number / tallest) * (band.height - 8);
    if (number) pen.fillRect(PAD + 2 * index, band.y + band.height - 3 - tall, 1.5, tall);
  });
}

/** Where a seam is in the half. */
function seamOffset(units, at) {
  const unit = units.seams.unit.all[at];
  if (units.layer === 0) return units.seams.offset.all[at];
  if (units.seams.isCut.all[at] === 0) return units.end.all[unit];
  const packets = units.half.packets;
  const number = units.seams.packet.all[at];
  const place = firstPlace(packets.length, (other) => packets.number.all[other] >= number);
  // The packet of a cut is the one that ends there.
  const border = place < packets.length ? packets.end.all[place] : units.start.all[unit];
  return clamp(border, units.start.all[unit], units.end.all[unit]);
}

function paintReads(picture, pen, ink, lane) {
  const reads = picture.half.reads;
  const paintOne = (place, x, width) => {
    drawBox(pen, x, lane.y + 1, width, lane.height - 2, ink.of("segment"), ink.of("segment-line"));
    if (width > 26) drawText(pen, `${reads.number.all[place]} · ${size(reads.end.all[place] - reads.start.all[place])}`, Math.max(0, x) + 5, lane.y + lane.height / 2 + 0.5, width - 9, ink.of("ink"));
    picture.hits.push({ x, y: lane.y, width, height: lane.height, read: place });
  };
  const { from, to } = picture.view;
  if (picture.isTime) {
    for (let place = firstPlace(reads.length, (at) => reads.at.all[at] >= from); place < reads.length && reads.at.all[place] <= to; place++) paintOne(place, picture.xOf(reads.at.all[place]) - 4, 8);
  } else {
    reads.inRange("new", from, to, (place) => {
      const x = picture.xOf(reads.start.all[place]);
      paintOne(place, x + 0.75, picture.xOf(reads.end.all[place]) - x - 1.5);
    });
  }
}

/** What a client makes of each message. */
function paintClient(picture, pen, ink, lane) {
  const units = picture.half.layers[0];
  const wrong = picture.half.outcomes.get(lane.client);
  if (!units?.length || !wrong) return;
  const { from, to } = picture.view;
  const colors = { right: "whole", merged: "coalesced", torn: "split", lost: "gap" };
  const paintRun = (first, last, outcome) => {
    const low = firstPlace(units.length, (place) => units.index.all[place] >= first);
    const high = firstPlace(units.length, (place) => units.index.all[place] > last) - 1;
    if (high < low || units.end.all[high] <= from || units.start.all[low] >= to) return;
    const left = Math.max(0, picture.xOf(units.start.all[low]));
    const right = Math.min(picture.width, picture.xOf(units.end.all[high]));
    const width = Math.max(1, right - left - 1);
    pen.fillStyle = outcome === "lost" ? ink.hatch(pen, "gap") : ink.of(colors[outcome]);
    pen.fillRect(left + 0.5, lane.y + 2, width, lane.height - 4);
    if (width > 50) drawText(pen, say(outcome), left + 5, lane.y + lane.height / 2 + 0.5, width - 8, outcome === "lost" ? ink.of("ink") : ink.of("card"), CAPTION_FONT);
    picture.hits.push({ x: left, y: lane.y, width, height: lane.height, client: lane.client, outcome, units, place: low });
  };
  let next = 0;
  for (const run of wrong) {
    if (run.first > next) paintRun(next, run.first - 1, "right");
    paintRun(run.first, run.last, run.outcome);
    next = run.last + 1;
  }
  paintRun(next, Number.MAX_SAFE_INTEGER, "right");
}

/** Segments where they were captured; under them the messages: a stack is coalesced, a long bar is split. */
function paintTime(picture, pen, ink, segments, messages) {
  const { from, to } = picture.view;
  const { packets } = picture.half;
  const units = picture.units;
  const first = units.completedFrom(from);
  const last = firstPlace(units.length, (place) => units.begun.all[place] > to);
  if (last - first > picture.width) return paintTimeColumns(picture, pen, ink, segments, messages);
  const times = [];
  for (let place = firstPlace(packets.length, (at) => packets.at.all[at] >= from); place < packets.length && packets.at.all[place] <= to; place++) {
    if (packets.end.all[place] > packets.start.all[place]) times.push(place);
  }
  const ends = new Float64Array(STACK).fill(-Infinity);
  const top = messages.y + 2;
  paintStems(picture, pen, ink, segments, top, times);
  for (let place = Math.max(0, first - 40); place < Math.min(units.length, last + 1); place++) {
    if (!(units.at.all[place] >= 0)) continue;
    const left = picture.xOf(units.begun.all[place]) - 5;
    const right = picture.xOf(units.at.all[place]) + 5;
    let row = ends.findIndex((end) => end <= left);
    if (row < 0) row = STACK - 1;
    ends[row] = right;
    const y = top + row * 13;
    paintUnit(picture, pen, ink, units, place, left, y, right - left, 12, false);
    paintSeamsInTime(picture, pen, ink, place, left, right, y + 6);
    const next = firstPlace(times.length, (order) => packets.at.all[times[order]] > units.at.all[place]);
    const room = (next < times.length ? picture.xOf(packets.at.all[times[next]]) - 16 : picture.width) - right - 6;
    if (room > 36 && right - left < 24) drawText(pen, picture.label(units, place), right + 5, y + 6.5, Math.min(room, 220), ink.of("ink"), CAPTION_FONT);
  }
  paintSegmentsInTime(picture, pen, ink, segments, times);
}

/** The cause of a unit's seams, in front of it for a join and behind it for a cut. */
function paintSeamsInTime(picture, pen, ink, place, left, right, y) {
  const { seams } = picture.units;
  const seen = [false, false];
  for (let at = picture.units.seamsFrom(place); at < seams.unit.length && seams.unit.all[at] === place; at++) {
    const isCut = seams.isCut.all[at];
    if (seen[isCut]) continue;
    seen[isCut] = true;
    const cause = CAUSES[seams.cause.all[at]];
    const x = isCut ? (right + left) / 2 : left - 7;
    drawShape(pen, cause, x, y, 0.62, ink.of(CAUSE_INK[cause]), ink.of("lane"));
    picture.hits.push({ x: x - 5, y: y - 6, width: 10, height: 12, units: picture.units, place, seam: at });
  }
}

/** Lines from the segments down to their messages. */
function paintStems(picture, pen, ink, segments, top, times) {
  pen.strokeStyle = ink.of("segment-line");
  pen.lineWidth = 1;
  pen.beginPath();
  for (const place of times) {
    const x = Math.round(picture.xOf(picture.half.packets.at.all[place])) + 0.5;
    pen.moveTo(x, segments.y + segments.height);
    pen.lineTo(x, top);
  }
  pen.stroke();
}

function paintSegmentsInTime(picture, pen, ink, segments, times) {
  const { packets } = picture.half;
  let labelled = -99;
  times.forEach((place, order) => {
    const x = picture.xOf(packets.at.all[place]);
    const kind = packets.kind.all[place];
    drawBox(pen, x - 5, segments.y + 1, 10, segments.height - 2, ink.of("segment"), ink.of(["segment-line", "both", "coalesced"][kind]));
    if (kind === 1) drawBox(pen, x - 5, segments.y + 1, 10, segments.height - 2, ink.hatch(pen, "both"), ink.of("both"));
    picture.hits.push({ x: x - 5, y: segments.y, width: 10, height: segments.height, segment: place });
    const next = order + 1 < times.length ? picture.xOf(packets.at.all[times[order + 1]]) : picture.width;
    if (x < labelled + 8) return;
    const text = `#${packets.number.all[place]} · ${size(packets.end.all[place] - packets.start.all[place])}`;
    if (next - x > 40) drawText(pen, text, x + 9, segments.y + segments.height / 2 + 0.5, next - x - 18, ink.of("ink"));
    labelled = x;
  });
}

function paintTimeColumns(picture, pen, ink, segments, messages) {
  const { units } = picture;
  const { packets } = picture.half;
  const range = { x: PAD, width: picture.width - 2 * PAD, valueAt: (column) => picture.valueAt(PAD + column) };
  drawColumns(pen, units, ink, { ...range, y: messages.y, height: messages.height, isPart: false, placeOf: (value) => units.completedFrom(value) });
  pen.fillStyle = ink.of("segment-line");
  let low = 0;
  for (let column = 0; column < range.width; column++) {
    const value = range.valueAt(column + 1);
    const high = firstPlace(packets.length, (at) => packets.at.all[at] >= value);
    if (column > 0 && high > low) pen.fillRect(PAD + column, segments.y + 3, 1, segments.height - 6);
    low = high;
  }
}

function paintAxis(picture, pen, ink, lanes) {
  const { from, to } = picture.view;
  const step = niceStep(((to - from) * 90) / picture.width);
  pen.strokeStyle = ink.of("line");
  pen.lineWidth = 1;
  for (let mark = Math.ceil(from / step) * step; mark <= to; mark += step) {
    const x = Math.round(picture.xOf(mark)) + 0.5;
    pen.beginPath();
    pen.moveTo(x, lanes.axisY);
    pen.lineTo(x, lanes.axisY + 4);
    pen.stroke();
    const text = picture.isTime ? span(Math.abs(mark) < step / 1e3 ? 0 : mark) : count(Math.round(mark));
    if (x < picture.width - 40) drawText(pen, text, x + 3, lanes.axisY + 10, 90, ink.of("soft"), CAPTION_FONT);
  }
}

/** The whole stream, and where in it the view is. */
function paintMap(picture, pen, ink, lanes) {
  const width = picture.width - 2 * PAD;
  const whole = picture.whole;
  const units = picture.units;
  pen.fillStyle = ink.of("lane");
  pen.fillRect(PAD, lanes.mapY, width, 20);
  if (picture.isTime) {
    drawColumns(pen, units, ink, {
      x: PAD, width, y: lanes.mapY, height: 20, isPart: false,
      valueAt: (column) => whole.from + (column / width) * (whole.to - whole.from),
      placeOf: (value) => units.completedFrom(value),
    });
  } else if (units.length) drawStrip(pen, picture.half, ink, PAD, lanes.mapY, width, 20);
  const scale = width / (whole.to - whole.from);
  const left = PAD + (picture.view.from - whole.from) * scale;
  const wide = Math.max(4, (picture.view.to - picture.view.from) * scale);
  pen.fillStyle = ink.of("card");
  pen.globalAlpha = 0.6;
  pen.fillRect(PAD, lanes.mapY, Math.max(0, left - PAD), 20);
  pen.fillRect(left + wide, lanes.mapY, Math.max(0, PAD + width - left - wide), 20);
  pen.globalAlpha = 1;
  pen.strokeStyle = ink.of("ink");
  pen.lineWidth = 1.5;
  pen.strokeRect(left, lanes.mapY - 1, wide, 22);
}
