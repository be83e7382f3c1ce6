#!/bin/sh
# after engine_names.txt and engine_names_b.txt, in the project root: what the language server cannot see
set -e
# engine_names.txt
sed -i 's/\bRecalled\b/RetrievalResult/' latticeville/mind/asking.py
sed -i 's/setattr(server, "exchange"/setattr(server, "request_json"/; s/server\.exchange\b/server.request_json/' tests/llm/*.py
grep -rl '"latticeville.llm.ready.remembered"\|"latticeville.cli.thinking.remembered"' tests | xargs -r sed -i 's/"latticeville\.\(llm\.ready\|cli\.thinking\)\.remembered"/"latticeville.\1.cached_embedder"/'
grep -rl 'setattr(load, "examine"' tests | xargs -r sed -i 's/setattr(load, "examine"/setattr(load, "check_texts"/'
grep -rl 'setattr(module, "leads"' tests | xargs -r sed -i 's/setattr(module, "leads"/setattr(module, "next_node"/'
# engine_names_b.txt
sed -i 's/guide\.forced for guide/guide.forced_tokens for guide/' latticeville/llm/decode.py
grep -rlE 'setattr\((storing|store), "WAIT"' tests | xargs -r sed -i -E 's/setattr\((storing|store), "WAIT"/setattr(\1, "LOCK_TIMEOUT"/'
sed -i 's/(world_cache, "_edition"/(world_cache, "_code_digest"/; s/(world_cache, "ENTRIES"/(world_cache, "MAX_ENTRIES"/; s/(world_cache, "BYTES"/(world_cache, "MAX_BYTES"/' tests/world/test_world_cache.py
grep -rl 'setattr(start_cells, "_MOST"' tests | xargs -r sed -i 's/setattr(start_cells, "_MOST"/setattr(start_cells, "_MAX_STARTS"/'
grep -rlE 'setattr\((files|bringing), "LIMIT"' tests | xargs -r sed -i -E 's/setattr\((files|bringing), "LIMIT"/setattr(\1, "MAX_BYTES"/'
grep -rl 'setattr(bringing, "compare"' tests | xargs -r sed -i 's/setattr(bringing, "compare"/setattr(bringing, "compare_with_source"/'
grep -rl 'setattr(search, "behaviors_of"' tests | xargs -r sed -i 's/setattr(search, "behaviors_of"/setattr(search, "derive_behaviors"/'
grep -rl "search\.MOST" latticeville/world/analysis | xargs -r sed -i "s/search\.MOST/search.MAX_NODES/"
grep -rl 'as_list as listed' latticeville | xargs -r sed -i 's/as_list as listed/as_list/; s/\blisted(layer/as_list(layer/'
sed -i 's/^from latticeville.world.load import inspect$/from latticeville.world.load import inspect_world/; s/repr(inspect(folder))/repr(inspect_world(folder))/' tests/world/test_world_cache.py
sed -i '/^MAKERS = /s/"fail": 1, "lose": 2/"make_error": 1, "report_lost": 2/' tests/importers/test_codes.py
sed -i '/makers = {/s/"on_map", "Finding"/"problem_on_map", "Defect"/' tests/world/test_checks.py
