"""Type-aware renames by basedpyright's language server.

Run in a project root:  python docs/plans/renames/lsp_rename.py TABLE [--venv PATH]
TABLE lines:   module.path:Qual.name -> new_name      (# comments allowed)
Module-level names, classes, functions, methods, attributes (as assigned in the class body or in __init__ as self.x).
"""
import ast, json, os, re, subprocess, sys, threading, time, pathlib, queue
from urllib.parse import unquote, urlparse

ROOT = pathlib.Path.cwd()

class Server:
    def __init__(self):
        self.p = subprocess.Popen(["basedpyright-langserver", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.id = 0; self.replies = {}; self.cv = threading.Condition(); self.open = {}
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": ROOT.as_uri(), "workspaceFolders": [{"uri": ROOT.as_uri(), "name": "x"}],
            "capabilities": {"workspace": {"configuration": True, "workspaceEdit": {"documentChanges": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}}, "textDocument": {"rename": {"prepareSupport": True}}}})
        self.tell("initialized", {})
    def send(self, m):
        b = json.dumps(m).encode(); self.p.stdin.write(b"Content-Length: %d\r\n\r\n" % len(b) + b); self.p.stdin.flush()
    def tell(self, method, params): self.send({"jsonrpc": "2.0", "method": method, "params": params})
    def ask(self, method, params, timeout=600):
        self.id += 1; i = self.id
        self.send({"jsonrpc": "2.0", "id": i, "method": method, "params": params})
        with self.cv:
            if not self.cv.wait_for(lambda: i in self.replies, timeout): raise TimeoutError(method)
            return self.replies.pop(i)
    def read(self):
        out = self.p.stdout
        while True:
            n = 0
            while True:
                line = out.readline()
                if not line: return
                if line == b"\r\n": break
                if line.lower().startswith(b"content-length"): n = int(line.split(b":")[1])
            m = json.loads(out.read(n))
            if "method" in m and "id" in m:
                res = None
                if m["method"] == "workspace/configuration":
                    res = [self.config(i.get("section")) for i in m["params"]["items"]]
                self.send({"jsonrpc": "2.0", "id": m["id"], "result": res})
            elif "id" in m:
                with self.cv: self.replies[m["id"]] = m; self.cv.notify_all()
    def config(self, section):
        if section == "python": return {"pythonPath": ".venv/bin/python"}
        if section in ("basedpyright.analysis", "python.analysis"): return {"diagnosticMode": "openFilesOnly", "typeCheckingMode": "off", "include": ["latticeville", "studio", "tests", "benchmarks"], "indexing": False}
        if section == "basedpyright": return {"analysis": {"typeCheckingMode": "off", "diagnosticMode": "openFilesOnly"}}
        return {}
    def sync(self, path):
        uri = path.as_uri(); text = path.read_text()
        if uri not in self.open:
            self.open[uri] = 1
            self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}})
        else:
            self.open[uri] += 1
            self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.open[uri]}, "contentChanges": [{"text": text}]})
    def changed(self, paths):
        for p in paths:
            if p.as_uri() in self.open: self.sync(p)
        self.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": p.as_uri(), "type": 2} for p in paths]})

def source(module):
    p = ROOT / (module.replace(".", "/") + ".py")
    return p if p.exists() else ROOT / module.replace(".", "/") / "__init__.py"

def locate(path, qual):
    """line, column (0-based) of the name that defines qual."""
    text = path.read_text(); tree = ast.parse(text); lines = text.splitlines()
    scope = tree.body; node = None; parts = qual.split(".")
    for k, part in enumerate(parts):
        last = k == len(parts) - 1; found = None
        for n in scope:
            if isinstance(n, (ast.If, ast.Try)): scope = [*scope, *n.body, *getattr(n, "orelse", [])]
        for n in scope:
            if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == part:
                found = n; break
            if last and isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name) and n.target.id == part: return n.target.lineno - 1, n.target.col_offset
            if last and isinstance(n, ast.Assign):
                for t in ast.walk(n):
                    if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store) and t.id == part: return t.lineno - 1, t.col_offset
            if last and hasattr(ast, "TypeAlias") and isinstance(n, ast.TypeAlias) and n.name.id == part: return n.name.lineno - 1, n.name.col_offset
        if found is None and last and node is not None:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
                    if a.arg == part: return a.lineno - 1, a.col_offset
            for n in ast.walk(node):
                if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and n.attr == part and isinstance(n.value, ast.Name) and n.value.id == "self":
                    return n.end_lineno - 1, n.end_col_offset - len(part)
        if found is None: raise LookupError(f"{path}: {qual}")
        node = found; scope = found.body
    pat = re.compile(r"(?:class|def)\s+(" + re.escape(node.name) + r")\b")
    for ln in range(node.lineno - 1, node.lineno + 3):
        m = pat.search(lines[ln])
        if m: return ln, m.start(1)
    raise LookupError(qual)

def u16(line, col):  # byte col -> utf16 col
    return len(line.encode()[:col].decode().encode("utf-16-le")) // 2

