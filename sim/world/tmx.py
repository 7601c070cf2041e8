"""Converts Tiled's XML (TMX, TSX, TX) to the dictionaries of its JSON formats (TMJ, TSJ, TJ), which ``tiled`` reads.

Called by ``sim.world.map_bundle``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as XML

from sim.world.map_bounds import MAX_CORNERS
from sim.world.map_records import MapError

Doc = dict[str, Any]

_NUMBERS = (
    *("width", "height", "tilewidth", "tileheight", "firstgid", "tilecount", "columns", "spacing", "margin"),
    *("id", "gid", "tileid", "duration", "x", "y", "rotation", "offsetx", "offsety", "opacity"),
)
_KINDS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


def to_doc(text: str) -> Doc:
    """The TMJ-like dictionary of a TMX map, TSX tileset or TX template.

    Raises MapError for other XML, and for entity declarations, which Tiled never writes.
    """
    if "<!ENTITY" in text:
        raise MapError("declares XML entities, which Tiled never writes; refused")
    try:
        root = XML.fromstring(text)
    except XML.ParseError as error:
        raise MapError(f"is not readable XML ({error})") from None
    readers = {"map": _map, "tileset": _tileset, "template": _template}
    if root.tag not in readers:
        raise MapError(f"is XML but not Tiled's (<{root.tag}>)")
    corners = sum(element.get("points", "").count(",") for element in root.iter())
    if corners > MAX_CORNERS:
        raise MapError(f"has polygons with {corners} corners; at most {MAX_CORNERS} are read")
    return readers[root.tag](root)


def _attributes(element: XML.Element) -> Doc:
    return {key: _value(key, value) for key, value in element.attrib.items()}


def _value(key: str, value: str) -> Any:
    if key in _NUMBERS:
        try:
            return float(value) if "." in value or "e" in value.lower() else int(value)
        except ValueError:
            raise MapError(f"has {key}={value!r} where a number belongs") from None
    return value


def _map(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element)
    doc["infinite"] = str(doc.get("infinite", 0)).lower() in ("1", "true")
    doc["tilesets"] = [_tileset(child) for child in element.findall("tileset")]
    doc["layers"] = _layers(element)
    return doc


def _layers(element: XML.Element) -> list[Doc]:
    return [_layer(child) for child in element if child.tag in _KINDS]


def _layer(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element) | {"type": _KINDS[element.tag]}
    doc["visible"] = element.get("visible", "1").lower() not in ("0", "false")
    if element.tag == "group":
        doc["layers"] = _layers(element)
    elif element.tag == "objectgroup":
        doc["objects"] = [_object(child) for child in element.findall("object")]
    elif element.tag == "layer":
        doc |= _data_or_chunks(element.find("data"), _cells(doc))
    return doc


def _cells(entry: Doc) -> int:
    """The tiles that a layer or a chunk claims."""
    return int(entry.get("width", 0)) * int(entry.get("height", 0))


def _data_or_chunks(element: XML.Element | None, cells: int) -> Doc:
    if element is None:
        return {"data": []}
    how, chunks = dict(element.attrib), []
    for child in element.findall("chunk"):
        chunk = _attributes(child)
        chunks.append(chunk | _data(child, how, _cells(chunk)))
    return {"chunks": chunks} if chunks else _data(element, how, cells)


def _data(element: XML.Element, how: Mapping[str, str], cells: int) -> Doc:
    """The tiles of a layer or chunk of ``cells`` tiles; a text of more numbers is not taken apart."""
    encoding, text = how.get("encoding", ""), element.text or ""
    if encoding == "base64":
        return {"encoding": "base64", "compression": how.get("compression", ""), "data": text.strip()}
    if encoding == "csv":
        if text.count(",") > cells:
            raise MapError(f"has {text.count(',') + 1} tiles in a layer or chunk of {cells}")
        return {"data": [int(cell) for cell in text.replace("\n", "").split(",") if cell.strip()]}
    return {"data": [int(tile.get("gid", "0")) for tile in element.findall("tile")]}


def _object(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element)
    doc["visible"] = element.get("visible", "1").lower() not in ("0", "false")
    for flag in ("point", "ellipse"):
        if element.find(flag) is not None:
            doc[flag] = True
    for shape in ("polygon", "polyline"):
        found = element.find(shape)
        if found is not None:
            doc[shape] = [_corner(pair) for pair in found.get("points", "").split()]
    return doc


def _corner(pair: str) -> Doc:
    x, _, y = pair.partition(",")
    return {"x": float(x), "y": float(y)}


def _tileset(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element) | _image(element)
    offset = element.find("tileoffset")
    if offset is not None:
        doc["tileoffset"] = _attributes(offset)
    doc["tiles"] = [_tile(child) for child in element.findall("tile")]
    return doc


def _tile(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element) | _image(element)
    animation = element.find("animation")
    if animation is not None:
        doc["animation"] = [_attributes(frame) for frame in animation.findall("frame")]
    shapes = element.find("objectgroup")
    if shapes is not None:
        doc["objectgroup"] = _layer(shapes)
    return doc


def _image(element: XML.Element) -> Doc:
    image = element.find("image")
    if image is None:
        return {}
    size = {"image" + key: _value(key, image.attrib[key]) for key in ("width", "height") if key in image.attrib}
    return {"image": image.get("source", "")} | size


def _template(element: XML.Element) -> Doc:
    found, tileset = element.find("object"), element.find("tileset")
    named = {} if tileset is None else {"tileset": _attributes(tileset)}
    return {"type": "template", "object": {} if found is None else _object(found)} | named


def _properties(element: XML.Element) -> Doc:
    holder = element.find("properties")
    return {} if holder is None else {"properties": [_property(child) for child in holder.findall("property")]}


def _property(element: XML.Element) -> Doc:
    kind = element.get("type", "string")
    raw = element.get("value", element.text or "")
    return {"name": element.get("name", ""), "type": kind, "value": _typed(kind, raw, element)}


def _typed(kind: str, raw: str, element: XML.Element) -> Any:
    if kind == "class":
        inner = _properties(element).get("properties", [])
        return {entry["name"]: entry["value"] for entry in inner}
    if kind in ("int", "float", "object", "bool"):
        try:
            return json.loads(raw.strip().lower() or "0")
        except ValueError:
            raise MapError(f"has the {kind} property {element.get('name')!r} with the value {raw!r}") from None
    return raw
