// The people: who there is, and what is known of the selected one.
const chips = new Map(); // id: button
let part = ""; // what of the selected person is open

function paintFace(canvas, coded) {
  const pen = canvas.getContext("2d");
  canvas.width = canvas.height = 8;
  if (coded) pen.drawImage(pixelImage(coded), 0, 0);
}
function makeChip(id) {
  const { badge, color, face } = views[0].looks(id), chip = element("button");
  const portrait = element("canvas", undefined, { "aria-hidden": "true" });
  paintFace(portrait, face);
  chip.append(portrait, printable(badge));
  chip.title = printable(sources[0].facts.people[id] || id);
  chip.setAttribute("aria-label", chip.title);
  chip.style.background = color;
  chip.tabIndex = chips.size ? -1 : 0;
  chip.onclick = () => select(id === selected ? "" : id);
  chips.set(id, chip);
  $("people").append(chip);
}
function select(id) {
  selected = id;
  for (const view of views) {
    view.selected = id;
    const one = view.people.get(id);
    if (!id) view.isFollowing = false;
    else if (one) showOnMap(view, one);
    view.look();
  }
  if (!id) { $("only").checked = false; part = ""; }
  tellFollow();
  chips.get(id)?.scrollIntoView({ block: "nearest" });
  tellPerson();
  tellLines();
  paintBars();
  remember();
}
function showOnMap(view, one) {
  const centre = view.centreOf(one.to), [x, y] = view.toScreen(centre.x, centre.y);
  if (x > 0 && y > 0 && x < view.canvas.width && y < view.canvas.height) return;
  Object.assign(view.camera, centre, { isWhole: false });
}
function selectNext(step) {
  const here = [...chips.keys()].filter((id) => frames[0].agents.has(id));
  if (!here.length) return;
  const place = here.indexOf(selected), next = place < 0 && step < 0 ? here.length - 1 : place + step;
  select(here[(next + here.length) % here.length]);
}
function follow(wanted) {
  if (wanted && !selected) selectNext(1);
  for (const view of views) {
    view.isAtTalk = false;
    view.isFollowing = wanted && Boolean(selected);
    if (view.isFollowing) view.setZoom(Math.max(view.camera.zoom, 2 * devicePixelRatio));
    view.look();
  }
  tellFollow();
}
function goToTalk(wanted) {
  for (const view of views) Object.assign(view, { isAtTalk: wanted, isFollowing: false });
  tellFollow();
}
function tellFollow() {
  $("follow").checked = views[0].isFollowing;
  $("talk").checked = views[0].isAtTalk;
}
function tellPeople() {
  for (const frame of frames) for (const id of frame.agents.keys()) if (!chips.has(id)) makeChip(id);
  for (const [id, chip] of chips) {
    chip.setAttribute("aria-pressed", id === selected);
    chip.classList.toggle("away", !frames[0].agents.has(id));
    chip.classList.toggle("differs", views[0].differing.has(id));
  }
}
const doingOf = (agent) => (agent ? `${agent.emoji} ${agent.current_action}`.trim() || "nothing yet" : "not here");
const placeOf = (agent) => (agent ? sources[0].facts.places[agent.area] || agent.area : "");
function tellPerson() {
  tellPeople();
  $("hint").hidden = Boolean(selected);
  $("person").hidden = !selected;
  if (!selected) return;
  const [one, other] = frames.map((frame) => frame.agents.get(selected)), source = sources[0];
  const write = (id, text) => { $(id).textContent = $(id).title = printable(text); };
  write("name", source.facts.people[selected] || selected);
  write("doing", doingOf(one));
  write("where", [placeOf(one), one?.current_plan_item ? `plan: ${one.current_plan_item}` : ""].filter(Boolean).join(" · "));
  const differs = views.length > 1 && views[0].differing.has(selected);
  write("doing-b", differs ? `B: ${doingOf(other)} · ${placeOf(other)}` : "");
  if ($("face").dataset.who !== selected) paintFace($("face"), views[0].looks(selected).face);
  $("face").dataset.who = selected;
  for (const button of document.querySelectorAll("[data-part]")) {
    button.hidden = !source.has(selected, button.dataset.part) || (!source.isLive && button.dataset.part === "card");
    button.setAttribute("aria-current", String(button.dataset.part === part));
  }
  tellPart();
}
function openPart(name) {
  part = part === name ? "" : name;
  tellPerson();
}
const SHOWN = {
  card: (text) => element("pre", text),
  why: (text) => element("pre", text),
  beliefs: (rows) => table(["what", "", "what they believe"],
    rows.filter((one) => one.match !== "same").map((one) => [one.name, one.match, one.told])),
  memories: (rows) => {
    const list = element("ul");
    list.append(...rows.map((one) => {
      const item = element("li", one.text);
      const scores = Object.entries(one.normal).map(([name, value]) => `${name} ${value.toFixed(2)}`);
      item.append(element("small", `${one.score.toFixed(3)} = ${scores.join(" · ")}; ${one.when}`));
      return item;
    }));
    return list;
  },
};
function table(heads, rows) {
  const made = element("table"), head = element("tr");
  head.append(...heads.map((one) => (one ? element("th", one) : element("td"))));
  made.append(head, ...rows.map((row) => {
    const line = element("tr");
    line.append(...row.map((one) => element("td", one)));
    return line;
  }));
  return made;
}
async function tellPart() {
  const asked = { who: selected, part, at };
  $("part").hidden = !part;
  $("ask").hidden = part !== "memories" || !sources[0].isLive;
  if (!part) return;
  let made;
  try {
    made = SHOWN[part](await sources[0].part(selected, part, at, $("query").value));
  } catch (error) { made = element("p", error.message); }
  if (asked.who === selected && asked.part === part && asked.at === at) $("part").replaceChildren(made);
}
