"""Build the frozen world from checked tables; unresolved references are left to the checks."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY, parse_hours
from latticeville.core.disk import content_hash
from latticeville.core.geometry import Box, Cell
from latticeville.world.io.kinds import build_kind, resolve_kinds
from latticeville.world.io.parse import Draft
from latticeville.world.io.renames import old_file
from latticeville.world.model.access import AccessRules, parse_weekdays
from latticeville.world.model.areas import WORLD, Areas, AreaSpec, build_areas
from latticeville.world.model.beats import NO_BEATS, Beats
from latticeville.world.model.footprint import Footprint, make_footprint
from latticeville.world.model.grid import Grid, Tile, make_grid
from latticeville.world.model.objects import Kind, Placement
from latticeville.world.model.personas import UNTIL_NEXT, Persona, Resident, RoutineRow
from latticeville.world.model.start_cells import StartCellPicker
from latticeville.world.model.survival import SurvivalSettings
from latticeville.world.model.tiles import TILES_FILE, read_tiles
from latticeville.world.model.world import World
from latticeville.world.schema.world import AreaTable, ObjectTable, PersonTable, WorldFile


def build_world(draft: Draft) -> World:
    """Resolve a draft; only a draft without errors gives a world that may be run."""
    table = draft.world
    ground = build_grid(table, draft.rows)
    boxed = {area.id: area for area in reversed(table.areas) if area.id != WORLD}
    specs = [
        AreaSpec(
            area.id,
            area.name,
            tuple(Box(*box) for box in area.boxes),
            build_access(area),
            tuple(Cell(*cell) for cell in area.starts),
        )
        for area in table.areas
        if boxed.get(area.id) is area
    ]
    areas = build_areas(table.name, specs, ground.width, ground.height)
    kinds = {
        name: build_kind(name, *whole) for name, whole in resolve_kinds(draft.things.kinds).items()
    }
    objects = _build_objects(table.objects, kinds, ground)
    return World(
        name=table.name,
        seed=table.seed,
        rules=tuple(dict.fromkeys(table.rules)),
        settings=table.simulation,
        climate=table.weather,
        grid=ground,
        areas=areas,
        kinds=kinds,
        objects=objects,
        people=_build_people(draft, areas, StartCellPicker(ground, areas, kinds, objects)),
        files=dict(draft.sources.files),
        digest=hash_files(draft.sources.files),
        survival=_build_survival(table.survival, table.simulation.tick_minutes),
        minds=table.minds,
        tiles=read_tiles(draft.sources.files[TILES_FILE], ground.width, ground.height)
        if TILES_FILE in draft.sources.files
        else None,
        beats=Beats(tuple(table.matters), tuple(table.storylines), tuple(table.scheduled))
        or NO_BEATS,
        measures=tuple(table.measures),
    )


def build_access(table: AreaTable) -> AccessRules | None:
    """Return the rules of an area; None where it has none."""
    access = AccessRules(
        table.capacity or 0,
        tuple((parse_hours(start), parse_hours(end)) for start, end in table.hours),
        parse_weekdays([*table.days]),
        tuple(table.owners),
        table.private,
        table.key or "",
    )
    return access if access.capacity or access.is_timed or access.private else None


def hash_files(files: Mapping[str, str]) -> str:
    """Return one hash of all names and texts, whatever their order; a renamed file counts by its
    old name.

    So a run finds its world whatever the name that the file had when the run was made.
    """
    named = sorted((old_file(name), text) for name, text in files.items())
    parts = (part.encode() for pair in named for part in pair)
    return content_hash(b"".join(len(part).to_bytes(8, "big") + part for part in parts))


def build_grid(table: WorldFile, rows: tuple[str, ...]) -> Grid:
    """Return the grid of a map; a glyph that the legend lacks stands for plain ground."""
    legend = {
        glyph: Tile(
            glyph,
            tile.name,
            tile.walkable,
            tile.opaque,
            tile.color,
            tile.terrain,
            tile.ground or "",
            (tile.tile,) if tile.tile else tuple(tile.tiles),
            tile.picture or "",
            tuple(sorted(tile.resources.items())),
        )
        for glyph, tile in table.legend.items()
    }
    strange = {glyph: Tile(glyph, "unknown") for glyph in sorted({*"".join(rows)} - {*legend})}
    return make_grid(rows, {**legend, **strange})


def _build_survival(written: SurvivalSettings, tick_minutes: int) -> SurvivalSettings:
    """Return settings with all seasons in whole survival steps, each of which has at least one."""
    minutes = tick_minutes * written.step_ticks
    lengths = (one.steps or max(1, (one.days or 0) * DAY // minutes) for one in written.seasons)
    seasons = (
        replace(season, days=None, steps=steps)
        for season, steps in zip(written.seasons, lengths, strict=True)
    )
    return replace(written, seasons=tuple(seasons))


def _build_objects(
    tables: Iterable[ObjectTable], kinds: Mapping[str, Kind], ground: Grid
) -> dict[str, Placement]:
    whole, objects = Box(0, 0, ground.width, ground.height), dict[str, Placement]()
    for table in tables:
        kind, footprint = kinds.get(table.kind), make_footprint(table.cell, table.size, table.shape)
        if kind is not None and table.id not in objects and whole.covers(footprint.bounding_box):
            objects[table.id] = _build_placement(table, kind, footprint)
    return objects


def _build_placement(table: ObjectTable, kind: Kind, footprint: Footprint) -> Placement:
    return Placement(
        id=table.id,
        kind=kind.id,
        name=table.name or kind.name,
        box=footprint.bounding_box,
        state=table.state if table.state and table.state in kind.states else kind.start,
        counters={
            name: table.counters.get(name, counter.start) for name, counter in kind.counters.items()
        },
        color=table.color,
        glyph=table.glyph,
        inside=table.inside or kind.inside,
        owners=tuple(table.owners),
        key=table.key or "key",
        parts=footprint.boxes if table.shape else (),
    )


def _build_people(draft: Draft, areas: Areas, spots: StartCellPicker) -> dict[str, Resident]:
    _root, *everywhere = areas.by_id
    people, minds = dict[str, Resident](), dict[tuple[str, str, str], Persona]()
    for table in draft.world.people:
        name, file = table.id or table.persona, draft.personas.get(table.persona)
        if file is None or name in people:
            continue
        start = _pick_start_cell(table, file, areas, spots)
        if start is None:
            continue
        home, work = find_home(table, file) or areas.at(start), table.work or file.work
        own, mind = {"home": home, "work": work}, (table.persona, home, work)
        minds[mind] = minds.get(mind) or _settle_persona(table.persona, file, own)
        people[name] = _build_resident(table, minds[mind], own, start, tuple(everywhere))
    return people


def _build_resident(
    table: PersonTable,
    persona: Persona,
    own: Mapping[str, str],
    start: Cell,
    everywhere: tuple[str, ...],
) -> Resident:
    known = persona.beliefs if table.knows is None else ()
    beliefs = {one.area: one.things for one in known}
    return Resident(
        id=table.id or table.persona,
        persona=persona,
        start=start,
        home=own["home"],
        work=own["work"],
        knows=tuple(beliefs) or everywhere if table.knows is None else tuple(table.knows),
        only={area: things for area, things in beliefs.items() if things is not None},
    )


def find_home(table: PersonTable, file: Persona) -> str:
    """Return the area where a person lives, as far as the files say."""
    start = table.start if isinstance(table.start, str) else ""
    return table.home or file.home or start


def _pick_start_cell(
    table: PersonTable, file: Persona, areas: Areas, spots: StartCellPicker
) -> Cell | None:
    """Return the first cell of a person, or None where the map has none for them."""
    if isinstance(table.start, tuple):
        cell = Cell(*table.start)
        return spots.claim(cell) if spots.grid.contains(cell) else None
    area = table.start or find_home(table, file)
    return spots.pick_in_area(area) if area in areas.by_id else None


def _settle_persona(name: str, file: Persona, own: Mapping[str, str]) -> Persona:
    """Return a persona with its glyph, and a routine at places of its own and without gaps."""
    letter = file.name.strip()[0]
    spans = zip(file.routine, routine_spans(file.routine), strict=True)
    return replace(
        file,
        id=name,
        glyph=file.glyph or (letter if letter.isascii() else "@"),
        routine=tuple(
            replace(row, start=start, end=end, place=own.get(row.place) or row.place)
            for row, (start, end) in spans
        ),
    )


def routine_spans(rows: Sequence[RoutineRow]) -> list[tuple[int, int]]:
    """Return when each row begins and ends; without an end it lasts until the next one, a sole row
    all day."""
    if len(rows) == 1 and rows[0].end == UNTIL_NEXT:
        return [(0, DAY)]
    return [
        (row.start, rows[(index + 1) % len(rows)].start if row.end == UNTIL_NEXT else row.end)
        for index, row in enumerate(rows)
    ]
