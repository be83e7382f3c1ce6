// The map on its canvas: cells, camera, people, pointer and wheel.
const HIGH = 16, WIDE = 8 * data.columns; // pixels of a cell
const BADGE = { wide: 22, high: 16 }, LETTERS = 32; // least size of a badge, most letters of a name
const LEAST_START = 0.4; // least zoom at the start, as far as the map then still fills the window

// ---- cells as bitmaps, drawn once each, on a canvas that the camera looks at
const map = new OffscreenCanvas(data.width * WIDE, data.height * HIGH);
const mapPen = map.getContext("2d");
const shown = new Uint32Array(cellCount), bitmaps = [];
const rgb = (hex) => [1, 3, 5].map((place) => parseInt(hex.slice(place, place + 2), 16));
function bitmap(id) {
  if (bitmaps[id]) return bitmaps[id];
  const cell = data.cells[id - 1], image = new ImageData(WIDE, HIGH);
  (cell.length > 1 ? drawText : drawPixels)(image, ...cell);
  return (bitmaps[id] = image);
}
function drawPixels(image, coded) { // a square of pixels, enlarged to the cell
  const bytes = Uint8Array.from(atob(coded), (byte) => byte.charCodeAt(0));
  const side = Math.sqrt(bytes.length / 3), scale = HIGH / side;
  for (let y = 0; y < HIGH; y++)
    for (let x = 0; x < WIDE; x++) {
      const from = 3 * (Math.floor(y / scale) * side + Math.floor(x / scale));
      image.data.set([...bytes.slice(from, from + 3), 255], 4 * (y * WIDE + x));
    }
}
function drawText(image, text, ink, ground, isBold) {
  [...text].forEach((letter, column) => {
    for (let y = 0; y < HIGH; y++) {
      let row = parseInt(data.glyphs[letter].slice(2 * y, 2 * y + 2), 16);
      if (isBold) row |= row >> 1;
      for (let x = 0; x < 8; x++) {
        const color = rgb(row & (128 >> x) ? ink : ground);
        image.data.set([...color, 255], 4 * (y * WIDE + column * 8 + x));
      }
    }
  });
}
function paintMap() {
  for (let place = 0; place < cellCount; place++)
    if (now[place] !== shown[place]) {
      shown[place] = now[place];
      const x = place % data.width, y = (place - x) / data.width;
      mapPen.putImageData(bitmap(now[place]), x * WIDE, y * HIGH);
    }
}

// ---- the camera
const canvas = $("map"), screen = canvas.getContext("2d");
const camera = { x: map.width / 2, y: map.height / 2, zoom: 1, isWhole: true };
let selected = data.follow;
const wholeZoom = () => Math.min(canvas.width / map.width, canvas.height / map.height);
function fit() {
  Object.assign(camera, { x: map.width / 2, y: map.height / 2, zoom: wholeZoom(), isWhole: true });
  $("follow").checked = false;
}
function start() {
  fit();
  $("follow").checked = selected >= 0;
  const cover = Math.max(canvas.width / map.width, canvas.height / map.height);
  const least = Math.min(cover, LEAST_START * devicePixelRatio);
  if (selected >= 0) zoomIn();
  else if (least > camera.zoom) setZoom(least);
}
function setZoom(zoom) {
  const most = Math.max(8 * devicePixelRatio, wholeZoom());
  camera.zoom = clamp(zoom, wholeZoom() / 2, most);
  camera.isWhole = false;
}
const zoomIn = () => setZoom(Math.max(camera.zoom, 2 * devicePixelRatio));
function zoomBy(factor, x = camera.x, y = camera.y) {
  const before = camera.zoom;
  setZoom(before * factor);
  const held = 1 - before / camera.zoom;
  pan((x - camera.x) * held, (y - camera.y) * held, false);
}
function pan(dx, dy, ends = true) {
  if (ends) $("follow").checked = false;
  camera.isWhole = false;
  camera.x += dx;
  camera.y += dy;
  look();
}
const centre = (one) => Object.assign(camera, { x: (one.x + 0.5) * WIDE, y: (one.y + 0.5) * HIGH });
const toScreen = (x, y) => [canvas.width / 2 + (x - camera.x) * camera.zoom,
  canvas.height / 2 + (y - camera.y) * camera.zoom];
function hold() { // the camera on whom it follows, and inside the map
  const one = selected >= 0 ? person(selected) : null;
  if (one && one.isSeen && $("follow").checked) centre(one);
  const sides = [["x", map.width, canvas.width], ["y", map.height, canvas.height]];
  for (const [axis, side, span] of sides) {
    const half = span / camera.zoom / 2;
    camera[axis] = half * 2 >= side ? side / 2 : clamp(camera[axis], half, side - half);
  }
}
function look() {
  hold();
  const [left, top] = toScreen(0, 0);
  screen.fillStyle = "#14171c";
  screen.fillRect(0, 0, canvas.width, canvas.height);
  screen.imageSmoothingEnabled = camera.zoom < 1;
  screen.imageSmoothingQuality = "high";
  screen.drawImage(map, left, top, map.width * camera.zoom, map.height * camera.zoom);
  paintPeople();
}

