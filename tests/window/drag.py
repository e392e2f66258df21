"""A window from which files can be dragged: `drag.py FILE...` shows it and drags them when it is pulled."""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def main() -> None:
    uris = [Path(name).absolute().as_uri() for name in sys.argv[1:]]
    window = Gtk.Window(title="Files to drag", type=Gtk.WindowType.POPUP)
    window.set_default_size(120, 80)
    window.move(1500, 900)
    box = Gtk.EventBox()
    box.add(Gtk.Label(label="drag"))
    window.add(box)
    box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
    box.drag_source_add_uri_targets()
    box.connect("drag-data-get", lambda _box, _context, data, _info, _time: data.set_uris(uris))
    box.connect("drag-end", lambda _box, _context: Gtk.main_quit())
    window.show_all()
    print("ready", flush=True)
    Gtk.main()


main()
