"""Converts Tiled's XML (TMX, TSX, TX) to the dictionaries of its JSON formats (TMJ, TSJ, TJ), which ``tiled`` reads.

Called by ``sim.world.map_bundle``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as XML

from sim.world.map_records import MapError

Doc = dict[str, Any]

_NUMBERS = (
    *("width", "height", "tilewidth", "tileheight", "firstgid", "tilecount", "columns", "spacing", "margin"),
    *("id", "gid", "infinite", "tileid", "duration", "x", "y", "rotation", "offsetx", "offsety", "opacity"),
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
    doc["infinite"] = doc.get("infinite", 0) == 1
    doc["tilesets"] = [_tileset(child) for child in element.findall("tileset")]
    doc["layers"] = _layers(element)
    return doc


def _layers(element: XML.Element) -> list[Doc]:
    return [_layer(child) for child in element if child.tag in _KINDS]


def _layer(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element) | {"type": _KINDS[element.tag]}
    doc["visible"] = element.get("visible", "1") != "0"
    if element.tag == "group":
        doc["layers"] = _layers(element)
    elif element.tag == "objectgroup":
        doc["objects"] = [_object(child) for child in element.findall("object")]
    elif element.tag == "layer":
        doc |= _data_or_chunks(element.find("data"))
    return doc


def _data_or_chunks(element: XML.Element | None) -> Doc:
    if element is None:
        return {"data": []}
    chunks = element.findall("chunk")
    how = dict(element.attrib)
    return {"chunks": [_attributes(chunk) | _data(chunk, how) for chunk in chunks]} if chunks else _data(element, how)


def _data(element: XML.Element, how: Mapping[str, str]) -> Doc:
    encoding = how.get("encoding", "")
    if encoding == "base64":
        return {"encoding": "base64", "compression": how.get("compression", ""), "data": (element.text or "").strip()}
    if encoding == "csv":
        return {"data": [int(cell) for cell in (element.text or "").replace("\n", "").split(",") if cell.strip()]}
    return {"data": [int(tile.get("gid", "0")) for tile in element.findall("tile")]}


def _object(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element)
    doc["visible"] = element.get("visible", "1") != "0"
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
    doc["tiles"] = [_tile(child) for child in element.findall("tile")]
    return doc


def _tile(element: XML.Element) -> Doc:
    doc = _attributes(element) | _properties(element) | _image(element)
    animation = element.find("animation")
    if animation is not None:
        doc["animation"] = [_attributes(frame) for frame in animation.findall("frame")]
    return doc


def _image(element: XML.Element) -> Doc:
    image = element.find("image")
    if image is None:
        return {}
    size = {"image" + key: _value(key, image.attrib[key]) for key in ("width", "height") if key in image.attrib}
    return {"image": image.get("source", "")} | size


def _template(element: XML.Element) -> Doc:
    found = element.find("object")
    return {"type": "template", "object": {} if found is None else _object(found)}


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
            return json.loads(raw or "0")
        except ValueError:
            raise MapError(f"has the {kind} property {element.get('name')!r} with the value {raw!r}") from None
    return raw
