// Draws the town on a canvas, from the states that `playback.js` gives. Changes no state.
"use strict";

const SKINS = ["#f2cfa8", "#e0ad7e", "#c98f62", "#9a6642", "#6f4630", "#f7dcc3"];
const HAIRS = ["#3b2a20", "#6b4428", "#a8733c", "#d8b05a", "#8a8680", "#b5482f", "#1f1c22", "#e8e0d0"];
const CLOTHES = ["#b5564c", "#4f7ca8", "#5f8f5a", "#c9973f", "#7d5a94", "#3f8f8a", "#a86a48", "#66707f", "#c47a94", "#8f9a4a"];

function picture(url) {
  return new Promise(resolve => {
    if (!url) return resolve(null);
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

// Two canvases in map pixels: the layers below residents and the layers above them.
async function paintMap(map) {
  for (const set of map.sets) set.picture = await picture(set.image);
  const [below, above] = [false, true].map(over => {
    const canvas = document.createElement("canvas");
    canvas.width = map.width * map.tile[0];
    canvas.height = map.height * map.tile[1];
    const brush = canvas.getContext("2d");
    if (!over) meadow(brush, map);
    for (const layer of map.layers) if (layer.over === over) paintLayer(brush, map, layer.data);
    return canvas;
  });
  return { below, above };
}

function meadow(brush, map) {
  for (let y = 0; y < map.height; y++) for (let x = 0; x < map.width; x++) {
    brush.fillStyle = (x * 7 + y * 13) % 5 ? "#6f9a5b" : "#6a9457";
    brush.fillRect(x * map.tile[0], y * map.tile[1], map.tile[0], map.tile[1]);
  }
}

function paintLayer(brush, map, tiles) {
  for (let i = 0; i < tiles.length; i++) {
    const gid = tiles[i] % 0x10000000;
    const set = gid && map.sets.findLast(one => one.first <= gid);
    if (!set || !set.picture || !set.columns) continue;
    paintTile(brush, map, set, gid - set.first, tiles[i], i % map.width, Math.floor(i / map.width));
  }
}

function paintTile(brush, map, set, id, gid, x, y) {
  const [w, h] = set.size, [tw, th] = map.tile;
  const sx = set.margin + (id % set.columns) * (w + set.spacing), sy = set.margin + Math.floor(id / set.columns) * (h + set.spacing);
  brush.save();
  brush.translate(x * tw + w / 2, (y + 1) * th - h / 2);
  brush.scale(gid & 0x80000000 ? -1 : 1, gid & 0x40000000 ? -1 : 1);
  if (gid & 0x20000000) brush.transform(0, 1, 1, 0, 0, 0);
  brush.drawImage(set.picture, sx, sy, w, h, -w / 2, -h / 2, w, h);
  brush.restore();
}

// One resident in map pixels, their feet on the tile at (x, y).
function paintPerson(brush, look, at, x, y, tick) {
  const pick = (colours, n) => colours[(((n || 0) % colours.length) + colours.length) % colours.length];
  const skin = pick(SKINS, look.skin), shirt = pick(CLOTHES, look.shirt), legs = pick(CLOTHES, (look.trousers || 0) + 7);
  const hair = pick(HAIRS, look.hair_colour), swing = at.walking ? Math.round(Math.sin(tick * 12)) : 0;
  const box = (colour, dx, dy, w, h) => { brush.fillStyle = colour; brush.fillRect(Math.round(x) + dx, Math.round(y) + dy, w, h); };
  box("rgba(20,20,40,.28)", 3, 14, 10, 2);
  box(legs, 5, 10, 3, 5 + Math.min(swing, 0));
  box(legs, 8, 10, 3, 5 - Math.max(swing, 0));
  box(shirt, 4, 4, 8, 7);
  box(skin, 3, 5, 1, 4); box(skin, 12, 5, 1, 4);
  box(skin, 4, -4, 8, 8);
  box(hair, 4, -6, 8, 3); box(hair, 3, -5, 1, 5); box(hair, 12, -5, 1, 5);
  if (at.facing === "up") box(hair, 4, -4, 8, 7);
  else if (at.asleep) { box("#3a2f35", 5, 0, 2, 1); box("#3a2f35", 9, 0, 2, 1); }
  else {
    const eyes = { left: [4, 7], right: [8, 11], down: [6, 9] }[at.facing] || [6, 9];
    for (const dx of eyes) box("#2b2530", dx, -1, 1, 2);
  }
}

// An arc in screen pixels from one resident to another, who is told something.
function paintArrow(brush, from, to, zoom) {
  const [x0, y0] = from, [x1, y1] = to, rise = Math.max(Math.hypot(x1 - x0, y1 - y0) * .5, 26 * zoom);
  const across = Math.abs(x1 - x0) < Math.abs(y1 - y0), mx = (x0 + x1) / 2 + (across ? rise : 0), my = (y0 + y1) / 2 - (across ? 0 : rise);
  const way = Math.atan2(y1 - my, x1 - mx), side = turn => [x1 - 12 * Math.cos(way + turn), y1 - 12 * Math.sin(way + turn)];
  for (const [colour, width] of [["#23262f", 7], ["#f0b860", 4]]) {
    brush.strokeStyle = brush.fillStyle = colour; brush.lineWidth = width;
    brush.beginPath(); brush.moveTo(x0, y0); brush.quadraticCurveTo(mx, my, x1, y1); brush.stroke();
    brush.beginPath(); brush.moveTo(x1, y1); brush.lineTo(...side(.5)); brush.lineTo(...side(-.5)); brush.closePath(); brush.stroke(); brush.fill();
  }
}

function wrap(brush, text, width) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = lines[lines.length - 1] ? lines[lines.length - 1] + " " + word : word;
    if (brush.measureText(longer).width <= width) lines[lines.length - 1] = longer; else lines.push(word);
  }
  return lines.length > 5 ? [...lines.slice(0, 5), "…"] : lines;
}

// A speech bubble in screen pixels whose tail points at (x, y), moved above the bubbles `taken`. Returns its rectangle.
function paintBubble(brush, text, x, y, taken) {
  brush.font = "13px system-ui, sans-serif";
  const lines = wrap(brush, text, 190), width = Math.max(...lines.map(line => brush.measureText(line).width)) + 20;
  const height = lines.length * 17 + 12, left = Math.max(6, Math.min(x - width / 2, innerWidth - width - 6));
  let top = y - height - 8;
  for (const other of taken)
    if (left < other.right && left + width > other.left && top < other.bottom && top + height > other.top) top = other.top - height - 6;
  top = Math.max(6, top);
  brush.fillStyle = "rgba(253, 248, 236, .96)";
  brush.shadowColor = "rgba(0, 0, 0, .35)"; brush.shadowBlur = 8;
  brush.beginPath(); brush.roundRect(left, top, width, height, 9); brush.fill();
  brush.shadowBlur = 0;
  brush.beginPath(); brush.moveTo(x - 5, top + height - 1); brush.lineTo(x, top + height + 6); brush.lineTo(x + 5, top + height - 1); brush.fill();
  brush.fillStyle = "#332c28"; brush.textAlign = "left";
  lines.forEach((line, i) => brush.fillText(line, left + 10, top + 19 + i * 17));
  return { left, top, right: left + width, bottom: top + height };
}

function paintName(brush, name, x, y, chosen) {
  brush.font = (chosen ? "600 " : "") + "12px system-ui, sans-serif"; brush.textAlign = "center";
  brush.lineWidth = 3; brush.strokeStyle = "rgba(20, 20, 30, .75)"; brush.strokeText(name, x, y);
  brush.fillStyle = chosen ? "#f0b860" : "#fdf6e4"; brush.fillText(name, x, y);
}
