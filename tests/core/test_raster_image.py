"""Images: what is written is read again, what others write is read, and nothing that is damaged
breaks a reader."""

import struct
import tracemalloc
from contextlib import suppress
from functools import cache
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from latticeville.core.raster_image import ImageError, Pixel, RasterImage, decode_image
from tests.laws import law
from tests.pictures import write_png

MOST = 1 << 16
colors = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_what_is_written_is_read_again(width: int, height: int, data: st.DataObject) -> None:
    pixels: list[Pixel] = data.draw(
        st.lists(st.one_of(st.none(), colors), min_size=width * height, max_size=width * height)
    )
    found = decode_image(write_png(width, pixels), MOST)
    assert found == RasterImage.from_pixels(width, pixels)
    assert [*found.pixels] == pixels


def gradient() -> Image.Image:
    """Return an image with many colours, some of them clear."""
    source = Image.radial_gradient("L").resize((23, 17)).convert("RGB")
    source.putalpha(Image.linear_gradient("L").resize((23, 17)))
    return source


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "P", "1"])
def test_every_kind_of_png_is_read_as_pillow_reads_it(mode: str) -> None:
    image = gradient().convert("RGB").quantize(13) if mode == "P" else gradient().convert(mode)
    out = BytesIO()
    image.save(out, "png", **({"bits": 4} if mode == "P" else {}))
    found = decode_image(out.getvalue(), MOST)
    assert (found.width, found.height) == image.size
    assert found.rgba == image.convert("RGBA").tobytes()


def test_grey_of_16_bits_keeps_its_brightness() -> None:
    out = BytesIO()
    Image.frombytes("I;16", (2, 1), struct.pack("<2H", 0x9C40, 0x0100)).save(out, "png")
    assert decode_image(out.getvalue(), MOST).pixels == ((156, 156, 156), (1, 1, 1))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\x3f\0" * 2, "16384 × 16384 pixels"),
        (
            b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\xff\xff" * 2,
            "16777216 × 16777216 pixels",
        ),
        (b"RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0/" + b"\xff" * 9, "16384 × 16384 pixels"),
        (
            b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a" + b"\xff\x3f" * 2,
            "16383 × 16383 pixels",
        ),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\x7f\xff\xff\xff" * 2,
            "2147483647 × 2147483647 pixels",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(8), "0 × 0 pixels, which is no picture"),
        (b"\x89PNG\r\n\x1a\n", "it is damaged"),
        (b"GIF89a\xff\xff\xff\xff\0\0\0", "neither a PNG nor a WebP"),
        (b"", "neither a PNG nor a WebP"),
    ],
)
def test_the_declared_size_is_read_before_the_pixels(data: bytes, told: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ImageError, match=told):
            decode_image(data, 1 << 22)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_second_header_does_not_change_the_size() -> None:
    small, large = write_png(1, [None]), write_png(300, [None] * 90_000)
    with pytest.raises(ImageError, match="damaged"):
        decode_image(small[:33] + large[8:], 100)


@cache
def pictures() -> list[bytes]:
    """Return images of every kind, still and animated."""
    image, found = gradient(), []
    for kind, options in (
        ("png", {}),
        ("webp", {"lossless": True}),
        ("webp", {"quality": 10}),
        ("gif", {}),
    ):
        for more in (
            {},
            {
                "save_all": True,
                "append_images": [image.rotate(90), image.rotate(180)],
                "duration": 50,
            },
        ):
            out = BytesIO()
            image.save(out, kind, **options, **more)
            found.append(out.getvalue())
    return found


def test_of_an_animation_the_first_frame_is_read() -> None:
    for data in pictures()[:4]:
        assert decode_image(data, MOST).pixels[::50] == tuple(
            pixel[:3] if pixel[3] >= 128 else None
            for pixel in [gradient().getpixel((at % 23, at // 23)) for at in range(0, 23 * 17, 50)]
            if isinstance(pixel, tuple)
        )


@law(400)
@given(
    st.integers(0, 7),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6),
    st.none() | st.integers(0, 2000),
    st.binary(max_size=12),
)
@example(2, [(24, 255), (25, 255), (26, 255)], None, b"")
@example(0, [(16, 255)], None, b"")
def test_no_damage_breaks_a_reader(
    number: int, changes: list[tuple[int, int]], end: int | None, tail: bytes
) -> None:
    data = bytearray(pictures()[number])
    for place, value in changes:
        data[place % min(len(data), 80 if place % 2 else len(data))] = value
    damaged = bytes(data[:end]) + tail
    with suppress(ImageError):
        found = decode_image(damaged, MOST)
        assert len(found.rgba) == 4 * found.width * found.height <= 4 * MOST


@law(100)
@given(
    st.sampled_from([b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"GIF89a"]), st.binary(max_size=200)
)
def test_no_bytes_break_a_reader(head: bytes, data: bytes) -> None:
    with pytest.raises(ImageError):
        decode_image(head + data, MOST)


def test_a_part_of_an_image_is_clear_beyond_its_edges() -> None:
    image = RasterImage.from_pixels(2, [(1, 1, 1), (2, 2, 2)])
    assert image.cut(1, 0, 2, 1).pixels == ((2, 2, 2), None)


@given(st.integers(-5, 6), st.integers(-5, 6), st.integers(1, 7), st.integers(1, 7))
def test_a_part_of_an_image_has_the_pixels_of_its_cells(
    x: int, y: int, width: int, height: int
) -> None:
    image = RasterImage.from_pixels(3, [(at, 0, 0) for at in range(6)])
    expected = tuple(
        (row * 3 + column, 0, 0) if 0 <= column < 3 and 0 <= row < 2 else None
        for row in range(y, y + height)
        for column in range(x, x + width)
    )
    assert image.cut(x, y, width, height).pixels == expected


def test_every_second_pixel_of_every_second_row_stays() -> None:
    image = RasterImage.from_pixels(5, [(at, 0, 0) for at in range(15)])
    assert image.thin(2) == RasterImage.from_pixels(3, [(at, 0, 0) for at in (0, 2, 4, 10, 12, 14)])
