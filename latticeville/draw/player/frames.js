// What a page is told, and its frames: numbers that change from frame to frame.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const FIELDS = 4, KEEP = 64;
const cellCount = data.width * data.height, count = data.frames.length;
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

// `now` holds the numbers of frame `at`; a whole copy is kept of every KEEPth frame
const size = cellCount + data.people.length * FIELDS;
const kept = [];
let now = new Uint32Array(size), at = -1;
function apply(frame) {
  let place = 0;
  for (let i = 0; i < frame.changes.length; i += 2) {
    place += frame.changes[i];
    now[place < data.people_at ? place : place - data.people_at + cellCount] = frame.changes[i + 1];
  }
}
function goTo(index) {
  if (index < at || index > at + KEEP) {
    const from = Math.min(Math.floor(index / KEEP), kept.length - 1);
    now = kept[from].slice();
    at = from * KEEP;
  }
  while (at < index) apply(data.frames[++at]);
}
for (let i = 0; i < count; i++) {
  apply(data.frames[i]);
  if (i % KEEP === 0) kept.push(now.slice());
}
at = count - 1;
const person = (number) => {
  const first = cellCount + number * FIELDS;
  const [x, y, doing, where] = now.subarray(first, first + FIELDS);
  return { x: x - 1, y: y - 1, doing: data.texts[doing], where: data.texts[where],
    isHere: where > 0, isSeen: x > 0 && y > 0 && x <= data.width && y <= data.height };
};