def apply(edit):
    files = {}
    for d in edit.get("documentChanges", []):
        files.setdefault(d["textDocument"]["uri"], []).extend(d["edits"])
    for uri, es in (edit.get("changes") or {}).items(): files.setdefault(uri, []).extend(es)
    done = []
    for uri, es in files.items():
        p = pathlib.Path(unquote(urlparse(uri).path)); lines = p.read_text().split("\n")
        seen = set()
        for e in sorted(es, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
            s, t = e["range"]["start"], e["range"]["end"]
            key = (s["line"], s["character"])
            if key in seen: continue
            seen.add(key)
            assert s["line"] == t["line"]
            l = lines[s["line"]].encode("utf-16-le")
            lines[s["line"]] = (l[:2*s["character"]] + e["newText"].encode("utf-16-le") + l[2*t["character"]:]).decode("utf-16-le")
        p.write_text("\n".join(lines)); done.append(p)
    return done

snake = lambda n: re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", n); 
def to_snake(n): return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", snake(n)).lower()

def messages(path, qual):
    """Whether the class is a Message, and the names of Message classes in it."""
    node = None; scope = ast.parse(path.read_text()).body
    for part in qual.split("."):
        node = next((n for n in scope if isinstance(n, ast.ClassDef) and n.name == part), None)
        if node is None: return False, []
        scope = node.body
    is_m = lambda n: any(getattr(b, "id", getattr(b, "attr", "")).endswith(("Message", "Edited", "Notice")) or getattr(b, "id", "") == "Message" for b in n.bases)
    return is_m(node), [n.name for n in node.body if isinstance(n, ast.ClassDef) and is_m(n)]

def css_and_handlers(old, new, qual, path, info):
    """A class renamed: its name in style sheets, and Textual's handler names, follow."""
    more = []
    if "studio" not in path.parts: return more
    own, inner = info
    for p in [*ROOT.glob("studio/**/*.tcss")]:
        t = p.read_text(); n = re.sub(rf"(?<![\w.#$-]){old}(?![\w-])", new, t)
        if n != t: p.write_text(n)
    o, w = to_snake(old), to_snake(new)
    outer = qual.split(".")[:-1]
    for p in [*ROOT.glob("studio/**/*.py"), *ROOT.glob("tests/**/*.py")]:
        t = p.read_text()
        def css(m): return re.sub(rf"(?<![\w.#$-]){old}(?![\w-])", new, m.group(0))
        n = re.sub(r'(?:DEFAULT_CSS|CSS) = (""".*?"""|"[^"\n]*")', css, t, flags=re.S)
        n = re.sub(rf'(query(?:_one|_exactly_one)?\(\s*"){old}(")', rf"\g<1>{new}\g<2>", n)
        if outer:
            if own: n = re.sub(rf"\bon_{to_snake(outer[-1])}_{o}\b", f"on_{to_snake(outer[-1])}_{w}", n)
        else:
            if own: n = re.sub(rf"\bon_{o}\b", f"on_{w}", n)
            for i in inner: n = re.sub(rf"\bon_{o}_{to_snake(i)}\b", f"on_{w}_{to_snake(i)}", n)
        if n != t: p.write_text(n); more.append(p)
    return more

def main():
    table = [l.split("#")[0].strip() for l in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    table = [l for l in table if "->" in l]
    s = Server(); first = ROOT / "latticeville/__init__.py"; s.sync(first)
    geo = source("latticeville.core.geometry"); s.sync(geo); ln, col = locate(geo, "Cell")
    for _ in range(120):
        r = s.ask("textDocument/references", {"textDocument": {"uri": geo.as_uri()}, "position": {"line": ln, "character": col}, "context": {"includeDeclaration": True}})
        if len({one["uri"] for one in r.get("result") or []}) > 60: break
        time.sleep(0.5)
    failed = []
    for row in table:
        left, new = (x.strip() for x in row.split("->")); module, qual = left.split(":")
        t0 = time.time()
        try:
            path = source(module); ln, col = locate(path, qual)
            s.sync(path)
            line = path.read_text().splitlines()[ln]
            r = s.ask("textDocument/rename", {"textDocument": {"uri": path.as_uri()}, "position": {"line": ln, "character": u16(line, col)}, "newName": new})
            if r.get("error") or not r.get("result"): raise RuntimeError(str(r.get("error") or "no result"))
            info = messages(path, qual)
            done = apply(r["result"])
            old = qual.split(".")[-1]
            if old[:1].isupper() and not old.isupper(): done += css_and_handlers(old, new, qual, path, info)
            s.changed(list(dict.fromkeys(done)))
            print(f"ok   {row}   {len(done)} files {time.time()-t0:.1f}s", flush=True)
        except Exception as e:
            failed.append(row); print(f"FAIL {row}: {type(e).__name__} {e}", flush=True)
    s.p.kill()
    print(len(failed), "failed"); sys.exit(bool(failed))
main()
