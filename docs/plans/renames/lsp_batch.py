"""As lsp_rename.py, but asks for all renames on the unchanged tree and applies them at once: many times as fast.

python docs/plans/renames/lsp_batch.py TABLE [TABLE ...]     rows as for lsp_rename.py, in the same order
"""
import pathlib, sys, time, importlib.util
from urllib.parse import unquote, urlparse
spec = importlib.util.spec_from_file_location("lsp_rename", pathlib.Path(__file__).parent / "lsp_rename.py")
src = (pathlib.Path(__file__).parent / "lsp_rename.py").read_text().rsplit("\nmain()", 1)[0]
L = type(sys)("L"); L.__file__ = spec.origin; exec(compile(src, spec.origin, "exec"), L.__dict__)

def main():
    table = [l.split("#")[0].strip() for t in sys.argv[1:] for l in pathlib.Path(t).read_text().splitlines()]
    table = [l for l in table if "->" in l]
    s = L.Server(); first = L.ROOT / "latticeville/__init__.py"; s.sync(first)
    geo = L.source("latticeville.core.geometry"); s.sync(geo); ln, col = L.locate(geo, "Cell")
    for _ in range(240):
        r = s.ask("textDocument/references", {"textDocument": {"uri": geo.as_uri()}, "position": {"line": ln, "character": col}, "context": {"includeDeclaration": True}})
        if len({one["uri"] for one in r.get("result") or []}) > 60: break
        time.sleep(0.5)
    back = {}  # (module, new qual) -> old qual
    edits, css, failed, clash = {}, [], [], []
    t00 = time.time()
    for n, row in enumerate(table):
        left, new = (x.strip() for x in row.split("->")); module, qual = left.split(":")
        try:
            parts = qual.split("."); old_parts = []
            for k in range(len(parts)):
                old_parts.append(back.get((module, ".".join(parts[: k + 1])), parts[k]))
            old_qual = ".".join(old_parts)
            path = L.source(module); ln, col = L.locate(path, old_qual)
            s.sync(path) if path.as_uri() not in s.open else None
            line = path.read_text().splitlines()[ln]
            r = s.ask("textDocument/rename", {"textDocument": {"uri": path.as_uri()}, "position": {"line": ln, "character": L.u16(line, col)}, "newName": new})
            if r.get("error") or not r.get("result"): raise RuntimeError(str(r.get("error") or "no result"))
            e = r["result"]; got = {}
            for d in e.get("documentChanges", []): got.setdefault(d["textDocument"]["uri"], []).extend(d["edits"])
            for uri, es in (e.get("changes") or {}).items(): got.setdefault(uri, []).extend(es)
            for uri, es in got.items():
                f = edits.setdefault(uri, {})
                for one in es:
                    a, b = one["range"]["start"], one["range"]["end"]; key = (a["line"], a["character"])
                    value = (b["character"], one["newText"])
                    if key in f and f[key] != value:
                        clash.append(f"{row}: {uri}:{a['line']+1} {f[key][1]} / {value[1]}"); continue
                    f[key] = value
            back[(module, ".".join([*parts[:-1], new]))] = old_parts[-1]
            old = parts[-1]
            if old[:1].isupper() and not old.isupper(): css.append((old, new, qual, path, L.messages(path, old_qual)))
            if n % 25 == 0: print(n, row, f"{time.time()-t00:.0f}s", flush=True)
        except Exception as e:
            failed.append(row); print(f"FAIL {row}: {type(e).__name__} {e}", flush=True)
    s.p.kill()
    for uri, f in edits.items():
        p = pathlib.Path(unquote(urlparse(uri).path)); lines = p.read_text().split("\n")
        for (l, c), (end, text) in sorted(f.items(), reverse=True):
            raw = lines[l].encode("utf-16-le")
            lines[l] = (raw[: 2 * c] + text.encode("utf-16-le") + raw[2 * end :]).decode("utf-16-le")
        p.write_text("\n".join(lines))
    for old, new, qual, path, info in css: L.css_and_handlers(old, new, qual, path, info)
    for c in clash: print("CLASH", c)
    print(len(table) - len(failed), "rows,", len(edits), "files,", len(failed), "failed", f"{time.time()-t00:.0f}s")
main()
