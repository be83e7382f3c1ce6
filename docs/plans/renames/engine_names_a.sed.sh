#!/bin/sh
# After engine_names.txt and engine_names_a.txt, before the module moves, in the project root: what the language server
# does not rename (slots, casts, doctests, monkeypatch strings, locals, prose). Only after it `ruff check --fix .; ruff format .` (before it, ruff would drop the import of RetrievalResult).
set -e
m=latticeville/mind s=latticeville/sim d=latticeville/db c=latticeville/core
# casts
sed -i 's/cast("tuple\[Recalled, \.\.\.\]"/cast("tuple[RetrievalResult, ...]"/; s/one\.recorded for one in found/one.record for one in found/' $m/asking.py
# slots, and one call through type(self)
sed -i '/__slots__/s/"rated"/"importance_by_scale"/' $m/columns.py
sed -i '/__slots__/{s/"found"/"result"/;s/"_measures"/"_all_scores"/}' $m/ranking.py
sed -i '/__slots__/s/"_past"/"_archived"/; s/shared=True, past=self\._archived/shared=True, archived=self._archived/' $m/memory.py
sed -i '/__slots__/{s/"_held"/"_records"/;s/"_shelves"/"_archive"/}' $d/shelf.py
sed -i '/__slots__/s/"later"/"retry_after"/' $m/ratings.py
# doctests (of both tables)
sed -i 's/>>> hours(DAY/>>> format_hours(DAY/; s/>>> stamp(DAY/>>> format_time(DAY/' $c/clock.py
sed -i '/>>> dice(/{s/\bdice(/rng(/g;s/\.below(/.integer_below(/g}' $c/dice.py
sed -i 's/>>> printable(/>>> make_printable(/' $c/printable.py
sed -i 's/>>> talk = heard_in(/>>> talk = add_utterance(/; />>> repeats(/s/\brepeats(/is_repetition(/g' $m/talk.py
sed -i 's/>>> Scale(\(.*\))\.read(10)/>>> ImportanceScale(\1).importance_of(10)/' $m/profiles.py
sed -i 's/>>> two = one\.touch(/>>> two = one.record_accesses(/; s/>>> len(two), one\.last()\.tolist(), two\.last()\.tolist(), two\.at(1, 0)\.last()\.tolist()/>>> len(two), *(each.last_accesses().tolist() for each in (one, two, two.at_version(1, 0)))/' $m/columns.py
sed -i '/>>> /{s/\bStream()/MemoryStream()/;s/\[Memory(/[MemoryRecord(/;s/long\.follows(/long.extends(/}' $m/memory.py
sed -i 's/>>> temper(/>>> describe_big_five(/' $m/facts.py
# locals named after what was renamed
sed -i '/^from /!s/\bstage\b/draft/g' $s/tick.py
sed -i 's/\bknock\b/entry/g; s/key=lambda k: (rng(draft\.before\.seed, draft\.tick, k\.who, "door")\.uniform(), k\.who)/key=lambda one: (rng(draft.before.seed, draft.tick, one.who, "door").uniform(), one.who)/' $s/doors.py $s/actions/move.py
sed -i 's/\bnotes\b/trace/g' $m/think.py
sed -i 's/\bshelver\b/writer/g' $d/recording.py $d/verify.py
# names in docstrings
sed -i 's/`settle` makes the state after/`commit` makes the state after/' $s/stage.py
sed -i 's/as `Scale\.read` has it/as `ImportanceScale.importance_of` has it/' $m/columns.py
sed -i 's/Return what `powers` looks up: a tick.s minutes where full hours count, else 0, and the powers, none of ranks\./Return what `decay_powers` looks up: minutes of a tick where full hours count, else 0, and the powers of ages./' $m/recency.py
sed -i 's/Claim a new or empty folder; OccupiedError where it is neither, RunInUseError where somebody has it\./Claim a new or empty folder; RunFolderExistsError where it is neither, RunInUseError where it is taken./; s/Put the complete folder into its place; OccupiedError where something has come to be there meanwhile\./Put the complete folder into its place; RunFolderExistsError where something stands there by now./; s/OccupiedError/RunFolderExistsError/' $d/unfinished_run.py
sed -i 's/`later` is the tick before/`retry_after` is the tick before/' $m/ratings.py
sed -i 's/Start empty; `touches` counts the accesses of a run before, when its columns are taken up from a snapshot\./Start empty; `access_count` counts the accesses before the snapshot that the columns begin with, if any./' $m/columns.py
sed -i 's/`rest` are the parts of its scores/`fixed` are the parts of its scores/' $m/ranking.py
sed -i 's/the newest `counted` of them/the newest `rating_window` of them/; s/where `beyond` says so; then the newest `shown` memories (0: those since the last$/where `must_exceed` says so; then the newest `record_count` records (0: since the last/' $m/profiles.py
sed -i 's/; `hiding` are the indices of cells/; `opaque_cells` are the indices of cells/' $s/line_of_sight.py
sed -i 's/: `rest` is the journey after this step/: `next_journey` is the journey after this step/' $s/stage.py
sed -i 's/`publishing` is true while/`is_publishing` is true while/; s/`looked` is told how much of the vectors was read, which may be$/`on_progress` is told how much of the vectors was read, may be/; s/`looked` is told/`on_progress` is told/' $d/recording.py $d/vectors.py
sed -i 's/; `shelved` gives what is not in it/; `archive` gives what is not in it/; s/Whose shelf holds the ratings\./The key under which the archive holds the ratings./' $d/records.py
sed -i 's/the newest `CACHED` bytes/the newest `CACHE_BYTES` bytes/' $d/segment_io.py
# strings in tests
sed -i 's/"latticeville\.core\.places\.cache"/"latticeville.core.places.cache_dir"/; s/setattr(places, "cache"/setattr(places, "cache_dir"/; s/setattr(places, "config"/setattr(places, "config_dir"/' $(grep -rlE 'places(\.cache"|, "c)' tests)
sed -i 's/db\.recording\.going_on/db.recording.open_recorded_embedder/' tests/db/test_unfinished_run.py
sed -i 's/(paths, "FAR"/(paths, "FAR_STEPS"/; s/(paths, "GATES"/(paths, "MAX_GATES"/; s/(far, "ROWS"/(far, "MAX_ROWS"/; s/(far\.OpenGround, "walk"/(far.OpenGround, "find_walk"/; s/(far, "BALL"/(far, "BALL_CELLS"/' tests/sim/test_paths.py
# docs
sed -i 's/stage\.settle ─▶/draft.commit ─▶/; s/\*\*settle\*\* makes/**commit** makes/; s/name, targets, refuses, claims, resolve/name, valid_actions, refusal_reason, contested_object, resolve/' docs/architecture.md
# a test that took a request's kind from its class (engine_names.txt renamed the classes)
sed -i 's/assert request\.kind == type(question).__name__\.lower()/kinds = {"DecideGreeting": "greet", "AnswerUtterance": "answer", "DecideReaction": "react"}\n    assert request.kind == kinds[type(question).__name__]/' tests/mind/test_requests.py
sed -i 's/setattr(Replay, "events"/setattr(Replay, "summaries"/' tests/studio/test_session.py tests/studio/test_working.py
