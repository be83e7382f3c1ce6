// Where the page gets a run from: the file that it is in, or the server that sent it.
"use strict";
const $ = (id) => document.getElementById(id);
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
// what would turn the direction of writing or hide text; lines and tabs stay
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const printable = (text) => String(text).replace(UNSAFE, "\ufffd");

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = printable(text);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

async function readData(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

function keepCells(map, fresh) { // the distinct cells of a map, which become more
  map.columns = fresh.columns;
  map.cells.push(...fresh.cells);
  Object.assign(map.glyphs, fresh.glyphs);
}
const noCells = () => ({ columns: 2, cells: [], glyphs: {} });

const KEEP = 64; // a whole copy of the cells is kept of every so many frames

class FrozenSource {
  constructor(run) {
    this.facts = run.facts;
    this.every = run.every;
    this.first = run.facts.first_tick;
    this.last = run.facts.last_tick;
    this.view = run.facts.view;
    this.map = run.map;
    this.told = run.lines;
    this.parts = run.parts || {};
    this.isLive = this.mayAct = false;
    this.changes = run.frames.map((frame) => frame.cells);
    this.frames = this.wholeFrames(run.frames);
    this.kept = [];
    this.cellsNow = new Uint32Array(this.view[2] * this.view[3]);
    this.cellsAt = -1;
  }
  wholeFrames(changes) {
    let agents = new Map();
    return changes.map((frame) => {
      agents = new Map([...agents].map(([id, one]) => [id, one]));
      for (const one of frame.agents) agents.set(one.agent_id, one);
      for (const id of frame.gone || []) agents.delete(id);
      return { ...frame, agents };
    });
  }
  index(tick) {
    return clamp(Math.floor((tick - this.first) / this.every), 0, this.frames.length - 1);
  }
  async frame(tick) { return this.frames[this.index(tick)]; }
  async cells(tick) {
    const wanted = this.index(tick);
    if (wanted < this.cellsAt) {
      const from = Math.floor(wanted / KEEP);
      this.cellsNow = this.kept[from].slice();
      this.cellsAt = from * KEEP;
    }
    while (this.cellsAt < wanted) this.stepCells();
    return this.cellsNow;
  }
  stepCells() {
    const changes = this.changes[++this.cellsAt];
    let place = 0;
    for (let i = 0; i < changes.length; i += 2) this.cellsNow[(place += changes[i])] = changes[i + 1];
    if (this.cellsAt % KEEP === 0) this.kept[this.cellsAt / KEEP] = this.cellsNow.slice();
  }
  async lines() { return this.told; }
  async spans() { // of the timeline: one for each frame, whose lines are told
    return this.frames.map(({ tick, dark, timestamp }) => (
      { start: tick, end: tick + this.every - 1, darkness: dark, timestamp, lines: 0, people: [] }));
  }
  has(who, part) { return part === "card" || Boolean(this.parts[who] && this.parts[who][part]); }
  async part(who, part, tick) { // what was kept last up to a tick
    const kept = ((this.parts[who] || {})[part] || []).filter(([at]) => at <= tick);
    if (!kept.length) throw new Error("Nothing yet.");
    return kept[kept.length - 1][1];
  }
}

const API = "/api/v1";
const NEWEST_LINES = 240; // ticks of which the transcript tells
const DARKEST = 6; // how dark it is at night
const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], HOURS = 60, DAYS = 24 * HOURS;
const two = (number) => String(number).padStart(2, "0");
const timestamp = (minute) => `${WEEK[Math.floor(minute / DAYS) % 7]} ${two(Math.floor(minute / HOURS) % 24)}:${two(minute % HOURS)}`;

