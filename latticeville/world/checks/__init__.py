"""The checks of a world: functions that yield problems, and the order in which they run."""

from latticeville.world.checks.access import (
    areas_admit_who_lives_by_them,
    areas_have_owners_and_keys,
    things_have_owners_and_room,
)
from latticeville.world.checks.areas import (
    areas_do_not_cross,
    areas_fit_their_walls,
    areas_lie_on_the_map,
    rooms_are_connected,
)
from latticeville.world.checks.beats import BEAT_CHECKS, BEAT_REFERENCES
from latticeville.world.checks.blocked_ways import doors_are_opened, ways_are_free
from latticeville.world.checks.context import Check, CheckContext
from latticeville.world.checks.machines import (
    colors_and_placeholders_exist,
    counters_exist,
    items_can_be_had,
    kinds_extend_what_there_is,
    machines_are_sound,
    states_exist,
    tests_hold,
)
from latticeville.world.checks.map import (
    glyphs_fill_one_cell,
    glyphs_have_a_meaning,
    map_is_there,
    rows_are_even,
    tile_ids_fit_the_map,
)
from latticeville.world.checks.mind_effects import (
    answers_to_secrets_can_be_said,
    mind_effects_have_words,
)
from latticeville.world.checks.names import (
    beliefs_are_of_this_world,
    ids_are_free,
    ids_are_unique,
    objects_have_a_kind,
    people_have_a_persona,
    people_have_places,
    relations_are_neighbours,
    secrets_are_for_neighbours,
)
from latticeville.world.checks.placements import (
    cells_are_not_shared,
    objects_can_be_reached,
    objects_do_not_collide,
    objects_lie_on_the_map,
    people_start_on_free_ground,
    start_cells_are_free,
)
from latticeville.world.checks.prompts import (
    language_is_there,
    prompts_are_asked,
    prompts_can_be_filled_in,
)
from latticeville.world.checks.reach import nobody_starts_cut_off, people_reach_their_places
from latticeville.world.checks.relapses import what_is_mended_stays_mended
from latticeville.world.checks.routines import (
    days_are_whole,
    routines_lead_somewhere,
    uses_are_possible,
)
from latticeville.world.checks.secrets import secrets_can_be_told
from latticeville.world.checks.spoken_texts import texts_can_be_said
from latticeville.world.checks.subjects import (
    subjects_have_one_spelling,
    views_name_their_subject,
)
from latticeville.world.checks.survival import SURVIVAL_CHECKS
from latticeville.world.checks.usual_days import (
    areas_are_visited,
    people_can_live,
    people_meet,
    texts_tell_a_day,
)
from latticeville.world.checks.weather import rows_wait_for_known_weather, weather_goes_on

REFERENCES: tuple[Check, ...] = (
    map_is_there,
    glyphs_have_a_meaning,
    tile_ids_fit_the_map,
    ids_are_unique,
    ids_are_free,
    objects_have_a_kind,
    people_have_a_persona,
    people_have_places,
    beliefs_are_of_this_world,
    routines_lead_somewhere,
    kinds_extend_what_there_is,
    states_exist,
    areas_lie_on_the_map,
    areas_have_owners_and_keys,
    things_have_owners_and_room,
    objects_lie_on_the_map,
    people_start_on_free_ground,
    start_cells_are_free,
    *BEAT_REFERENCES,
    mind_effects_have_words,
    answers_to_secrets_can_be_said,
)
"""What must hold for the built world to be all that was written."""

ALL: tuple[Check, ...] = (
    *REFERENCES,
    rows_are_even,
    glyphs_fill_one_cell,
    areas_do_not_cross,
    areas_fit_their_walls,
    rooms_are_connected,
    people_reach_their_places,
    nobody_starts_cut_off,
    areas_admit_who_lives_by_them,
    objects_do_not_collide,
    cells_are_not_shared,
    objects_can_be_reached,
    ways_are_free,
    doors_are_opened,
    machines_are_sound,
    what_is_mended_stays_mended,
    counters_exist,
    items_can_be_had,
    colors_and_placeholders_exist,
    tests_hold,
    uses_are_possible,
    weather_goes_on,
    rows_wait_for_known_weather,
    *SURVIVAL_CHECKS,
    *BEAT_CHECKS,
    relations_are_neighbours,
    secrets_are_for_neighbours,
    texts_can_be_said,
    views_name_their_subject,
    subjects_have_one_spelling,
    days_are_whole,
    prompts_are_asked,
    prompts_can_be_filled_in,
    language_is_there,
)
"""Every check of what is written."""

LIFE: tuple[Check, ...] = (
    texts_tell_a_day,
    people_can_live,
    people_meet,
    areas_are_visited,
    secrets_can_be_told,
)
"""What would stay lifeless in a world without errors."""

__all__ = ["ALL", "LIFE", "REFERENCES", "Check", "CheckContext"]
