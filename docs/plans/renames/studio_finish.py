"""Manual steps after renames and moves; can be run again. Run in the project root."""
import ast, pathlib, re, subprocess
ROOT = pathlib.Path.cwd(); HERE = pathlib.Path(__file__).parent
def git(*a): subprocess.run(["git", *a], check=True, capture_output=True)
def sub(path, *pairs):
    p = ROOT / path
    if not p.exists(): print("no file", path); return
    t = n = p.read_text()
    for a, b in pairs: n = re.sub(a, b, n, flags=re.M)
    if n != t: p.write_text(n)

# 1. folders that are empty
for d in ("screens", "panes", "widgets", "drawing", "documents/edits", "documents"):
    p = ROOT / "studio" / d / "__init__.py"
    if p.exists() and not [x for x in p.parent.rglob("*.py") if x != p]: git("rm", "-qf", str(p.relative_to(ROOT)))

# 2. docstrings of packages
DOCS = {
    "latticeville/mind/retrieval": "Memories scored for a query: profiles, relevance, recency, ranking, and the record of each retrieval.",
    "latticeville/lab/compare": "Two runs compared: people, beliefs, the world, digests, and the summary.",
    "studio/app": "The program: its beginning and end, its first screen, palette and help, and the controllers that it holds.",
    "studio/simulate": "The simulate workbench: a run, played, inspected and intervened in.",
    "studio/simulate/panes": "Panes of the run, and the rows that they show.",
    "studio/map": "The map workbench: areas, walls, objects and people, drawn and edited.",
    "studio/map/panes": "Panes of the map workbench: the map editor, its tools, and lists beside it.",
    "studio/map/model": "A project as a map, without a screen: what stands where, tools, handles, overlays.",
    "studio/objects": "The objects workbench: kinds and their state machines, edited and tried.",
    "studio/objects/panes": "Panes of the objects workbench.",
    "studio/people": "The people workbench: personas, who of them lives where, and what a mind makes of them.",
    "studio/people/panes": "Panes of the people workbench.",
    "studio/editor": "What the workbenches share that edit a project: their base screen, checks, saving, conflicts, recovery.",
    "studio/ui": "Widgets, dialogs, commands and layout that every screen shares.",
    "studio/ui/dialogs": "Dialogs that every screen uses: a line, a text, a choice, a file, problems.",
    "studio/ui/commands": "The registry of commands, the commands of each workbench, and the keymap.",
    "studio/ui/map_view": "A map in a pane: camera, zoom, colours, borders, and rows rendered once.",
    "studio/player": "A run being played: orders, playback, the thread, run sources, frames and history.",
    "studio/workspace": "An open project, without a screen: history, checks, saving, watch and recovery.",
    "studio/workspace/documents": "Files of a project as frozen values, and what is found in them.",
    "studio/workspace/formats": "TOML, JSON and map texts that are edited with everything else in them left as it is.",
    "studio/workspace/edits": "What can be done to a project: a frozen class each.",
    "studio/storage": "Where the studio keeps files of its own: settings, run logs, crash reports.",
}
for d, text in DOCS.items():
    p = ROOT / d / "__init__.py"
    if (ROOT / d).is_dir() and (not p.exists() or p.read_text().strip() in ("", '"""TODO."""') or d in ("studio/app", "studio/ui", "studio/people")):
        p.write_text(f'"""{text}"""\n'); git("add", str(p))

# 3. style sheets
sub("studio/app/app.py", (r'"\.\./screens/simulate\.tcss"', '"../simulate/simulate.tcss"'))
sub("studio/map/screen.py", (r'CSS_PATH = "design\.tcss"', 'CSS_PATH = "map.tcss"'))

# 4. colour names come from the engine
sub("studio/workspace/fields.py", (r"^from studio\.ui\.theme import NIGHT$", "from latticeville.render.palette import NIGHT"))

