// What surrounds the map: people, transcript, timeline, playing, keys.
const LINES = 150, PAGE = 30, PAN = 0.15; // lines shown, steps of a page, part of the window

// ---- people
const chips = data.people.map((one, number) => {
  const chip = document.createElement("button");
  chip.textContent = one.badge;
  chip.title = one.name;
  chip.setAttribute("aria-label", one.name);
  chip.style.background = one.color;
  chip.tabIndex = number ? -1 : 0;
  chip.onclick = () => select(number === selected ? -1 : number);
  return $("people").appendChild(chip);
});
function select(number) {
  selected = number;
  if (number < 0) $("follow").checked = $("only").checked = false;
  else {
    const one = person(number), [x, y] = toScreen(one.x * WIDE, one.y * HIGH);
    const isInside = x > 0 && y > 0 && x < canvas.width && y < canvas.height;
    if (one.isSeen && !isInside) centre(one);
    chips[number].scrollIntoView({ block: "nearest" });
  }
  tellLines.upTo = null;
  paintBars();
  show(at);
}
function selectNext(step) {
  const here = chips.map((_, number) => number).filter((number) => person(number).isHere);
  if (!here.length) return;
  const place = here.indexOf(selected);
  const next = place < 0 && step < 0 ? here.length - 1 : place + step;
  select(here[(next + here.length) % here.length]);
}
function follow(wanted) {
  if (wanted && selected < 0) selectNext(1);
  $("follow").checked = wanted && selected >= 0;
  if ($("follow").checked) zoomIn();
  look();
}
function tellPerson() {
  chips.forEach((chip, number) => {
    chip.setAttribute("aria-pressed", number === selected);
    chip.classList.toggle("away", !person(number).isHere);
  });
  $("hint").hidden = selected >= 0;
  $("person").hidden = selected < 0;
  if (selected < 0) return;
  const one = person(selected);
  $("name").textContent = $("name").title = data.people[selected].name;
  $("doing").textContent = $("doing").title = one.isHere ? one.doing || "nothing yet" : "not here";
  $("where").textContent = $("where").title = one.where;
}

// ---- the transcript: what happened up to the frame, and who can be gone back to
function lineButton([frame, when, text], number) {
  const item = document.createElement("li"), button = document.createElement("button");
  const time = document.createElement("time"), words = document.createElement("span");
  time.textContent = when;
  words.textContent = text;
  words.dir = "auto";
  button.append(time, words);
  button.tabIndex = -1;
  Object.assign(button.dataset, { frame, line: number });
  item.append(button);
  return item;
}
function linesUpTo(frame) {
  let low = 0, high = data.lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (data.lines[middle][0] > frame) high = middle;
    else low = middle + 1;
  }
  return low;
}
function tellLines() {
  const said = $("said"), end = linesUpTo(at);
  const who = $("only").checked ? selected : -1, upTo = end + " " + who;
  if (tellLines.upTo !== upTo) {
    const isRead = timer && said.scrollHeight - said.scrollTop - said.clientHeight > 40;
    const focused = said.contains(document.activeElement) && document.activeElement.dataset.line;
    const told = [];
    for (let number = end - 1; number >= 0 && told.length < LINES; number--) {
      const line = data.lines[number];
      if (who < 0 || line[3] === who) told.push(lineButton(line, number));
    }
    said.replaceChildren(...told.reverse());
    if (!isRead) said.scrollTop = said.scrollHeight;
    const held = focused && said.querySelector(`[data-line="${focused}"]`);
    const reached = held || (said.lastElementChild && said.lastElementChild.firstChild);
    if (reached) reached.tabIndex = 0;
    if (focused && reached) reached.focus({ preventScroll: Boolean(timer) });
    tellLines.upTo = upTo;
  }
  for (const button of said.querySelectorAll("button"))
    button.classList.toggle("now", Number(button.dataset.frame) === at);
}
$("said").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) seek(Number(button.dataset.frame));
});

// ---- the timeline: lines over time, those of the selected person in their colour, and the hours
function paintBars() {
  const bars = $("bars"), pen = bars.getContext("2d"), scale = devicePixelRatio;
  bars.width = bars.clientWidth * scale;
  bars.height = bars.clientHeight * scale;
  const high = bars.height - 16 * scale, columns = clamp(count, 1, Math.max(1, bars.clientWidth));
  const wide = bars.width / columns, column = (frame) => Math.floor((frame * columns) / count);
  const all = new Array(columns).fill(0), theirs = new Array(columns).fill(0);
  for (const [frame, , , about] of data.lines) {
    all[column(frame)]++;
    if (about === selected) theirs[column(frame)]++;
  }
  const most = Math.max(1, ...all);
  const fill = (color, place, part) => {
    pen.fillStyle = color;
    pen.fillRect(place * wide, high * (1 - part), wide + 0.5, high * part);
  };
  for (let place = 0; place < columns; place++) {
    const dark = data.frames[Math.floor((place * count) / columns)].dark;
    fill(`rgb(${48 - 4 * dark}, ${54 - 4 * dark}, ${65 + 2 * dark})`, place, 1);
    if (all[place]) fill(selected < 0 ? "#ffd27a" : "#8a7a58", place, Math.sqrt(all[place] / most));
    if (theirs[place] && selected >= 0)
      fill(data.people[selected].color, place, Math.sqrt(theirs[place] / most));
  }
  writeHours(pen, bars.width, high + 2 * scale, scale);
}
function writeHours(pen, width, top, scale) {
  pen.font = `${11 * scale}px system-ui, sans-serif`;
  pen.fillStyle = "#9aa3ad";
  pen.textBaseline = "top";
  let free = 0, hour = "", day = "";
  data.frames.forEach(({ when }, frame) => {
    const [, today, clock] = when.match(/^(.*) (\S+:\S+) · /) || [when, when, ""];
    const x = (frame * width) / count, text = today === day ? clock : `${today} ${clock}`;
    const isSame = today + parseInt(clock) === hour;
    hour = today + parseInt(clock);
    if (isSame || x < free || x + pen.measureText(text).width > width) return;
    pen.fillText(text, x, top);
    day = today;
    free = x + pen.measureText(text).width + 24 * scale;
  });
}
new ResizeObserver(paintBars).observe($("bars"));

