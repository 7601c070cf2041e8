// The page: advances the tick, draws the town and fills the panels. `#t=120&who=mara` opens at a tick and a resident, `#t=120&day` with
// the evening page of that day, `#news=2&telling=3` with the second piece of news at its third telling.
"use strict";

const $ = id => document.getElementById(id);
const SPEEDS = [[1, "×1"], [3, "×3"], [6, "×6"], [15, "×15"], [60, "×60"], [240, "×240"]];
const BUBBLE = 5; // ticks
const TELLING_ZOOM = 3;
const state = { tick: 0, playing: true, speed: 6, zoom: 3, x: 0, y: 0, chosen: -1, follow: false, shown: "", story: 0, telling: -1 };
let data, art, brush;

function resize() {
  const ratio = devicePixelRatio || 1, canvas = $("town");
  canvas.width = innerWidth * ratio; canvas.height = innerHeight * ratio;
  brush = canvas.getContext("2d");
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
}

function middle() {
  const [tw, th] = data.map.tile;
  const fit = Math.min((innerWidth - 40) / (data.map.width * tw), (innerHeight - 110) / (data.map.height * th));
  state.zoom = Math.max(1, Math.min(4, Math.ceil(fit * 2) / 2));
  state.x = innerWidth / 2 - data.map.width * tw * state.zoom / 2;
  state.y = (innerHeight - 70) / 2 - data.map.height * th * state.zoom / 2;
}

function onScreen(at) {
  return [state.x + (at.x + .5) * data.map.tile[0] * state.zoom, state.y + at.y * data.map.tile[1] * state.zoom];
}

// Move the view towards a resident, by a part of the distance.
function centre(at, part) {
  if (!at) return;
  const [x, y] = onScreen(at);
  state.x += (innerWidth / 2 - x) * part; state.y += ((innerHeight - 70) / 2 - y) * part;
}

function draw() {
  const [tw, th] = data.map.tile, people = data.residents.map((_, i) => person(data, i, state.tick));
  if (state.follow) centre(people[state.chosen], .12);
  brush.imageSmoothingEnabled = false;
  brush.fillStyle = "#23262f"; brush.fillRect(0, 0, innerWidth, innerHeight);
  brush.save();
  brush.translate(Math.round(state.x), Math.round(state.y)); brush.scale(state.zoom, state.zoom);
  brush.drawImage(art.below, 0, 0);
  const order = people.map((at, i) => [at, i]).filter(([at]) => at).sort((a, b) => a[0].y - b[0].y);
  for (const [at, i] of order) paintPerson(brush, data.residents[i].look, at, at.x * tw + tw / 2 - 8, (at.y + 1) * th - 16, state.tick);
  brush.drawImage(art.above, 0, 0);
  brush.globalCompositeOperation = "multiply";
  brush.globalAlpha = .62 * darkness(data, state.tick); brush.fillStyle = "#4a5a9c";
  brush.fillRect(0, 0, art.below.width, art.below.height);
  brush.restore();
  for (const [at, i] of order) {
    const [x, y] = onScreen(at);
    if (state.zoom >= 1 || i === state.chosen) paintName(brush, data.residents[i].first, x, y + th * state.zoom + 12, i === state.chosen);
  }
  const told = telling();
  if (told && Math.floor(state.tick) === told[0]) for (const who of told[7]) {
    const ends = [told[6], who].map(slug => people[data.index.get(slug)]).filter(Boolean).map(onScreen);
    if (ends.length === 2) paintArrow(brush, ...ends, state.zoom);
  }
  const taken = [];
  for (const [i, text] of speech(data, state.tick, BUBBLE)) if (people[i]) {
    const [x, y] = onScreen(people[i]);
    taken.push(paintBubble(brush, text, x, y - 6 * state.zoom, taken));
  }
  return people;
}

