// The page: which tick is shown, playing, keys, acting, and the address of a moment.
const PAGE = 30, PAN = 0.15; // ticks of a page, part of the window
const WALK_SPAN = 350; // most milliseconds in which people walk to where they are
let sources = [], views = [], frames = [];
let at = 0, selected = "", timer = null, isNewest = false, rate = 0;
const first = () => Math.max(...sources.map((source) => source.first));
const last = () => Math.min(...sources.map((source) => source.last));
const every = () => sources[0].every;
const isMoving = () => Boolean(timer) || rate > 0;
const notice = (text) => { $("notice").textContent = printable(text); };

// ---- one tick at a time is shown; the newest that was wanted meanwhile comes next
let wanted = null, showing = null;
function show(tick, span = 0) {
  at = clamp(tick, first(), last());
  wanted = { tick: at, span };
  showing ??= showWanted();
  return showing;
}
async function showWanted() {
  while (wanted) {
    const { tick, span } = wanted;
    wanted = null;
    try { await showTick(tick, span); } catch (error) { notice(error.message); }
  }
  showing = null;
}
async function showTick(tick, span) {
  frames = await Promise.all(sources.map((source) => source.frame(tick)));
  await knowPeople();
  const [frame] = frames, differing = difference();
  views.forEach((view, side) => {
    view.differing = differing;
    view.showPeople(frames[side].agents, span);
  });
  const weather = frame.weather && frame.weather !== "clear" ? ` · ${frame.weather}` : "";
  $("when").textContent = printable(`${frame.timestamp} · tick ${frame.tick}${weather}`);
  Object.assign($("at"), { min: first(), max: last(), step: every(), value: tick });
  $("at").setAttribute("aria-valuetext", frame.timestamp);
  if (sources[0].isLive || !told.length) { await readLines(); if (sources[0].isLive) paintBars(); }
  tellPerson();
  tellLines();
  paintCells(tick);
}
let cellsWanted = null, isPainting = false;
async function paintCells(tick) {
  cellsWanted = tick;
  if (isPainting) return;
  isPainting = true;
  while (cellsWanted !== null) {
    const next = cellsWanted;
    cellsWanted = null;
    try {
      await Promise.all(views.map(async (view) => view.showCells(await view.source.cells(next))));
      $("map").dataset.tick = next;
    } catch (error) { notice(error.message); }
  }
  isPainting = false;
}
async function knowPeople() { // who came while we looked
  for (const [side, source] of sources.entries())
    if (source.isLive && [...frames[side].agents.keys()].some((id) => !(id in source.facts.people))) await source.open();
}
function difference() { // who is elsewhere or does something else in the other run
  const differing = new Set();
  if (frames.length < 2) return differing;
  const [mine, theirs] = frames.map((frame) => frame.agents);
  const look = (one) => one && `${one.position} ${one.current_action} ${one.dialogue}`;
  for (const id of [...mine.keys(), ...theirs.keys()])
    if (look(mine.get(id)) !== look(theirs.get(id))) differing.add(id);
  return differing;
}

// ---- playing: here from frame to frame; where who may act looks at the newest tick, in the run
function play(wantsToPlay) {
  if (wantsToPlay && sources[0].mayAct && at === last()) { act({ do: "play", rate: Number($("speed").value) }); return; }
  if (!wantsToPlay && rate > 0) act({ do: "pause" });
  clearInterval(timer);
  timer = null;
  if (wantsToPlay && first() < last()) {
    if (at >= last()) show(first());
    const pause = 1000 / Number($("speed").value);
    const step = () => (at + every() <= last() ? show(at + every(), Math.min(pause, WALK_SPAN)) : play(false));
    timer = setInterval(step, pause);
    isNewest = false;
  }
  tellPlay();
}
function tellPlay() {
  $("play").textContent = isMoving() ? "Pause" : "Play";
  $("newest").setAttribute("aria-pressed", String(isNewest));
  if (!isMoving()) remember();
}
function seek(tick) {
  if (timer) play(false);
  const isNext = tick === at + every();
  isNewest = sources[0].isLive && tick >= last();
  show(tick, isNext ? WALK_SPAN : 0);
  tellPlay();
}
function seekLine(step) {
  const found = step > 0 ? told[linesUpTo(at)] : told[linesUpTo(at - 1) - 1];
  if (found) seek(found.tick);
}
function seekDifference(step) { // the next line that only one of two runs has
  const lines = step > 0 ? told.filter((line) => line.tick > at) : told.filter((line) => line.tick < at).reverse();
  const found = lines.find((line) => line.side);
  if (found) seek(found.tick);
}
function changeSpeed(step) {
  const speed = $("speed");
  speed.selectedIndex = clamp(speed.selectedIndex + step, 0, speed.options.length - 1);
  if (isMoving()) play(true);
}