# 5. floors
p = ROOT / "pyproject.toml"; t = p.read_text()
block = (HERE / "studio_layers.toml").read_text().rstrip() + "\n"
t = re.sub(r"^\[\[tool\.importlinter\.contracts\]\]\nname = \"imports go down only\"\n.*?^\]\n(?=\n\[\[)", lambda m: block, t, flags=re.S | re.M)
t = re.sub(r'source_modules = \["studio\.documents", "studio\.workspace"\]', 'source_modules = ["studio.workspace"]', t)
if "inside a workspace" not in t:
    t = t.rstrip("\n") + '\n\n[[tool.importlinter.contracts]]\nname = "inside a workspace: edits of documents, documents of formats"\ntype = "layers"\nlayers = ["studio.workspace.edits", "studio.workspace.documents", "studio.workspace.formats"]\n'
p.write_text(t)

# 6. apps by a protocol, not by type-only imports upwards
p = ROOT / "studio/ui/task_runner.py"; t = p.read_text()
if "class TaskApp" not in t:
    t = t.replace("    from textual.timer import Timer\n", "    from textual.timer import Timer\n\n    from studio.workspace.open_world import OpenWorld\n", 1)
    t = t.replace("from typing import TYPE_CHECKING\n", "from typing import TYPE_CHECKING, Protocol\n", 1)
    t = t.rstrip("\n") + '\n\n\nclass TaskApp(Protocol):\n    """An app that does long work, and has a world open."""\n\n    tasks: TaskRunner\n    open_world: "OpenWorld"\n'
    p.write_text(t)
for f in ("studio/people/persona_import.py", "studio/simulate/questionnaire_dialogs.py"):
    sub(f, (r"^    from studio\.app\.app import Studio$", "    from studio.ui.task_runner import TaskApp"), (r'cast\("Studio"', 'cast("TaskApp"'))

# 7. modules that hold several things
import sys; sys.path.insert(0, str(HERE))
from split import split
split("studio.ui.bar", ["key_name", "_sign", "SIGNS"], "studio.ui.commands.key_names", "How keys are written.")
split("studio.ui.bar", ["Hints", "CommandFooter", "HINTS", "SPOKEN", "LINES", "RANKS"], "studio.ui.footer", "The line below: what can be done now, or a sentence for some seconds.")
sub("studio/ui/bar.py", (r'^"""The lines above and below: where one is and when, and what can be done\."""$', '"""A line with something at its left and something at its right, such as a status bar."""'))
split("studio.ui.command_scope", ["Surface", "CachedWidget"], "studio.ui.cached_widget", "A widget that draws line by line and keeps what it drew.")
split("studio.ui.command_scope", ["Abreast", "Stacked", "PaneColumns", "PaneRows"], "studio.ui.pane_containers", "Panes side by side and above each other.")

# 8. docs
sub("docs/documents.md", (r"`studio\.documents` imports neither textual", "`studio.workspace` imports neither textual"))
sub("docs/architecture.md", (r"(`studio/editor/workspace_controller\.py`; what every editor inherits) `editing\.py`", r"\1 `editor_screen.py`"),
    (r"`studio/ui/task_runner\.py`, `studio/task\.py`", "`studio/ui/task_runner.py`, `studio/task.py`"))
p = ROOT / "docs/architecture.md"; t = p.read_text()
floors = """F8  studio.app                            the program, its first screen, palette and help, and the controllers that it holds
F7  studio.simulate  studio.map           a workbench each: screen, layout, dialogs, panes/, model
    studio.people  studio.objects         (people may use objects; the others keep apart)
    studio.editor                         what the workbenches share that edit a project: base screen, saving, conflicts, recovery
F6  studio.ui                             what every screen shares: commands/, dialogs/, map_view/, lists, text, theme, layout
F5  studio.player                         a run being played: the table of playback, the thread, sources, frames
    studio.workspace                      an open project, as values: history, checks, saving; edits/ of documents/ of formats/
    studio.storage  studio.task           folders of the studio's own, crash reports; long work as its thread tells of it
"""
import re as _re
n = _re.sub(r"^F7  studio\.app .*?(?=^F4 )", lambda m: floors, t, flags=_re.S | _re.M)
if n != t: p.write_text(n)

