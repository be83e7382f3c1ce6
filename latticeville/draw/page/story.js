// The transcript, and the timeline below the map.
const LINES = 150; // lines that are shown at most
let told = []; // what happened: lines in the order of their ticks
let toldUpTo = null;

async function readLines() {
  const found = await Promise.all(sources.map((source) => source.lines(at)));
  if (found.length < 2) { told = found[0]; return; }
  const key = (line) => `${line.tick} ${line.text}`;
  const [mine, theirs] = found.map((lines) => new Set(lines.map(key)));
  told = [
    ...found[0].map((line) => (theirs.has(key(line)) ? line : { ...line, side: "a" })),
    ...found[1].filter((line) => !mine.has(key(line))).map((line) => ({ ...line, side: "b" })),
  ].sort((one, other) => one.tick - other.tick);
}
function lineItem(line, number) {
  const item = element("li"), button = element("button", undefined, { class: "line" });
  const words = element("span", `${line.text}${line.mark ? `  [${line.mark}]` : ""}`, { dir: "auto" });
  if (line.side) button.append(element("b", `${line.side.toUpperCase()} `));
  button.append(element("time", line.timestamp), words);
  button.tabIndex = -1;
  Object.assign(button.dataset, { tick: line.tick, line: number });
  item.append(button);
  if (line.side) item.classList.add(`side-${line.side}`);
  if (line.quiet) item.classList.add("quiet");
  if (line.steps) {
    item.classList.add("folded");
    item.append(unfoldButton(line));
  }
  return item;
}
function unfoldButton(line) {
  const button = element("button", "▸", { class: "unfold", "aria-label": "Show each step", "aria-expanded": "false" });
  button.tabIndex = -1;
  button.onclick = () => {
    const item = button.parentElement, open = item.querySelector("ul");
    if (open) open.remove();
    else {
      const list = element("ul");
      list.append(...line.steps.map(([when, text]) => element("li", `${when}  ${text}`)));
      item.append(list);
    }
    button.textContent = open ? "▸" : "▾";
    button.setAttribute("aria-expanded", String(!open));
  };
  return button;
}
function linesUpTo(tick) {
  let low = 0, high = told.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (told[middle].tick > tick) high = middle;
    else low = middle + 1;
  }
  return low;
}
function tellLines() {
  const said = $("said"), end = linesUpTo(at);
  const who = $("only").checked ? selected : "", upTo = `${end} ${told.length} ${told[0]?.tick} ${who}`;
  if (toldUpTo !== upTo) {
    const isRead = isMoving() && said.scrollHeight - said.scrollTop - said.clientHeight > 40;
    const focused = said.contains(document.activeElement) && document.activeElement.dataset.line;
    const shown = [];
    for (let number = end - 1; number >= 0 && shown.length < LINES; number--)
      if (!who || told[number].about === who) shown.push(lineItem(told[number], number));
    said.replaceChildren(...shown.reverse());
    if (!isRead) said.scrollTop = said.scrollHeight;
    const held = focused && said.querySelector(`[data-line="${focused}"]`);
    const reached = held || said.lastElementChild?.firstChild;
    if (reached) reached.tabIndex = 0;
    if (focused && reached) reached.focus({ preventScroll: isMoving() });
    toldUpTo = upTo;
  }
  for (const button of said.querySelectorAll(".line"))
    button.classList.toggle("now", Number(button.dataset.tick) === at);
}
$("said").addEventListener("click", (event) => {
  const button = event.target.closest(".line");
  if (button) seek(Number(button.dataset.tick));
});

// ---- the timeline: lines over time, those of the selected person in their colour, and the hours
async function paintBars() {
  const bars = $("bars"), pen = bars.getContext("2d"), scale = devicePixelRatio, source = sources[0];
  const count = last() - first() + 1, columns = clamp(count, 1, Math.max(1, bars.clientWidth));
  let spans;
  try { spans = await source.spans(columns); } catch (error) { notice(error.message); return; }
  bars.width = bars.clientWidth * scale;
  bars.height = bars.clientHeight * scale;
  const high = bars.height - 16 * scale, wide = bars.width / columns;
  const column = (tick) => clamp(Math.floor(((tick - first()) * columns) / count), 0, columns - 1);
  const all = new Array(columns).fill(0), theirs = new Array(columns).fill(0), dark = new Array(columns).fill(0);
  const isTold = (tick) => tick > at - NEWEST_LINES && tick <= at; // other ticks are counted by the source
  for (const { start, end, lines, people, darkness } of spans) {
    for (let place = column(start); place <= column(end); place++) dark[place] = darkness;
    if (!lines || isTold(start)) continue;
    all[column(start)] += lines;
    if (people.includes(selected)) theirs[column(start)] += lines;
  }
  for (const line of told) {
    if (line.quiet || line.tick < first()) continue;
    all[column(line.tick)]++;
    if (line.about === selected) theirs[column(line.tick)]++;
  }
  const most = Math.max(1, ...all);
  const fill = (color, place, share) => {
    pen.fillStyle = color;
    pen.fillRect(place * wide, high * (1 - share), wide + 0.5, high * share);
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  for (let place = 0; place < columns; place++) {
    const shade = dark[place];
    fill(isDark ? `rgb(${58 - 5 * shade}, ${66 - 5 * shade}, ${80 - shade})` : `rgb(${222 - 14 * shade}, ${216 - 13 * shade}, ${200 - 6 * shade})`, place, 1);
    const gold = isDark ? "#ffd27a" : "#8a5d00", faint = isDark ? "#8a7a58" : "#b09a66";
    if (all[place]) fill(selected ? faint : gold, place, Math.sqrt(all[place] / most));
    if (theirs[place]) fill(views[0].looks(selected).color, place, Math.sqrt(theirs[place] / most));
  }
  writeHours(pen, bars.width, high + 2 * scale, scale, isDark, spans);
}
function writeHours(pen, width, top, scale, isDark, shown) {
  pen.font = `${11 * scale}px system-ui, sans-serif`;
  pen.fillStyle = isDark ? "#a3abb5" : "#5a5c52";
  pen.textBaseline = "top";
  let free = 0, hour = "", day = "";
  shown.forEach(({ timestamp }, place) => {
    const [, today, clock] = timestamp.match(/^(.*) (\S+:\S+)$/) || [timestamp, timestamp, ""];
    const x = (place * width) / shown.length, text = today === day ? clock : `${today} ${clock}`;
    const isSame = today + parseInt(clock) === hour;
    hour = today + parseInt(clock);
    if (isSame || x < free || x + pen.measureText(text).width > width) return;
    pen.fillText(text, x, top);
    day = today;
    free = x + pen.measureText(text).width + 24 * scale;
  });
}
