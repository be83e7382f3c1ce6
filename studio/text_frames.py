"""Golden text frames of screens, kept by syrupy in one file each."""

from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextFrames(SingleFileSnapshotExtension):
    """Keeps what stands on the terminal as text."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    def serialize(self, data: Any, **_more: Any) -> str:  # noqa: ANN401 - as syrupy has it
        """Return the screen of an app, or of the app of a pilot, as lines of text."""
        app = getattr(data, "app", data)
        if isinstance(app, str):
            return app
        strips = app.screen._compositor.render_strips()  # noqa: SLF001 - Textual offers no other way to the text of a screen
        return "\n".join(strip.text.rstrip() for strip in strips) + "\n"
