// How a picture is moved: wheel, pointer, touch and keys.

function attachInput(picture) {
  const { canvas } = picture;
  const pointers = new Map();
  let moved = 0;
  let spread = 0;
  let isMap = false;
  const place = (event) => { const box = canvas.getBoundingClientRect(); return { x: event.clientX - box.left, y: event.clientY - box.top }; };
  const onMap = (y) => picture.shown && y >= picture.shown.mapY - 3;
  const mapTo = (x) => {
    const whole = picture.whole;
    const middle = whole.from + ((x - PAD) / Math.max(1, picture.width - 2 * PAD)) * (whole.to - whole.from);
    const half = (picture.view.to - picture.view.from) / 2;
    picture.set(middle - half, middle + half);
  };

  canvas.addEventListener("wheel", (event) => {
    const { x, y } = place(event);
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      picture.pan(event.deltaX || event.deltaY);
      event.preventDefault();
      return;
    }
    const { from, to } = picture.view;
    const whole = picture.whole;
    // At its widest the picture lets the page scroll on.
    if (event.deltaY > 0 && to - from >= whole.to - whole.from) return;
    if (onMap(y)) return;
    picture.zoom(1.0018 ** clamp(event.deltaY * (event.deltaMode ? 16 : 1), -240, 240), x);
    event.preventDefault();
  }, { passive: false });

  canvas.addEventListener("pointerdown", (event) => {
    const { x, y } = place(event);
    pointers.set(event.pointerId, { x, y });
    canvas.setPointerCapture(event.pointerId);
    moved = 0;
    isMap = onMap(y);
    if (isMap) mapTo(x);
    spread = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const { x, y } = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) { picture.owner.tip(picture, picture.hit(x, y), event.clientX, event.clientY); return; }
    pointers.set(event.pointerId, { x, y });
    if (isMap) { mapTo(x); return; }
    if (pointers.size === 2) {
      const [one, other] = [...pointers.values()];
      const now = Math.max(8, Math.hypot(one.x - other.x, one.y - other.y));
      if (spread) picture.zoom(spread / now, (one.x + other.x) / 2);
      spread = now;
      moved = 99;
      return;
    }
    moved += Math.abs(x - before.x) + Math.abs(y - before.y);
    if (moved > 4) { canvas.classList.add("dragging"); picture.pan(before.x - x); picture.owner.tip(picture, null); }
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("dragging");
    spread = 0;
    if (event.type !== "pointerup" || moved > 4 || isMap) return;
    const { x, y } = place(event);
    const hit = picture.hit(x, y);
    if (hit) picture.owner.chooseHit(picture, hit);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => picture.owner.tip(picture, null));
  canvas.addEventListener("dblclick", (event) => picture.zoom(0.4, place(event).x));
  canvas.addEventListener("blur", () => picture.owner.tip(picture, null));

  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = {
      ArrowLeft: () => (event.shiftKey ? picture.pan(-picture.width / 6) : picture.owner.step(picture.half, -1)),
      ArrowRight: () => (event.shiftKey ? picture.pan(picture.width / 6) : picture.owner.step(picture.half, 1)),
      ArrowUp: () => picture.owner.otherPicture(picture),
      ArrowDown: () => picture.owner.otherPicture(picture),
      Home: () => picture.owner.step(picture.half, -Infinity),
      End: () => picture.owner.step(picture.half, Infinity),
      "+": () => picture.zoom(0.6),
      "=": () => picture.zoom(0.6),
      "-": () => picture.zoom(1 / 0.6),
      0: () => picture.fit(),
      Enter: () => byId("details").focus(),
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    steps[event.key]();
  });
}