function element(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

function choose(i) {
  if (i >= 0) $("evening").hidden = $("news").hidden = true;
  state.chosen = i; state.follow = i >= 0; state.shown = "";
  $("inspector").hidden = i < 0;
  [...$("roster").children].forEach((button, n) => button.classList.toggle("chosen", n === i));
}

// Panels change once per tick, not per frame.
function panels(people) {
  const tick = Math.floor(state.tick), key = tick + "/" + state.chosen + "/" + $("words").value;
  if (key === state.shown) return;
  state.shown = key;
  $("clock").textContent = clock(data, tick);
  $("time").value = tick;
  $("count").textContent = tick + " / " + data.last;
  [...$("roster").children].forEach((button, i) => { button.lastChild.textContent = people[i] ? people[i].activity : ""; });
  feed(tick);
  if (state.chosen >= 0) inspect(people[state.chosen], tick);
  [...$("tellings").children].forEach(row => {
    const i = Number(row.value), at = tellings()[i][0];
    row.classList.toggle("later", at > tick);
    row.classList.toggle("shown", i === state.telling && at === tick);
  });
  document.body.dataset.tick = tick;
}

function feed(tick) {
  const said = data.lines.slice(Math.max(0, lastAt(data.lines, tick) - 5), lastAt(data.lines, tick) + 1);
  const news = data.news.slice(Math.max(0, lastAt(data.news, tick) - 2), lastAt(data.news, tick) + 1);
  const rows = [...said.map(row => [...row, ""]), ...news.map(row => [...row, "news"])].sort((a, b) => a[0] - b[0]).slice(-7);
  $("feed").replaceChildren(...rows.map(([, who, text, kind]) => {
    const line = element("p", "", kind), i = data.index.get(who);
    line.append(element("b", i === undefined ? "" : data.residents[i].first + " "), text);
    return line;
  }));
}

function inspect(at, tick) {
  const who = data.residents[state.chosen], words = $("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  $("who").textContent = who.name; $("about").textContent = who.about;
  $("doing").textContent = at ? at.activity : "";
  $("where").textContent = at ? `${at.place} (tile ${Math.round(at.x)}, ${Math.round(at.y)})` : "";
  const all = data.memories[state.chosen], rows = [];
  for (let i = lastAt(all, tick); i >= 0 && rows.length < 200; i--)
    if (words.every(word => all[i][3].toLowerCase().includes(word))) rows.push(all[i]);
  $("memories").replaceChildren(...rows.map(([at, kind, importance, text]) => {
    const row = element("li", text, kind);
    row.append(element("small", clock(data, at) + " · " + kind + (importance ? " · " + importance : "")));
    return row;
  }));
}

// The evening page of the day at hand; a line goes to its moment.
function evening(open) {
  const tick = Math.floor(state.tick), day = data.evenings.find(([since, until]) => since <= tick && tick <= until);
  $("evening").hidden = !open;
  if (!open) return;
  choose(-1); $("news").hidden = true;
  $("date").textContent = clock(data, tick).split(",").slice(0, -1).join(",");
  $("told").replaceChildren(...(day ? day[2] : []).flatMap(([title, lines]) => [element("h3", title), ...lines.map(([at, who, text]) => {
    const line = element("button", text);
    line.prepend(element("small", clock(data, at).slice(-5)));
    line.onclick = () => {
      seek(at); play(false);
      if (data.index.has(who)) centre(person(data, data.index.get(who), at), 1);
    };
    return line;
  })]));
}

function tellings() { return data.stories.length ? data.stories[state.story][1] : []; }
function telling() { return $("news").hidden ? undefined : tellings()[state.telling]; }

// The tree of tellings of a piece of news: who told whom, in which words; a line goes to its moment.
function news(open) {
  $("news").hidden = !open || !data.stories.length;
  if ($("news").hidden) return;
  choose(-1); $("evening").hidden = true;
  $("story").value = state.story;
  state.telling = -1; state.shown = "";
  $("tellings").replaceChildren(...data.stories[state.story][2].map(i => {
    const [at, title, words, change, known, depth] = tellings()[i], line = element("button", title);
    line.value = i;
    line.style.marginLeft = Math.min(depth, 6) * 12 + "px"; line.style.width = "auto";
    line.prepend(element("small", clock(data, at).slice(0, 3) + clock(data, at).slice(-6)));
    if (words) line.append(element("i", "“" + words + "”"));
    line.append(element("em", change), element("small", known + " of " + data.residents.length + " know", "known"));
    line.onclick = () => tell(i);
    return line;
  }));
}

// Go to a telling, with those whom it is about in the middle.
function tell(i) {
  const told = tellings()[i];
  if (!told) return;
  state.telling = i; state.shown = "";
  seek(told[0]); play(false);
  if (state.zoom < TELLING_ZOOM) zoom(TELLING_ZOOM / state.zoom, 0, 0);
  centre(person(data, data.index.get(told[7][0]), told[0]), 1);
  [...$("tellings").children].find(row => Number(row.value) === i).scrollIntoView({ block: "nearest" });
}

let before = 0;
function frame(now) {
  if (state.playing) {
    state.tick = Math.min(data.last, state.tick + Math.min(now - before, 200) / 1000 * state.speed);
    if (state.tick >= data.last) play(false);
  }
  before = now;
  panels(draw());
  requestAnimationFrame(frame);
}

function play(on) {
  if (on && state.tick >= data.last) state.tick = 0;
  state.playing = on;
  $("play").textContent = on ? "❚❚" : "▶";
}

function seek(tick) { state.tick = Math.max(0, Math.min(data.last, tick)); }

function zoom(factor, x, y) {
  const next = Math.max(.5, Math.min(8, state.zoom * factor));
  state.x = x - (x - state.x) * next / state.zoom; state.y = y - (y - state.y) * next / state.zoom;
  state.zoom = next;
}

function hit(x, y) {
  return data.residents.findIndex((_, i) => {
    const at = person(data, i, state.tick);
    if (!at) return false;
    const [px, py] = onScreen(at);
    return Math.abs(px - x) < 9 * state.zoom && Math.abs(py + 4 * state.zoom - y) < 13 * state.zoom;
  });
}

function listen() {
  const canvas = $("town");
  let held = null;
  canvas.onpointerdown = e => { held = { x: e.clientX, y: e.clientY, moved: 0 }; canvas.setPointerCapture(e.pointerId); };
  canvas.onpointermove = e => {
    if (!held) return;
    state.x += e.clientX - held.x; state.y += e.clientY - held.y;
    held.moved += Math.abs(e.clientX - held.x) + Math.abs(e.clientY - held.y);
    if (held.moved > 4) { state.follow = false; canvas.classList.add("drag"); }
    held.x = e.clientX; held.y = e.clientY;
  };
  canvas.onpointerup = e => { if (held && held.moved < 5) choose(hit(e.clientX, e.clientY)); held = null; canvas.classList.remove("drag"); };
  canvas.onwheel = e => { e.preventDefault(); zoom(e.deltaY < 0 ? 1.25 : .8, e.clientX, e.clientY); };
  $("play").onclick = () => play(!state.playing);
  $("speed").onchange = e => { state.speed = Number(e.target.value); };
  $("time").oninput = e => seek(Number(e.target.value));
  $("shut").onclick = () => choose(-1);
  $("day").onclick = () => evening($("evening").hidden);
  $("over").onclick = () => evening(false);
  $("spread").onclick = () => news($("news").hidden);
  $("unsaid").onclick = () => news(false);
  $("story").onchange = e => { state.story = Number(e.target.value); news(true); };
  onresize = resize;
  onkeydown = e => {
    if (e.target.tagName === "SELECT" || e.target.tagName === "INPUT" && e.target.type === "search") return;
    const does = {
      " ": () => play(!state.playing), ".": () => seek(Math.floor(state.tick) + 1), ",": () => seek(Math.ceil(state.tick) - 1),
      ArrowLeft: () => { if ($("news").hidden) state.x += 60; else tell(state.telling - 1); },
      ArrowRight: () => { if ($("news").hidden) state.x -= 60; else tell(state.telling + 1); }, ArrowUp: () => { state.y += 60; },
      ArrowDown: () => { state.y -= 60; }, Escape: () => { choose(-1); evening(false); news(false); }, k: () => news($("news").hidden),
      v: () => evening($("evening").hidden), "+": () => zoom(1.25, innerWidth / 2, innerHeight / 2),
      "-": () => zoom(.8, innerWidth / 2, innerHeight / 2),
    }[e.key];
    if (does) { e.preventDefault(); does(); }
  };
}

// Marks above the time line: talk in green, news in gold; at most one per pixel.
function marks() {
  const seen = new Set(), found = [];
  for (const [rows, kind] of [[data.news, "news"], [data.lines, ""]]) for (const [tick] of rows) {
    const place = Math.round(tick / Math.max(data.last, 1) * 600);
    if (seen.has(place)) continue;
    seen.add(place);
    const mark = element("i", "", kind);
    mark.style.left = place / 6 + "%";
    found.push(mark);
  }
  $("marks").replaceChildren(...found);
}

async function open() {
  data = await unpack(PACKED);
  data.index = new Map(data.residents.map((who, i) => [who.slug, i]));
  art = await paintMap(data.map);
  document.title = $("title").textContent = data.scenario || data.name;
  $("time").max = data.last;
  $("speed").replaceChildren(...SPEEDS.map(([value, label]) => Object.assign(element("option", label), { value })));
  $("speed").value = state.speed;
  $("roster").replaceChildren(...data.residents.map((who, i) => {
    const button = element("button", who.name);
    button.append(element("small", ""));
    button.onclick = () => choose(i);
    return button;
  }));
  $("spread").hidden = !data.stories.length;
  $("story").replaceChildren(...data.stories.map(([text], i) => Object.assign(element("option", text), { value: i })));
  resize(); middle(); listen(); marks();
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("t")) { seek(Number(asked.get("t")) || 0); play(false); } else play(true);
  if (asked.has("who") && data.index.has(asked.get("who"))) {
    choose(data.index.get(asked.get("who")));
    centre(person(data, state.chosen, state.tick), 1);
  }
  if (asked.has("day")) evening(true);
  if (asked.has("news") && data.stories[asked.get("news") - 1]) {
    state.story = asked.get("news") - 1;
    news(true); tell(asked.get("telling") - 1);
  }
  panels(draw());
  document.body.dataset.state = "ready";
  requestAnimationFrame(now => { before = now; frame(now); });
}

open().catch(error => { document.body.dataset.state = "failed"; document.body.append(element("pre", String(error))); });
