// The page over /api/v1: it shows a tick, follows the newest, and lets who may act act.
const $ = (id) => document.getElementById(id);
const API = "/api/v1";
const MOST_LINES = 600;
const state = { world: null, newest: 0, shown: null, live: true, agents: new Map(), who: "", part: "card", rate: 0 };

async function ask(path, options) {
  const answer = await fetch(API + path, options);
  const body = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error([body.title, body.detail, body.fix].filter(Boolean).join(": "));
  return body;
}

async function text(path) {
  const answer = await fetch(API + path);
  if (!answer.ok) throw new Error((await answer.json()).title);
  return answer.text();
}

function tell(error) { $("told").textContent = error ? String(error.message || error) : ""; }

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// One picture at a time; the newest one that was wanted meanwhile comes next.
let wanted = null, isDrawing = false;
function draw(tick) {
  wanted = tick;
  if (isDrawing) return;
  isDrawing = true;
  const image = new Image();
  const next = wanted;
  const done = () => {
    isDrawing = false;
    if (image.naturalWidth) {
      $("frame").src = image.src;
      $("frame").width = pictureWidth(image);
      $("frame").alt = `The map at tick ${next}`;
      drawBubbles();
    }
    if (wanted !== next) draw(wanted);
  };
  image.onload = image.onerror = done;
  image.src = `${API}/ticks/${next}/frame.${$("style").value === "pixels" ? "png?style=pixels" : "svg"}`;
}

function pictureWidth(image) {
  const zoom = $("zoom").value;
  return zoom === "fit" ? $("picture").clientWidth : Math.round(image.naturalWidth * Number(zoom));
}

function drawBubbles() {
  const [width, height] = state.world.size;
  const cell = { x: $("frame").clientWidth / width, y: $("frame").clientHeight / height };
  const talking = [...state.agents.values()].filter((one) => one.dialogue);
  $("bubbles").replaceChildren(...talking.map((one) => {
    const bubble = element("span", one.dialogue, { class: "bubble" });
    bubble.style.left = `${(one.position[0] + 0.5) * cell.x}px`;
    bubble.style.top = `${one.position[1] * cell.y}px`;
    return bubble;
  }));
  const focus = $("follow").checked ? talking[0] : state.agents.get(state.who);
  if (focus) $("picture").scrollTo({
    left: focus.position[0] * cell.x - $("picture").clientWidth / 2,
    top: focus.position[1] * cell.y - $("picture").clientHeight / 2,
  });
}

function showFrame(frame) {
  if (frame.type === "tick") state.agents = new Map(frame.agents.map((one) => [one.agent_id, one]));
  else {
    for (const one of state.agents.values()) one.dialogue = null;
    for (const one of frame.agents) state.agents.set(one.agent_id, one);
    for (const one of frame.gone) state.agents.delete(one);
  }
  state.shown = frame.tick;
  $("when").textContent = `${frame.timestamp} · tick ${frame.tick}${frame.weather ? ` · ${frame.weather}` : ""}`;
  $("tick").value = frame.tick;
  draw(frame.tick);
  showPeople();
  if (state.who && (frame.type === "tick" || state.part === "card")) showPart();
}

function showPeople() {
  const focused = document.activeElement?.dataset?.who;
  $("list").replaceChildren(...[...state.agents.values()].map((one) => {
    const button = element("button", "", { "data-who": one.agent_id, "aria-current": String(one.agent_id === state.who) });
    button.append(element("span", `${one.emoji} ${state.world.people[one.agent_id] ?? one.agent_id} `), element("small", one.current_action));
    button.onclick = () => select(one.agent_id);
    const item = element("li");
    item.append(button);
    return item;
  }));
  if (focused) $("list").querySelector(`[data-who="${CSS.escape(focused)}"]`)?.focus();
}

function addLines(frame) {
  const list = $("lines");
  for (const event of frame.events) {
    const line = element("li", undefined, event.minor ? { class: "minor" } : {});
    const words = element("span", event.text + (event.refused ? "  (refused)" : ""));
    line.append(element("time", frame.timestamp), words);
    list.prepend(line);
  }
  while (list.children.length > MOST_LINES) list.lastChild.remove();
}

function select(who) {
  state.who = who;
  $("card").hidden = false;
  $("name").textContent = state.world.people[who];
  remember();
  showPeople();
  showPart();
}

function remember() {
  const where = new URLSearchParams();
  if (!state.live) where.set("tick", state.shown);
  if (state.who) where.set("who", state.who);
  history.replaceState(null, "", where.size ? `/#${where}` : "/");
}

function table(heads, rows) {
  const made = element("table"), head = element("tr");
  head.append(...heads.map((one) => element("th", one)));
  made.append(head, ...rows.map((row) => {
    const line = element("tr");
    line.append(...row.map((one) => element("td", one)));
    return line;
  }));
  return made;
}

