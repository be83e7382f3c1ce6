"""Move modules: python3 move.py TABLE; lines `old.module -> new.module` (a package moves with all in it: `old.pkg.* -> new.pkg.*`).
Non-py companions: lines `path/a.tcss => path/b.tcss`."""
import ast, pathlib, re, subprocess, sys
ROOT = pathlib.Path.cwd()
rows = [l.split("#")[0].strip() for l in open(sys.argv[1])]
git = lambda *a: subprocess.run(["git", *a], check=True)
moves, files = {}, []
for r in rows:
    if "=>" in r:
        a, b = (x.strip() for x in r.split("=>")); files.append((a, b))
    elif "->" in r:
        a, b = (x.strip() for x in r.split("->"))
        if a.endswith(".*"):
            base = ROOT / a[:-2].replace(".", "/")
            for p in sorted(base.rglob("*")):
                if p.is_dir() or "__pycache__" in p.parts: continue
                rel = p.relative_to(base)
                if p.suffix == ".py":
                    if rel.name == "__init__.py":
                        files.append((str(p.relative_to(ROOT)), str(pathlib.Path(b[:-2].replace(".", "/")) / rel)))
                        sub = ".".join(rel.parent.parts); k = a[:-2] + ("." + sub if sub else ""); moves[k] = b[:-2] + ("." + sub if sub else "")
                    else:
                        m = ".".join(rel.with_suffix("").parts); moves[a[:-2] + "." + m] = b[:-2] + "." + m
                else: files.append((str(p.relative_to(ROOT)), str(pathlib.Path(b[:-2].replace(".", "/")) / rel)))
        else: moves[a] = b
path = lambda m: m.replace(".", "/") + ".py"
def mv(a, b):
    if a == b or not (ROOT / a).exists(): return
    d = (ROOT / b).parent; d.mkdir(parents=True, exist_ok=True); git("mv", a, b)
# two steps so that swaps and a.py -> a/a.py work
pairs = [(path(a), path(b)) for a, b in moves.items() if (ROOT / path(a)).exists()] + files
for a, b in pairs:
    if a != b: git("mv", a, a + ".moving")
for a, b in pairs:
    if a != b: mv(a + ".moving", b)
for _, b in pairs:
    for d in pathlib.Path(b).parents:
        if str(d) != "." and d.parts[0] in ("latticeville", "studio") and not (ROOT / d / "__init__.py").exists() and not any(q == str(d / "__init__.py") for _, q in pairs):
            if b.endswith(".py"): print("needs __init__:", d); (ROOT / d / "__init__.py").write_text('"""TODO."""\n'); git("add", str(d / "__init__.py"))
real = {a: b for a, b in moves.items() if a != b}
alt = "|".join(re.escape(a) for a in sorted(real, key=len, reverse=True))
dotted = re.compile(rf"(?<![\w./])({alt})(?![\w]|\.(?:toml|tcss|md))") if real else None
slashed = {path(a): path(b) for a, b in real.items()} | dict(files)
slash = re.compile("(?<![\\w])(" + "|".join(re.escape(a) for a in sorted(slashed, key=len, reverse=True)) + r")\b") if slashed else None
def froms(text):
    try: tree = ast.parse(text)
    except SyntaxError: return text
    lines = text.split("\n"); names = {}
    for n in sorted((n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module and not n.level), key=lambda n: -n.lineno):
        moved = [x for x in n.names if f"{n.module}.{x.name}" in real]
        if not moved: continue
        ind = lines[n.lineno - 1][: len(lines[n.lineno - 1]) - len(lines[n.lineno - 1].lstrip())]
        out = []
        rest = [x for x in n.names if x not in moved]
        if rest: out.append(f"{ind}from {n.module} import " + ", ".join(x.name + (f" as {x.asname}" if x.asname else "") for x in rest))
        for x in moved:
            pk, _, nm = real[f"{n.module}.{x.name}"].rpartition(".")
            out.append(f"{ind}from {pk} import {nm}" + (f" as {x.asname}" if x.asname else ""))
            if nm != x.name and not x.asname: names[x.name] = nm
        lines[n.lineno - 1 : n.end_lineno] = out
    text = "\n".join(lines)
    for a, b in names.items(): text = re.sub(rf"(?<![\w.\"'/]){a}(?=\.\w|\)|,)", b, text)
    return text
listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True).stdout.split("\n")
for f in listed:
    p = ROOT / f
    if not f or not p.is_file() or p.suffix not in (".py", ".toml", ".md", ".tcss", ".cfg", "") or f.startswith(("snapshots/", "CHANGELOG")): continue
    try: t = p.read_text()
    except UnicodeDecodeError: continue
    n = froms(t) if p.suffix == ".py" else t
    if dotted: n = dotted.sub(lambda m: real[m.group(1)], n)
    if slash: n = slash.sub(lambda m: slashed[m.group(1)], n)
    if n != t: p.write_text(n)
print(len(real), "modules,", len(files), "files")
