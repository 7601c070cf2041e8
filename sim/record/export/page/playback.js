// The state of the town as functions of the tick. Knows nothing of pixels or panels.
"use strict";

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// The index of the last row whose first member (a tick) is not after `tick`; -1 if there is none (binary search).
function lastAt(rows, tick) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] <= tick) low = middle + 1; else high = middle;
  }
  return low - 1;
}

function turned(from, to) {
  const dx = to[0] - from[0], dy = to[1] - from[1];
  if (!dx && !dy) return "";
  return Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? "right" : "left") : (dy > 0 ? "down" : "up");
}

// Where resident i is at a tick (fractions allowed): {x, y, facing, walking, activity, place, asleep}; null before the first move.
function person(data, i, tick) {
  const m = lastAt(data.moves[i], tick);
  if (m < 0) return null;
  const [since, speed, path] = data.moves[i][m];
  const a = lastAt(data.acts[i], tick), act = a < 0 ? [0, "", "", false, ""] : data.acts[i][a];
  const last = path.length - 1, gone = Math.min((tick - since) * speed, last), step = Math.floor(gone);
  const from = path[step], to = path[Math.min(step + 1, last)], walking = gone < last;
  const stairs = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) > 1;  // nobody is drawn on stairs
  const part = stairs ? 0 : gone - step;
  const ahead = Math.min(step, Math.max(last - 1, 0));
  let facing = turned(path[ahead], path[Math.min(ahead + 1, last)]) || "down";
  if (!walking && act[4] && act[0] >= since) facing = act[4];
  return {
    x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part,
    facing, walking, activity: act[1], place: act[2], asleep: act[3],
  };
}

// What residents are saying: index -> text, for lines younger than `span` ticks.
function speech(data, tick, span) {
  const found = new Map();
  for (let i = lastAt(data.lines, tick); i >= 0 && data.lines[i][0] > tick - span; i--) {
    const who = data.index.get(data.lines[i][1]);
    if (who !== undefined && !found.has(who)) found.set(who, data.lines[i][2]);
  }
  return found;
}

function moment(data, tick) {
  return new Date(Date.parse(data.start + "Z") + tick * data.seconds * 1000);
}

function clock(data, tick) {
  const date = moment(data, tick), day = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return date.toLocaleDateString("en-GB", day) + ", " + date.toISOString().slice(11, 16);
}

// Darkness from 0 (day) to 1 (night).
function darkness(data, tick) {
  const date = moment(data, tick), hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const from_noon = Math.abs(hour - 13);
  return Math.min(1, Math.max(0, (from_noon - 5.5) / 3.5));
}
