// A map on its canvas: cells, the people that walk over it, what they say, camera, pointers, wheel.
const HIGH = 16; // pixels of a cell
const BADGE = { wide: 22, high: 16 }, LETTERS = 32; // least size of a badge, most letters of a name
const LEAST_START = 0.75; // least zoom at the start, as far as the map then still fills the window
const TALK_ZOOM = 1.5; // least zoom of a camera that goes to who speaks
const WORDS = { line: 34, lines: 4, span: 2500 }; // letters, lines, and milliseconds of what somebody says
const FAR = 12; // cells that nobody walks between two frames: they are put there
const hex = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function pixelImage(coded) { // 8 × 8 pixels with alpha
  const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
  const image = new OffscreenCanvas(8, 8);
  image.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(bytes), 8, 8), 0, 0);
  return image;
}

function cutTo(text, most) {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}
function wrap(text) { // lines of words; what does not fit is left out
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = `${lines[lines.length - 1]} ${word}`.trim();
    if (line.length <= WORDS.line || !lines[lines.length - 1]) lines[lines.length - 1] = cutTo(line, WORDS.line);
    else if (lines.length < WORDS.lines) lines.push(cutTo(word, WORDS.line));
    else { lines[lines.length - 1] += "…"; break; }
  }
  return lines;
}

class MapView {
  constructor(canvas, source, { picked, moved }) {
    Object.assign(this, { canvas, source, picked, moved });
    this.screen = canvas.getContext("2d");
    this.selected = "";
    this.differing = new Set();
    this.isFollowing = this.isAtTalk = false;
    this.people = new Map(); // id: from, to, badge, figure
    this.images = new Map();
    this.words = new Map(); // id: what they said last, and until when it is shown
    this.walk = { begin: 0, span: 0 };
    this.camera = { x: 0, y: 0, zoom: 1, isWhole: true };
    this.aim = null;
    this.readStyle();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }
  readStyle() { // bitmaps are drawn once each, on a canvas that the camera looks at
    this.map = this.source.map;
    this.wide = 8 * this.source.map.columns;
    const [, , columns, rows] = this.source.view;
    this.ground = new OffscreenCanvas(columns * this.wide, rows * HIGH);
    this.pen = this.ground.getContext("2d");
    this.shown = new Int32Array(columns * rows).fill(-1);
    this.bitmaps = [];
  }
  bitmap(number) {
    if (this.bitmaps[number]) return this.bitmaps[number];
    const cell = this.source.map.cells[number], image = new ImageData(this.wide, HIGH);
    if (!cell) return null;
    if (cell.length > 1) this.drawText(image, ...cell);
    else this.drawPixels(image, cell[0]);
    return (this.bitmaps[number] = image);
  }
  drawPixels(image, coded) { // a square of pixels, enlarged to the cell
    const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    const side = Math.sqrt(bytes.length / 3), scale = HIGH / side;
    for (let y = 0; y < HIGH; y++)
      for (let x = 0; x < this.wide; x++) {
        const from = 3 * (Math.floor(y / scale) * side + Math.floor(x / scale));
        image.data.set([...bytes.slice(from, from + 3), 255], 4 * (y * this.wide + x));
      }
  }
  drawText(image, text, ink, ground, isBold) {
    [...text].forEach((letter, column) => {
      for (let y = 0; y < HIGH; y++) {
        let row = parseInt(this.source.map.glyphs[letter].slice(2 * y, 2 * y + 2), 16);
        if (isBold) row |= row >> 1;
        for (let x = 0; x < 8; x++) {
          const color = hex(row & (128 >> x) ? ink : ground);
          image.data.set([...color, 255], 4 * (y * this.wide + column * 8 + x));
        }
      }
    });
  }
  showCells(numbers) {
    if (this.map !== this.source.map || this.wide !== 8 * this.map.columns) this.readStyle();
    const [, , columns] = this.source.view;
    numbers.forEach((number, place) => {
      if (number === this.shown[place]) return;
      const image = this.bitmap(number);
      if (!image) return;
      this.shown[place] = number;
      const x = place % columns, y = (place - x) / columns;
      this.pen.putImageData(image, x * this.wide, y * HIGH);
    });
    this.look();
  }

