"""Move definitions of a module into a new one: split(old, names, new, docstring); importers follow. No effect where done."""
import ast, pathlib, subprocess
def path(m): return pathlib.Path(m.replace(".", "/") + ".py")
def split(old, names, new, doc):
    p, q = path(old), path(new)
    if not p.exists() or q.exists(): return
    text = p.read_text(); lines = text.split("\n"); tree = ast.parse(text); body = tree.body
    def defined(n):
        if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)): return {n.name}
        if isinstance(n, ast.Assign): return {t.id for t in n.targets if isinstance(t, ast.Name)}
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name): return {n.target.id}
        return set()
    is_doc = lambda n: isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) and isinstance(n.value.value, str)
    is_imp = lambda n: isinstance(n, (ast.Import, ast.ImportFrom)) or (isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test))
    groups, imports = [], []
    for k, n in enumerate(body):
        if is_imp(n): imports.append(n)
        elif is_doc(n):
            if groups: groups[-1].append(n)
        else: groups.append([n])
    def first(n): return min([n.lineno, *(d.lineno for d in getattr(n, "decorator_list", []))])
    def src(g): return "\n".join(lines[first(g[0]) - 1 : g[-1].end_lineno])
    mv = [g for g in groups if defined(g[0]) & set(names)]
    if not mv: print("nothing of", names, "in", old); return
    keep = [g for g in groups if g not in mv]
    moved = set().union(*(defined(g[0]) for g in mv)); left = set().union(set(), *(defined(g[0]) for g in keep))
    used = lambda gs: {x.id for g in gs for n in g for x in ast.walk(n) if isinstance(x, ast.Name)} | {w for g in gs for n in g for x in ast.walk(n) if isinstance(x, ast.Constant) and isinstance(x.value, str) for w in moved | left if w in x.value}
    imp = "\n".join("\n".join(lines[n.lineno - 1 : n.end_lineno]) for n in imports)
    def make(docstring, gs, extra): return f'"""{docstring}"""\n\n{imp}\n{extra}\n\n' + "\n\n\n".join(src(g) for g in gs) + "\n"
    need = sorted(used(mv) & left); back = sorted(used(keep) & moved)
    q.parent.mkdir(parents=True, exist_ok=True)
    q.write_text(make(doc, mv, f"from {old} import {', '.join(need)}" if need else ""))
    # the old file: moved segments cut out
    cut = set()
    for g in mv: cut |= set(range(first(g[0]) - 1, g[-1].end_lineno))
    rest = [l for k, l in enumerate(lines) if k not in cut]
    if keep:
        if back:
            at = next((k for k, l in enumerate(rest) if l.startswith(("import ", "from "))), 2)
            rest.insert(at, f"from {new} import {', '.join(back)}")
        p.write_text("\n".join(rest))
    else: p.unlink()
    subprocess.run(["git", "add", "-A", str(q), str(p)], check=False, capture_output=True)
    for f in subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True).stdout.split():
        f = pathlib.Path(f)
        if f in (p, q) or not f.exists() or old.rsplit(".", 1)[1] not in (t := f.read_text()): continue
        ls = t.split("\n"); change = False
        for n in sorted((n for n in ast.walk(ast.parse(t)) if isinstance(n, ast.ImportFrom) and n.module == old), key=lambda n: -n.lineno):
            go = [a for a in n.names if a.name in moved]
            if not go: continue
            ind = ls[n.lineno - 1][: n.col_offset]; stay = [a for a in n.names if a not in go]
            show = lambda xs: ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in xs)
            out = ([f"{ind}from {old} import {show(stay)}"] if stay else []) + [f"{ind}from {new} import {show(go)}"]
            ls[n.lineno - 1 : n.end_lineno] = out; change = True
        if change: f.write_text("\n".join(ls))