const PARTS = {
  card: async (who, tick) => element("pre", (await ask(`/agents/${who}?tick=${tick}`)).card),
  why: async (who, tick) => element("pre", await text(`/agents/${who}/why?form=text&tick=${tick}`)),
  beliefs: async (who, tick) => table(["", "", "what they believe"], (await ask(`/agents/${who}/beliefs?tick=${tick}`))
    .filter((one) => one.match !== "same").map((one) => [one.name, one.match, one.told])),
  memories: async (who, tick) => {
    const query = $("query").value ? `&query=${encodeURIComponent($("query").value)}` : "";
    const found = await ask(`/agents/${who}/memories?tick=${tick}${query}`);
    const list = element("ul", undefined, { class: "memories" });
    list.append(...(found[0]?.memories ?? []).map((one) => {
      const item = element("li", one.text);
      const parts = Object.entries(one.normal).map(([part, value]) => `${part} ${value.toFixed(2)}`);
      item.append(element("small", `${one.score.toFixed(3)} = ${parts.join(" · ")}; ${one.when}`));
      return item;
    }));
    return list;
  },
};

async function showPart() {
  const { who, part, shown } = state;
  for (const one of document.querySelectorAll("[data-part]")) one.setAttribute("aria-current", String(one.dataset.part === part));
  $("ask").hidden = part !== "memories";
  let made;
  try { made = await PARTS[part](who, shown); } catch (error) { made = element("p", error.message); }
  if (who === state.who && part === state.part && shown === state.shown) $("part").replaceChildren(made);
}

async function go(tick) {
  state.live = tick >= state.newest;
  $("live").setAttribute("aria-pressed", String(state.live));
  try { showFrame(await ask(`/ticks/${Math.max(0, Math.min(tick, state.newest))}`)); tell(); } catch (error) { tell(error); }
  remember();
}

async function act(words) {
  try {
    const done = await ask("/inputs", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(words) });
    state.rate = done.rate;
    $("play").setAttribute("aria-pressed", String(done.rate > 0));
    $("play").textContent = done.rate > 0 ? "pause" : "play";
    tell(done.branch ? `the branch is ${done.branch}` : "");
  } catch (error) { tell(error); }
}

function listen() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${API}/stream?mode=newest`);
  socket.onmessage = ({ data }) => {
    const note = JSON.parse(data);
    if (note.type === "actor") { $("actor").textContent = note.name ? `${note.name} acts` : ""; return; }
    if (note.type === "seek") { go(note.tick); return; }
    state.newest = note.tick;
    $("tick").max = note.tick;
    addLines(note);
    if (state.live) showFrame(note);
  };
  socket.onclose = () => { tell("the connection ended; trying again"); setTimeout(listen, 1000); };
  socket.onopen = () => tell();
}

function bind() {
  $("back").onclick = () => go(state.shown - 1);
  $("forward").onclick = () => go(state.shown + 1);
  $("live").onclick = () => go(state.newest);
  $("tick").oninput = () => go(Number($("tick").value));
  $("zoom").onchange = $("style").onchange = () => draw(state.shown);
  $("walks").onchange = () => $("lines").classList.toggle("walks", $("walks").checked);
  $("step").onclick = () => act({ do: "step" });
  $("play").onclick = () => act(state.rate > 0 ? { do: "pause" } : { do: "play", rate: Number($("rate").value) });
  $("rate").onchange = () => state.rate > 0 && act({ do: "play", rate: Number($("rate").value) });
  $("fork").onclick = () => act({ do: "fork", tick: state.shown });
  $("act").onsubmit = (event) => { event.preventDefault(); if ($("god").value) act({ do: "event", text: $("god").value }); $("god").value = ""; };
  $("ask").onsubmit = (event) => { event.preventDefault(); showPart(); };
  for (const one of document.querySelectorAll("[data-part]")) one.onclick = () => { state.part = one.dataset.part; showPart(); };
  document.onkeydown = (event) => {
    if (["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName)) return;
    const key = { ArrowLeft: "back", ArrowRight: "forward", End: "live", " ": "play" }[event.key];
    if (key) { event.preventDefault(); $(key).click(); }
  };
}

async function open() {
  state.world = await ask("/world");
  document.title = `${state.world.name} · Latticeville`;
  $("world").textContent = state.world.name;
  state.newest = state.world.last_tick;
  $("tick").max = state.newest;
  $("act").hidden = !state.world.may_act;
  bind();
  const where = new URLSearchParams(location.hash.slice(1));
  if (where.has("tick")) { state.live = false; await go(Number(where.get("tick"))); } else await go(state.newest);
  if (state.world.people[where.get("who")]) select(where.get("who"));
  listen();
}

open().catch(tell);