  // ---- people: each walks from where they stood to where they stand
  showPeople(agents, span) {
    const time = performance.now(), [left, top] = this.source.view;
    const before = new Map([...this.people].map(([id, one]) => [id, this.place(one, time)]));
    this.people = new Map([...agents.values()].map((agent) => {
      const to = { x: agent.position[0] - left, y: agent.position[1] - top };
      const old = before.get(agent.agent_id) || to;
      const isFar = Math.max(Math.abs(old.x - to.x), Math.abs(old.y - to.y)) > FAR;
      return [agent.agent_id, { id: agent.agent_id, agent, from: isFar ? to : old, to }];
    }));
    this.walk = { begin: time, span: isStill() ? 0 : span };
    this.keepWords(time, span);
    const talking = [...this.people.values()].find((one) => one.agent.dialogue);
    if (this.isAtTalk && talking) this.aimAt(talking.to, TALK_ZOOM);
    this.animate();
  }
  keepWords(time, span) { // while people walk, words stay until they can be read
    if (!span) this.words.clear();
    for (const [id, one] of this.words) if (one.until < time) this.words.delete(id);
    for (const one of this.people.values())
      if (one.agent.dialogue) this.words.set(one.id, { text: one.agent.dialogue, until: time + WORDS.span });
    clearTimeout(this.silence);
    if (span) this.silence = setTimeout(() => { this.keepWords(performance.now(), 1); this.look(); }, WORDS.span + 50);
  }
  place(one, time = performance.now()) {
    const { begin, span } = this.walk;
    const share = span ? clamp((time - begin) / span, 0, 1) : 1;
    return { x: one.from.x + (one.to.x - one.from.x) * share, y: one.from.y + (one.to.y - one.from.y) * share };
  }
  animate() {
    if (this.isAnimated) return;
    this.isAnimated = true;
    const step = (time) => {
      this.steer();
      this.look(time);
      this.isAnimated = Boolean(this.aim) || time < this.walk.begin + this.walk.span;
      if (this.isAnimated) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // ---- the camera
  wholeZoom() {
    return Math.min(this.canvas.width / this.ground.width, this.canvas.height / this.ground.height);
  }
  fit() {
    const { width, height } = this.ground;
    Object.assign(this.camera, { x: width / 2, y: height / 2, zoom: this.wholeZoom(), isWhole: true });
    this.free();
  }
  free() { // a camera that somebody moves follows nobody
    this.aim = null;
    this.isFollowing = this.isAtTalk = false;
    this.moved();
  }
  resize() {
    const { canvas } = this, isFirst = !canvas.dataset.fitted;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    if (isFirst) {
      const { isFollowing, isAtTalk } = this;
      this.fit();
      Object.assign(this, { isFollowing, isAtTalk });
      const cover = Math.max(canvas.width / this.ground.width, canvas.height / this.ground.height);
      const least = Math.min(cover, LEAST_START * devicePixelRatio);
      if (least > this.camera.zoom) this.setZoom(least);
      this.moved();
    } else if (this.camera.isWhole) this.fit();
    canvas.dataset.fitted = "yes";
    this.look();
  }
  setZoom(zoom) {
    const most = Math.max(8 * devicePixelRatio, this.wholeZoom());
    this.camera.zoom = clamp(zoom, this.wholeZoom() / 2, most);
    this.camera.isWhole = false;
  }
  zoomBy(factor, x = this.camera.x, y = this.camera.y) {
    const before = this.camera.zoom;
    this.setZoom(before * factor);
    const held = 1 - before / this.camera.zoom;
    this.pan((x - this.camera.x) * held, (y - this.camera.y) * held, false);
  }
  pan(dx, dy, ends = true) {
    if (ends) this.free();
    this.camera.isWhole = false;
    this.camera.x += dx;
    this.camera.y += dy;
    this.look();
  }
  centreOf({ x, y }) { return { x: (x + 0.5) * this.wide, y: (y + 0.5) * HIGH }; }
  aimAt(cell, least) {
    const zoom = Math.max(this.camera.zoom, least * devicePixelRatio);
    this.aim = { ...this.centreOf(cell), zoom };
    if (isStill()) { Object.assign(this.camera, this.aim, { isWhole: false }); this.aim = null; }
    this.animate();
  }
  steer() { // a part of the way to where the camera goes
    if (!this.aim) return;
    const camera = this.camera;
    camera.isWhole = false;
    for (const key of ["x", "y", "zoom"]) camera[key] += (this.aim[key] - camera[key]) * 0.12;
    const away = Math.hypot(this.aim.x - camera.x, this.aim.y - camera.y) * camera.zoom;
    if (away < 1 && Math.abs(this.aim.zoom / camera.zoom - 1) < 0.01) this.aim = null;
    else if (this.aim.heldAt === `${camera.x} ${camera.y}`) this.aim = null; // at the map's edge
    else this.aim.heldAt = `${camera.x} ${camera.y}`;
  }
  toScreen(x, y) {
    const { camera, canvas } = this;
    return [canvas.width / 2 + (x - camera.x) * camera.zoom, canvas.height / 2 + (y - camera.y) * camera.zoom];
  }
  hold(time) { // the camera on whom it follows, and inside the map
    const one = this.people.get(this.selected);
    if (one && this.isFollowing) Object.assign(this.camera, this.centreOf(this.place(one, time)));
    const { camera, canvas, ground } = this;
    const sides = [["x", ground.width, canvas.width], ["y", ground.height, canvas.height]];
    for (const [axis, side, span] of sides) {
      const half = span / camera.zoom / 2;
      camera[axis] = half * 2 >= side ? side / 2 : clamp(camera[axis], half, side - half);
    }
  }
  look(time) {
    this.hold(time);
    const { screen, canvas, ground, camera } = this, [left, top] = this.toScreen(0, 0);
    screen.fillStyle = "#14171c";
    screen.fillRect(0, 0, canvas.width, canvas.height);
    screen.imageSmoothingEnabled = camera.zoom < 1;
    screen.imageSmoothingQuality = "high";
    screen.drawImage(ground, left, top, ground.width * camera.zoom, ground.height * camera.zoom);
    this.paintPeople(time);
  }

  // ---- people on the map: figures, badges where cells are too small for them, names, words
  seen(time) {
    const [, , columns, rows] = this.source.view, cell = (value) => Math.round(value);
    return [...this.people.values()].map((one) => ({ ...one, ...this.place(one, time) })).filter(
      ({ x, y }) => cell(x) >= 0 && cell(y) >= 0 && cell(x) < columns && cell(y) < rows);
  }
  looks(id) { return this.source.facts.looks[id] || { badge: "?", color: "#ffffff", figure: "", face: "" }; }
  isSmall() { return this.wide * this.camera.zoom < BADGE.wide * devicePixelRatio; }
  paintPeople(time) {
    const seen = this.seen(time);
    const groups = new Map();
    for (const one of seen) {
      const key = `${one.x} ${one.y}`;
      groups.set(key, [...(groups.get(key) || []), one]);
    }
    for (const group of groups.values()) {
      const one = group.find(({ id }) => id === this.selected) || group[0];
      const text = group.length > 1 ? String(group.length) : this.looks(one.id).badge;
      if (this.isSmall() || one.agent.dead) this.paintBadge(one, one.agent.dead ? "†" : text);
      else this.paintFigure(one, group.length > 1 ? text : "");
    }
    for (const one of seen) if (this.differing.has(one.id)) this.paintFrame(one, "#ff9a3c", 3);
    const chosen = seen.find(({ id }) => id === this.selected);
    if (chosen) this.paintSelection(chosen);
    const taken = [];
    for (const one of seen) if (this.words.has(one.id)) this.paintWords(one, this.words.get(one.id).text, taken);
  }
  boxOf(one) { // left, top, width and height of what stands for a person on the screen
    const { x: across, y: down } = this.centreOf(one), scale = devicePixelRatio;
    const [x, y] = this.toScreen(across, down);
    const wide = Math.max(this.wide * this.camera.zoom, BADGE.wide * scale);
    const high = Math.max(HIGH * this.camera.zoom, BADGE.high * scale);
    return [x - wide / 2, y - high / 2, wide, high];
  }
  write(text, color, place, font, align = "center") {
    const { screen } = this;
    screen.font = font;
    screen.fillStyle = color;
    screen.textAlign = align;
    screen.textBaseline = "middle";
    screen.fillText(text, ...place);
  }
  paintFigure(one, count) {
    const { screen } = this, { figure } = this.looks(one.id);
    if (!this.images.has(one.id)) this.images.set(one.id, figure && pixelImage(figure));
    const image = this.images.get(one.id);
    if (!image) { this.paintBadge(one, this.looks(one.id).badge); return; }
    const { x, y } = this.centreOf(one), [middle, centre] = this.toScreen(x, y);
    const side = HIGH * this.camera.zoom;
    screen.imageSmoothingEnabled = false;
    screen.globalAlpha = one.agent.emoji === "😴" ? 0.55 : 1;
    screen.drawImage(image, middle - side / 2, centre - side / 2, side, side);
    screen.globalAlpha = 1;
    if (count) this.write(count, "#fff", [middle + side / 2, centre - side / 2], this.font(12, 700));
  }
  font(size, weight = 400) { return `${weight} ${size * devicePixelRatio}px system-ui, sans-serif`; }
  paintBadge(one, text) {
    const { screen } = this, [x, y, wide, high] = this.boxOf(one), scale = devicePixelRatio;
    screen.fillStyle = this.looks(one.id).color;
    screen.strokeStyle = "#14171c";
    screen.lineWidth = scale;
    screen.beginPath();
    screen.roundRect(x, y, wide, high, 3 * scale);
    screen.fill();
    screen.stroke();
    this.write(text, "#000", [x + wide / 2, y + high / 2 + scale / 2], this.font(12, 700));
  }
  paintFrame(one, color, width) {
    const { screen } = this, [x, y, wide, high] = this.boxOf(one), edge = width * devicePixelRatio;
    screen.strokeStyle = color;
    screen.lineWidth = edge;
    screen.strokeRect(x - edge, y - edge, wide + 2 * edge, high + 2 * edge);
  }
  plate(lines, x, y, back, ink, size, taken = []) { // lines on a plate inside the window, the first at a height, above plates in its way
    const { screen, canvas } = this, scale = devicePixelRatio, high = 16 * scale;
    screen.font = this.font(size);
    const widest = Math.max(...lines.map((line) => screen.measureText(line).width));
    const room = Math.min(widest + 12 * scale, canvas.width);
    const middle = clamp(x, room / 2, canvas.width - room / 2), whole = 2 * scale + high * lines.length;
    const isInTheWay = (one) => Math.abs(one.middle - middle) < (one.room + room) / 2 && one.y < y + whole && y < one.y + one.whole;
    for (let other; (other = taken.find(isInTheWay)) && other.y - whole > 0;) y = other.y - whole - 2 * scale;
    taken.push({ middle, room, y, whole });
    screen.fillStyle = back;
    screen.beginPath();
    screen.roundRect(middle - room / 2, y - 9 * scale, room, whole, 4 * scale);
    screen.fill();
    lines.forEach((line, place) => this.write(line, ink, [middle, y + place * high, room], this.font(size)));
  }
  paintSelection(one) {
    const [x, y, wide, high] = this.boxOf(one), scale = devicePixelRatio;
    this.paintFrame(one, "#fff", 2);
    const below = y + high + 14 * scale;
    const line = below + 10 * scale > this.canvas.height ? y - 14 * scale : below;
    const name = cutTo(printable(this.source.facts.people[one.id]), LETTERS);
    this.plate([name], x + wide / 2, line, "#14171ce0", "#fff", 13);
  }
  paintWords(one, text, taken) {
    const who = this.words.size > 1 ? `${this.looks(one.id).badge}: ` : "";
    const [x, y, wide] = this.boxOf(one), scale = devicePixelRatio, lines = wrap(printable(who + text));
    const top = Math.max(y - 12 * scale - 16 * scale * (lines.length - 1), 10 * scale);
    this.plate(lines, x + wide / 2, top, "#fffbe9f0", "#22231f", 12, taken);
  }

  // ---- pointers and wheel
  mapPoint(x, y) {
    const box = this.canvas.getBoundingClientRect(), { camera, canvas } = this;
    return [((x - box.left) * devicePixelRatio - canvas.width / 2) / camera.zoom + camera.x,
      ((y - box.top) * devicePixelRatio - canvas.height / 2) / camera.zoom + camera.y];
  }
  listen() {
    const { canvas } = this, pointers = new Map();
    let moved = 0;
    const gap = () => {
      const [one, other] = pointers.values();
      return other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
    };
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
      if (pointers.size > 1) this.zoomBy(gap() / before, ...this.mapPoint(event.clientX, event.clientY));
      const scale = devicePixelRatio / this.camera.zoom / pointers.size;
      this.pan(-dx * scale, -dy * scale);
    });
    canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("pointerup", (event) => {
      const isClick = pointers.delete(event.pointerId) && moved < 5;
      if (isClick) this.pick(...this.mapPoint(event.clientX, event.clientY));
    });
    canvas.addEventListener("dblclick", () => { this.fit(); this.look(); });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 500), ...this.mapPoint(event.clientX, event.clientY));
    }, { passive: false });
  }
  pick(x, y) {
    const reach = 1.2 * Math.max(this.wide, (BADGE.wide * devicePixelRatio) / this.camera.zoom / 2);
    const away = (one) => {
      const centre = this.centreOf(one);
      return Math.hypot(centre.x - x, centre.y - y);
    };
    const near = this.seen().filter((one) => away(one) < reach).sort((one, other) => away(one) - away(other));
    this.picked(near.length ? near[0].id : "");
  }
}