// ---- playing
let timer = null;
function show(index) {
  goTo(clamp(index, 0, count - 1));
  $("at").value = at;
  $("at").setAttribute("aria-valuetext", data.frames[at].when);
  $("when").textContent = data.frames[at].when;
  paintMap();
  look();
  tellPerson();
  tellLines();
}
function play(wanted) {
  clearInterval(timer);
  timer = null;
  if (wanted && count > 1) {
    if (at === count - 1) show(0);
    const step = () => (at < count - 1 ? show(at + 1) : play(false));
    timer = setInterval(step, 1000 / Number($("speed").value));
  }
  $("play").textContent = timer ? "Pause" : "Play";
}
function seek(index) {
  play(false);
  show(index);
}
function seekLine(step) {
  const end = linesUpTo(at), found = step > 0 ? data.lines[end] : data.lines[linesUpTo(at - 1) - 1];
  if (found) seek(found[0]);
}
function changeSpeed(step) {
  const speed = $("speed");
  speed.selectedIndex = clamp(speed.selectedIndex + step, 0, speed.options.length - 1);
  if (timer) play(true);
}
$("play").onclick = () => play(!timer);
$("speed").onchange = () => changeSpeed(0);
$("at").max = count - 1;
$("at").addEventListener("input", () => seek(Number($("at").value)));
$("follow").onchange = () => follow($("follow").checked);
$("only").onchange = tellLines;
$("keys").onclick = () => $("help").showModal();

// ---- keys: what is shown, what is pressed, what is done, what is said
const span = (side) => (PAN * canvas[side]) / camera.zoom;
const stepTo = { back: () => seek(at - 1), on: () => seek(at + 1) };
const zoom = {
  closer: () => zoomBy(1.5), farther: () => zoomBy(1 / 1.5), whole: () => { fit(); look(); } };
for (const [id, does] of Object.entries({ ...stepTo, ...zoom })) $(id).onclick = does;
const COMMANDS = [
  ["Space", { " ": () => play(!timer) }, "play or pause"],
  ["← →  , .", { ArrowLeft: stepTo.back, ArrowRight: stepTo.on, ",": stepTo.back, ".": stepTo.on },
    "step back, forward"],
  ["Page Up, Page Down", { PageUp: () => seek(at - PAGE), PageDown: () => seek(at + PAGE) },
    `${PAGE} steps back, forward`],
  ["Home, End", { Home: () => seek(0), End: () => seek(count - 1) }, "first, last step"],
  ["< >", { "<": () => seekLine(-1), ">": () => seekLine(1) },
    "previous, next line of the transcript"],
  ["s S", { s: () => changeSpeed(1), S: () => changeSpeed(-1) }, "faster, slower"],
  ["p P", { p: () => selectNext(1), P: () => selectNext(-1) }, "select the next, previous person"],
  ["f", { f: () => follow(!$("follow").checked) }, "follow the selected person, or stop"],
  ["o", { o: () => $("only").click() }, "only the lines of the selected person, or all"],
  ["Esc", { Escape: () => select(-1) }, "select nobody"],
  ["+ −", { "+": zoom.closer, "=": zoom.closer, "-": zoom.farther }, "zoom in, out"],
  ["0", { 0: zoom.whole }, "show the whole map"],
  ["Shift ← ↑ → ↓", {
    ShiftArrowLeft: () => pan(-span("width"), 0), ShiftArrowRight: () => pan(span("width"), 0),
    ShiftArrowUp: () => pan(0, -span("height")), ShiftArrowDown: () => pan(0, span("height")),
  }, "move the map"],
  ["Tab", {}, "go to the next control"],
  ["↑ ↓", {}, "in people or transcript: previous, next"],
  ["?", { "?": () => $("help").showModal() }, "list the keys"],
];
const pressed = Object.assign({}, ...COMMANDS.map(([, keys]) => keys));
for (const [keys, , does] of COMMANDS) {
  const term = document.createElement("dt"), meaning = document.createElement("dd");
  const key = term.appendChild(document.createElement("kbd"));
  key.textContent = keys;
  meaning.textContent = does;
  $("commands").append(term, meaning);
}
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
  if ($("help").open) { if (key === "?") $("help").close(); return; }
  if ((key === " " || key === "Enter") && target.matches("button, [type=checkbox]")) return;
  const name = event.shiftKey && key.startsWith("Arrow") ? "Shift" + key : key;
  if (!Object.hasOwn(pressed, name)) return;
  event.preventDefault();
  pressed[name]();
});
for (const box of [$("people"), $("said")]) { // one tab stop each; ↑ and ↓ go on from there
  box.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.shiftKey) return;
    event.preventDefault();
    const buttons = [...box.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(event.target) + step];
    if (next) next.focus();
  });
  box.addEventListener("focusin", (event) => {
    for (const button of box.querySelectorAll("button"))
      button.tabIndex = button === event.target ? 0 : -1;
  });
}
document.addEventListener("click", ({ detail, target }) => { // after a click, Space plays again
  if (detail && target.closest("button, [type=checkbox]")) document.activeElement.blur();
});

$("stage").parentElement.style.setProperty("--aspect", map.width / map.height);
$("title").textContent = $("title").title = data.title;
$("transport").hidden = $("track").hidden = count < 2;
show(0);
