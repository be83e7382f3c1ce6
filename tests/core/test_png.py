"""PNG files: what is written is read again, and what others write is read as Pillow reads it."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from latticeville.core.png import ImageError, Pixel, RasterImage, read_png, write_png

MOST = 1 << 16
colors = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_what_is_written_is_read_again(width: int, height: int, data: st.DataObject) -> None:
    pixels: list[Pixel] = data.draw(
        st.lists(st.one_of(st.none(), colors), min_size=width * height, max_size=width * height)
    )
    assert read_png(write_png(width, pixels), MOST) == RasterImage(width, height, tuple(pixels))


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "P", "1"])
def test_every_kind_of_png_is_read_as_pillow_reads_it(mode: str) -> None:
    source = Image.radial_gradient("L").resize((23, 17)).convert("RGB")
    source.putalpha(Image.linear_gradient("L").resize((23, 17)))
    image = source.convert("RGB").quantize(13) if mode == "P" else source.convert(mode)
    out = BytesIO()
    image.save(out, "png", **({"bits": 4} if mode == "P" else {}))
    found = read_png(out.getvalue(), MOST)
    values = image.convert("RGBA").tobytes()
    expected = [values[at : at + 4] for at in range(0, len(values), 4)]
    assert (found.width, found.height) == image.size
    assert [*found.pixels] == [tuple(pixel[:3]) if pixel[3] >= 128 else None for pixel in expected]


@pytest.mark.parametrize("damage", [lambda data: data[:40], lambda data: b"GIF" + data, lambda data: data[:16]])
def test_what_is_no_png_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(ImageError):
        read_png(damage(write_png(4, [(1, 2, 3)] * 16)), MOST)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with pytest.raises(ImageError):
        read_png(b"\x89PNG\r\n\x1a\n" + data, MOST)


def test_a_large_image_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(ImageError, match="9 × 9 pixels; 16 pixels are the most"):
        read_png(write_png(9, [None] * 81), 16)


def test_a_part_of_an_image_is_clear_beyond_its_edges() -> None:
    image = RasterImage(2, 1, ((1, 1, 1), (2, 2, 2)))
    assert image.cut(1, 0, 2, 1).pixels == ((2, 2, 2), None)