# 9. paths in docs without their package, and file names that are no more
rows = [l.split("#")[0].strip() for f in ("engine_moves.txt", "studio_moves.txt") for l in (HERE / f).read_text().splitlines()]
pairs = [tuple(x.strip() for x in r.split("->")) for r in rows if "->" in r and ".*" not in r and not r.startswith("tests")]
exists = {x.name for x in ROOT.rglob("*.py") if ".venv" not in x.parts and x.parts[len(ROOT.parts)] in ("latticeville", "studio")}
for f in [*ROOT.glob("docs/*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]:
    if not f.exists(): continue
    t = n = f.read_text()
    for a, b in pairs:
        if a.startswith("latticeville."):
            n = re.sub(r"(?<![\w/.])" + re.escape("/".join(a.split(".")[1:]) + ".py") + r"\b", "/".join(b.split(".")[1:]) + ".py", n)
        old, new = a.rsplit(".", 1)[1] + ".py", b.rsplit(".", 1)[1] + ".py"
        if old not in exists: n = re.sub("(?<=`)" + re.escape(old) + "(?=`)", new, n)
    if n != t: f.write_text(n)

# 10. words of variables, where NAME tokens
import io, json, tokenize
WORDS = {"kept_as": "layout_key", "sketch": "map_model", "_sketch": "_map_model", "lens": "zoom", "_lens": "_zoom"}
DOCS_WORDS = {"sketch": "map model", "lens": "zoom"}
for f in [*ROOT.glob("studio/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/*.py")]:
    t = f.read_text()
    if not re.search(r"\b(_?(sketch|lens)|kept_as)\b", t): continue
    lines = t.split("\n"); prev = None; out = []
    for k in tokenize.generate_tokens(io.StringIO(t).readline):
        if k.type == tokenize.NAME and k.string in WORDS: out.append((k.start, k.end, WORDS[k.string]))
        elif k.type == tokenize.COMMENT or (k.type == tokenize.STRING and k.string.startswith('"""') and "{" not in k.string):
            new = re.sub(r"\b(sketch|lens)\b", lambda m: DOCS_WORDS[m.group(1)], k.string)
            if new != k.string and k.start[0] == k.end[0]: out.append((k.start, k.end, new))
    for (l, c), (_, e), new in sorted(out, reverse=True): lines[l - 1] = lines[l - 1][:c] + new + lines[l - 1][e:]
    f.write_text("\n".join(lines))

# 11. strings that name what was renamed
sub("tests/studio/test_opening.py", (r'\(SimulateScreen, "arranged"', '(SimulateScreen, "update_seen_panes"'), (r'\(SimulateScreen, "see"', '(SimulateScreen, "show_frame"'))
sub("tests/studio/test_earlier.py", (r'simulate, "see"', 'simulate, "show_frame"'))
sub("tests/studio/test_palette.py", (r'"studio\.(app\.)?run_list\.left"', '"studio.app.run_list.kept_runs"'))

for f in ROOT.glob("tests/**/*.py"):
    t = f.read_text(); n = re.sub(r"studio\.ui\.bar\.(SPOKEN|HINTS|LINES|RANKS)\b", r"studio.ui.footer.\1", t); n = re.sub(r"studio\.ui\.bar\.Status\b", "studio.ui.bar.StatusBar", n)
    n = re.sub(r"studio\.ui\.bar\.Hints\b", "studio.ui.footer.CommandFooter", n)
    if n != t: f.write_text(n)

# 11b. the palette asks the app by a protocol, so that imports do not go round
p = ROOT / "studio/app/palette.py"; t = p.read_text()
if "from studio.app.app import Studio" in t:
    run = (re.search(r'cast\("Studio", self\.app\)\.(session|player)\b', t) or re.search("(session)", "session")).group(1)
    t = t.replace("    from studio.app.app import Studio\n", "    from textual.screen import Screen\n\n    from studio.app.branches import BranchController\n    from studio.player.player import RunPlayer\n    from studio.ui.command_scope import CommandScope\n    from studio.ui.commands.keymap import Keymap\n", 1)
    t = t.replace("TYPE_CHECKING, NamedTuple, cast", "TYPE_CHECKING, NamedTuple, Protocol, cast", 1).replace('cast("Studio"', 'cast("PaletteApp"')
    block = f'''class CommandRunner(Protocol):
    """What runs commands."""

    def scopes(self, screen: "Screen[object]") -> "dict[str, CommandScope]":
        """Return who has the commands of each part of a screen."""

    def run(self, command: Command) -> None:
        """Run a command wherever it belongs."""


class PaletteApp(Protocol):
    """What the palette asks of the app."""

    keymap_file: "Keymap"
    branches: "BranchController"
    dispatcher: CommandRunner

    @property
    def {run}(self) -> "RunPlayer | None":
        """The open run, if there is one."""

    def say(self, sentence: str) -> None:
        """Say a sentence in the footer."""


class StudioPalette('''
    t = t.replace("class StudioPalette(", block, 1)
    p.write_text(t)

# 12. undefined names, in strings of casts, become the new ones
tables = [HERE / n for n in ("engine_names.txt", "engine_names_a.txt", "engine_names_b.txt", "studio_names.txt")]
new_of = {}
for tb in tables:
    if tb.exists():
        for r in tb.read_text().splitlines():
            r = r.split("#")[0]
            if "->" in r and ":" in r:
                q, n = r.split(":", 1)[1].split("->"); new_of.setdefault(q.strip().split(".")[-1], []).append((r.split(":")[0].strip(), n.strip()))
def ruff(sel):
    o = subprocess.run(["ruff", "check", ".", "--select", sel, "--output-format", "json"], capture_output=True, text=True).stdout
    return json.loads(o or "[]")
for d in sorted(ruff("F821"), key=lambda d: (-d["location"]["row"], -d["location"]["column"])):
    name = d["message"].split("`")[1]; f = pathlib.Path(d["filename"]); t = f.read_text()
    got = [n for _, n in new_of.get(name, []) if re.search(rf"\b{n}\b", t)]
    if len(set(got)) == 1:
        ls = t.split("\n"); i = d["location"]["row"] - 1
        ls[i] = re.sub(rf"\b{name}\b", got[0], ls[i]); f.write_text("\n".join(ls)); print("undefined", name, "->", got[0], f)
    else: print("UNDEFINED", name, f, got)

# 13. lines that are too long by their new names
sub("studio/ui/list_view.py", (r"^    ListView > \.lines--cursor \{ background: \$block-cursor-background; color: \$block-cursor-foreground; text-style: bold; \}$",
    "    ListView > .lines--cursor {\n        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;\n    }"))
sub("studio/simulate/questionnaire_dialogs.py", (r"""^(\s+)text = f"\{format_count\(len\(answers\), 'answer'\)\}: """, r"""\1many = format_count(len(answers), "answer")\n\1text = f"{many}: """))
subprocess.run(["ruff", "check", "-q", "--fix", "--select", "I,F401", "."]); subprocess.run(["ruff", "format", "-q", "."])
for d in ruff("E501"):
    f = pathlib.Path(d["filename"]); ls = f.read_text().split("\n"); i = d["location"]["row"] - 1
    for k in range(i, min(i + 14, len(ls))):
        if "# fmt: skip" in ls[k]:
            ls[k] = re.sub(r"\s*# fmt: skip", "", ls[k]); f.write_text("\n".join(ls)); break