class LiveSource {
  constructor(prefix = "") {
    this.prefix = prefix;
    this.every = 1;
    this.isLive = true;
    this.style = "pixels";
    this.map = noCells();
    this.seen = new Map(); // the newest frames
  }
  async ask(path, options) {
    const answer = await fetch(this.prefix + API + path, options);
    const isJson = (answer.headers.get("content-type") || "").includes("json");
    const body = isJson ? await answer.json() : await answer.text();
    if (!answer.ok) throw new Error([body.title, body.detail, body.fix].filter(Boolean).join(": "));
    return body;
  }
  async open() {
    this.facts = await this.ask("/world");
    this.first = this.facts.first_tick;
    this.last = this.facts.last_tick;
    this.view = [0, 0, ...this.facts.size];
    this.mayAct = this.facts.may_act;
    return this;
  }
  keep(frame) {
    if (this.seen.size > 64) this.seen.delete(this.seen.keys().next().value);
    const whole = { ...frame, agents: new Map(frame.agents.map((one) => [one.agent_id, one])) };
    this.seen.set(frame.tick, whole);
    return whole;
  }
  async frame(tick) {
    return this.seen.get(tick) || this.keep(await this.ask(`/ticks/${tick}`));
  }
  async cells(tick) {
    const map = this.map;
    const found = await this.ask(`/ticks/${tick}/cells?style=${this.style}&known=${map.cells.length}`);
    if (found.known === map.cells.length) keepCells(map, found);
    return found.numbers;
  }
  setStyle(style) {
    this.style = style;
    this.map = noCells();
  }
  async lines(tick) {
    return this.ask(`/transcript?tick=${tick}&ticks=${NEWEST_LINES}`);
  }
  async spans(columns) { // of the timeline: what happened in so many ticks each, of the whole run
    const every = Math.ceil((this.last - this.first + 1) / columns), kept = this.spansKept;
    if (kept && kept.every === every && this.last - kept.last < NEWEST_LINES / 2) return kept.spans;
    this.spansAsked ??= this.askSpans(every).finally(() => { this.spansAsked = null; });
    return this.spansAsked;
  }
  async askSpans(every) {
    const path = "/reports/timeline?", last = this.last;
    const [counted, talks] = await Promise.all([this.ask(`${path}every=${every}`), this.ask(`${path}talks=true`)]);
    const spans = counted.map(({ start, end, minute, night, counts }) => ({
      start, end, darkness: night ? DARKEST : 0, timestamp: timestamp(minute), lines: counts.said + counts.failures,
      people: talks.filter(([from, to]) => from <= end && to >= start).flatMap(([, , who]) => who),
    }));
    this.spansKept = { every, last, spans };
    return spans;
  }
  has() { return true; }
  async part(who, part, tick, query) {
    const place = `/agents/${encodeURIComponent(who)}`;
    if (part === "card") return (await this.ask(`${place}?tick=${tick}`)).card;
    if (part === "why") return this.ask(`${place}/why?form=text&tick=${tick}`);
    const asked = query ? `&query=${encodeURIComponent(query)}` : "";
    const found = await this.ask(`${place}/${part}?tick=${tick}${asked}`);
    return part === "memories" ? (found[0] || { memories: [] }).memories : found;
  }
  order(words) {
    return this.ask("/inputs", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(words),
    });
  }
  listen(heard, told) {
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${protocol}://${location.host}${this.prefix}${API}/stream?mode=newest`);
    let agents = new Map();
    socket.onmessage = ({ data }) => {
      const note = JSON.parse(data);
      if (note.type !== "tick" && note.type !== "change") { heard(note); return; }
      if (note.type === "tick") agents = new Map();
      for (const one of agents.values()) one.dialogue = null;
      for (const one of note.agents) agents.set(one.agent_id, { ...one });
      for (const id of note.gone || []) agents.delete(id);
      this.last = note.tick;
      const copies = [...agents.values()].map((one) => ({ ...one }));
      heard(this.keep({ ...note, type: "tick", agents: copies }));
    };
    socket.onopen = () => { told(""); if (this.wasAway) heard({ type: "again" }); };
    socket.onclose = () => { // who answers next may number the cells otherwise
      this.wasAway = true;
      this.map = noCells();
      told("The connection ended; trying again.");
      setTimeout(() => this.listen(heard, told), 1000);
    };
  }
}