// ---- acting, where somebody may
async function act(words) {
  try {
    const done = await sources[0].order(words);
    rate = done.rate;
    notice(done.branch ? `The branch is ${done.branch}` : "");
  } catch (error) { notice(error.message); }
  tellPlay();
}
function hear(note) {
  if (note.type === "controller") $("acting").textContent = note.name ? printable(`${note.name} acts`) : "";
  else if (note.type === "seek") seek(note.tick);
  else if (note.type === "again") paintCells(at);
  else if (isNewest) show(last(), WALK_SPAN);
  else $("at").max = last();
}

// ---- the address of a moment: its tick, and who is selected
function remember() {
  const where = new URLSearchParams();
  if (!isNewest) where.set("tick", at);
  if (selected) where.set("who", selected);
  const hash = where.size ? `#${where}` : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
}
async function openMoment() {
  const where = new URLSearchParams(location.hash.slice(1)), tick = Number(where.get("tick") ?? NaN);
  if (where.has("tick") && Number.isFinite(tick)) { isNewest = false; await show(tick); }
  if (where.has("who") && where.get("who") in sources[0].facts.people) select(where.get("who"));
  tellPlay();
}

// ---- keys: what is shown, what is pressed, what is done, what is said
const eachView = (does) => { for (const view of views) { does(view); view.look(); } };
const pan = (dx, dy) => eachView((view) => {
  const span = (side) => (PAN * view.canvas[side]) / view.camera.zoom;
  view.pan(dx * span("width"), dy * span("height"));
});
const stepTo = { back: () => seek(at - every()), on: () => seek(at + every()) };
const zoom = {
  closer: () => eachView((view) => view.zoomBy(1.5)), farther: () => eachView((view) => view.zoomBy(1 / 1.5)),
  whole: () => eachView((view) => view.fit()) };
const COMMANDS = [
  ["Space", { " ": () => play(!isMoving()) }, "play or pause"],
  ["← →  , .", { ArrowLeft: stepTo.back, ArrowRight: stepTo.on, ",": stepTo.back, ".": stepTo.on },
    "step back, forward"],
  ["Page Up, Page Down", { PageUp: () => seek(at - PAGE * every()), PageDown: () => seek(at + PAGE * every()) },
    `${PAGE} steps back, forward`],
  ["Home, End", { Home: () => seek(first()), End: () => seek(last()) }, "first, last step"],
  ["< >", { "<": () => seekLine(-1), ">": () => seekLine(1) },
    "previous, next line of the transcript"],
  ["d D", { d: () => seekDifference(1), D: () => seekDifference(-1) },
    "of two runs: next, previous line of one alone"],
  ["s S", { s: () => changeSpeed(1), S: () => changeSpeed(-1) }, "faster, slower"],
  ["p P", { p: () => selectNext(1), P: () => selectNext(-1) }, "select the next, previous person"],
  ["f", { f: () => follow(!$("follow").checked) }, "follow the selected person, or stop"],
  ["t", { t: () => goToTalk(!$("talk").checked) }, "let the map go to who speaks, or stop"],
  ["o", { o: () => $("only").click() }, "only the lines of the selected person, or all"],
  ["Esc", { Escape: () => select("") }, "select nobody"],
  ["+ −", { "+": zoom.closer, "=": zoom.closer, "-": zoom.farther }, "zoom in, out"],
  ["0", { 0: zoom.whole }, "show the whole map"],
  ["Shift ← ↑ → ↓", {
    ShiftArrowLeft: () => pan(-1, 0), ShiftArrowRight: () => pan(1, 0),
    ShiftArrowUp: () => pan(0, -1), ShiftArrowDown: () => pan(0, 1),
  }, "move the map"],
  ["Tab", {}, "go to the next control"],
  ["↑ ↓", {}, "in people or transcript: previous, next"],
  ["?", { "?": () => $("help").showModal() }, "show this help"],
];
const pressed = Object.assign({}, ...COMMANDS.map(([, keys]) => keys));

