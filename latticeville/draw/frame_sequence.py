"""The frames of an animation as one image of many frames, each drawn when it is asked for."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image


class FrameSequence:
    """What Pillow takes for an image file of several frames: it seeks one after the other, and only
    one is kept."""

    def __init__(self, images: "Iterator[Image]", total: int) -> None:
        self.n_frames = total
        self._images = images
        self._number = -1
        self._image: Image | None = None

    def seek(self, number: int) -> None:
        """Go to the next frame; EOFError behind the last."""
        if number >= self.n_frames:
            raise EOFError
        if number > self._number:
            self._image, self._number = next(self._images), number

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever an image has
        """Return what the frame has."""
        return getattr(self._image, name)