// ---- people on the map: badges where cells are too small to read them, a frame, and a name
const seenPeople = () =>
  data.people.map((_, number) => ({ number, ...person(number) })).filter((one) => one.isSeen);
function paintPeople() {
  const seen = seenPeople();
  if (WIDE * camera.zoom < BADGE.wide * devicePixelRatio) {
    const groups = new Map();
    for (const one of seen) {
      const cell = one.x + data.width * one.y;
      groups.set(cell, [...(groups.get(cell) || []), one]);
    }
    for (const group of groups.values())
      paintBadge(group[0], group.length > 1 ? group.length : data.people[group[0].number].badge);
  }
  const one = seen.find((other) => other.number === selected);
  if (one) paintSelection(one);
}
function boxOf(one) { // left, top, width and height of what stands for a person on the screen
  const [x, y] = toScreen((one.x + 0.5) * WIDE, (one.y + 0.5) * HIGH), scale = devicePixelRatio;
  const wide = Math.max(WIDE * camera.zoom, BADGE.wide * scale);
  const high = Math.max(HIGH * camera.zoom, BADGE.high * scale);
  return [x - wide / 2, y - high / 2, wide, high];
}
function write(text, color, place, font) {
  screen.font = font;
  screen.fillStyle = color;
  screen.textAlign = "center";
  screen.textBaseline = "middle";
  screen.fillText(text, ...place);
}
function paintBadge(one, text) {
  const [x, y, wide, high] = boxOf(one), scale = devicePixelRatio;
  screen.fillStyle = data.people[one.number].color;
  screen.strokeStyle = "#14171c";
  screen.lineWidth = scale;
  screen.beginPath();
  screen.roundRect(x, y, wide, high, 3 * scale);
  screen.fill();
  screen.stroke();
  const middle = [x + wide / 2, y + high / 2 + scale / 2];
  write(text, "#000", middle, `700 ${12 * scale}px system-ui, sans-serif`);
}
function paintSelection(one) {
  const [x, y, wide, high] = boxOf(one), scale = devicePixelRatio, edge = 2 * scale;
  if (WIDE * camera.zoom < BADGE.wide * scale) paintBadge(one, data.people[one.number].badge);
  screen.strokeStyle = "#fff";
  screen.lineWidth = edge;
  screen.strokeRect(x - edge, y - edge, wide + 2 * edge, high + 2 * edge);
  const letters = [...data.people[one.number].name], font = `${13 * scale}px system-ui, sans-serif`;
  const isLong = letters.length > LETTERS;
  const text = isLong ? letters.slice(0, LETTERS - 1).join("") + "…" : letters.join("");
  screen.font = font;
  const room = Math.min(screen.measureText(text).width + 12 * scale, canvas.width);
  const middle = clamp(x + wide / 2, room / 2, canvas.width - room / 2);
  const below = y + high + 14 * scale;
  const line = below + 10 * scale > canvas.height ? y - 14 * scale : below;
  screen.fillStyle = "#14171ce0";
  screen.fillRect(middle - room / 2, line - 9 * scale, room, 18 * scale);
  write(text, "#fff", [middle, line, room], font);
}

// ---- the map by pointer and wheel
new ResizeObserver(() => {
  const isFirst = !canvas.dataset.fitted;
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (isFirst) start();
  else if (camera.isWhole) fit();
  canvas.dataset.fitted = "yes";
  look();
}).observe(canvas);
const mapPoint = (x, y) => {
  const box = canvas.getBoundingClientRect();
  return [((x - box.left) * devicePixelRatio - canvas.width / 2) / camera.zoom + camera.x,
    ((y - box.top) * devicePixelRatio - canvas.height / 2) / camera.zoom + camera.y];
};
const pointers = new Map();
let moved = 0;
function gap() {
  const [one, other] = pointers.values();
  return other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}
canvas.addEventListener("pointerdown", (event) => {
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  moved = pointers.size > 1 ? Infinity : 0;
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointermove", (event) => {
  const last = pointers.get(event.pointerId);
  if (!last) return;
  const dx = event.clientX - last.x, dy = event.clientY - last.y, before = gap();
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  moved += Math.abs(dx) + Math.abs(dy);
  if (moved < 5) return;
  if (pointers.size > 1) zoomBy(gap() / before, ...mapPoint(event.clientX, event.clientY));
  const scale = devicePixelRatio / camera.zoom / pointers.size;
  pan(-dx * scale, -dy * scale);
});
canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
canvas.addEventListener("pointerup", (event) => {
  const isClick = pointers.delete(event.pointerId) && moved < 5;
  if (isClick) pick(...mapPoint(event.clientX, event.clientY));
});
function pick(x, y) {
  const reach = 1.2 * Math.max(WIDE, (BADGE.wide * devicePixelRatio) / camera.zoom / 2);
  const away = (one) => Math.hypot((one.x + 0.5) * WIDE - x, (one.y + 0.5) * HIGH - y);
  const near = seenPeople().filter((one) => away(one) < reach)
    .sort((one, other) => away(one) - away(other));
  select(near.length ? near[0].number : -1);
}
canvas.addEventListener("dblclick", () => { fit(); look(); });
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 500), ...mapPoint(event.clientX, event.clientY));
}, { passive: false });