function bind() {
  for (const [id, does] of Object.entries({ ...stepTo, ...zoom })) $(id).onclick = does;
  $("play").onclick = () => play(!isMoving());
  $("speed").onchange = () => changeSpeed(0);
  $("at").addEventListener("input", () => seek(Number($("at").value)));
  $("follow").onchange = () => follow($("follow").checked);
  $("talk").onchange = () => goToTalk($("talk").checked);
  $("only").onchange = tellLines;
  $("newest").onclick = () => seek(last());
  $("keys").onclick = () => $("help").showModal();
  $("step").onclick = () => { isNewest = true; act({ do: "step" }); };
  $("fork").onclick = () => act({ do: "fork", tick: at });
  $("act").onsubmit = (event) => {
    event.preventDefault();
    if ($("god").value) act({ do: "event", text: $("god").value });
    $("god").value = "";
  };
  $("ask").onsubmit = (event) => { event.preventDefault(); tellPart(); };
  $("style").onchange = () => eachView((view) => { view.source.setStyle($("style").value); paintCells(at); });
  for (const button of document.querySelectorAll("[data-part]")) button.onclick = () => openPart(button.dataset.part);
  for (const [keys, , does] of COMMANDS) {
    const term = element("dt");
    term.append(element("kbd", keys));
    $("commands").append(term, element("dd", does));
  }
  document.addEventListener("keydown", press);
  for (const box of [$("people"), $("said")]) rove(box);
  document.addEventListener("click", ({ detail, target }) => { // after a click, Space plays again
    if (detail && target.closest("button, [type=checkbox]")) document.activeElement.blur();
  });
  addEventListener("hashchange", openMoment);
  new ResizeObserver(paintBars).observe($("bars"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintBars);
}
function press(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches?.("select, input:not([type])")) return;
  if ($("help").open) { if (key === "?") $("help").close(); return; }
  if ((key === " " || key === "Enter") && target.matches?.("button, [type=checkbox]")) return;
  const name = event.shiftKey && key.startsWith("Arrow") ? `Shift${key}` : key;
  if (!Object.hasOwn(pressed, name)) return;
  event.preventDefault();
  pressed[name]();
}
function rove(box) { // one tab stop; ↑ and ↓ go on from there
  box.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.shiftKey) return;
    event.preventDefault();
    const buttons = [...box.querySelectorAll("button")];
    buttons[buttons.indexOf(event.target) + step]?.focus();
  });
  box.addEventListener("focusin", (event) => {
    for (const button of box.querySelectorAll("button")) button.tabIndex = button === event.target ? 0 : -1;
  });
}
function hint() { // words for the device in the hand
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const words = isTouched
    ? ["Tap a person to see what they do. Drag the map to move it, pinch to zoom, tap twice for all of it."]
    : ["Click a person to see what they do. Drag the map to move it, turn the wheel to zoom. ",
      element("kbd", "Space"), " plays, ", element("kbd", "?"), " lists the keys."];
  $("hint").replaceChildren(...words);
}
async function open() {
  const isLink = location.hash.includes("tick=");
  const data = $("data") ? await readData($("data").textContent) : null;
  sources = data ? data.runs.map((run) => new FrozenSource(run)) : await openLive();
  const [{ facts, isLive, mayAct, view }] = sources;
  at = isLive ? last() : clamp(data.start, first(), last());
  isNewest = isLive;
  const canvases = [$("map"), $("other")];
  $("beside").hidden = sources.length < 2;
  const moved = () => tellFollow();
  views = sources.map((source, side) => new MapView(canvases[side], source, { picked: select, moved }));
  document.title = $("title").textContent = $("title").title = printable(facts.name);
  document.body.style.setProperty("--aspect", view[2] / view[3]);
  $("act").hidden = !mayAct;
  $("newest").hidden = $("style").hidden = !isLive;
  $("transport").hidden = $("track").hidden = first() === last() && !isLive;
  begin(data);
  tellFollow();
  bind();
  hint();
  await show(at);
  await openMoment();
  if (isLive) {
    if (facts.beside && !isLink) goToDivergence();
    sources[0].listen(hear, notice);
    sources[1]?.listen((note) => ["tick", "again"].includes(note.type) && hear(note), notice);
  }
  else if (data.plays && !isLink && !isStill()) play(true);
  paintBars();
}
function begin(data) { // names of the runs, and what the file says of itself
  const names = data ? data.names : sources.map((source) => source.facts.run);
  for (const [place, side] of ["side-a", "side-b"].entries()) {
    $(side).hidden = sources.length < 2;
    $(side).textContent = printable(`${side.slice(-1).toUpperCase()}: ${names?.[place] ?? ""}`);
  }
  if (!data) return;
  $("recipe").hidden = !data.recipe;
  $("recipe").querySelector("code").textContent = printable(data.recipe);
  $("speed").value = data.speed;
  if (!data.follow) { if (data.plays) for (const view of views) view.isAtTalk = true; return; }
  selected = data.follow;
  for (const view of views) Object.assign(view, { selected, isFollowing: true });
}
async function goToDivergence() { // unless somebody has gone elsewhere meanwhile
  try {
    const { tick } = await sources[0].ask("/divergence");
    if (tick !== null && isNewest) seek(tick);
  } catch (error) { notice(error.message); }
}
async function openLive() {
  const source = await new LiveSource().open(), found = [source];
  if (source.facts.beside) found.push(await new LiveSource("/beside").open());
  return found;
}
open().catch((error) => notice(error.message));
