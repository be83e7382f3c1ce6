import ast,pathlib,re,importlib,sys
sys.path.insert(0,'.')
bad=set()
for root in ('studio','tests','benchmarks','latticeville','tools'):
    for p in pathlib.Path(root).rglob('*.py'):
        for n in ast.walk(ast.parse(p.read_text())):
            if isinstance(n,ast.Constant) and isinstance(n.value,str) and re.fullmatch(r'(studio|latticeville|tests)(\.\w+)+',n.value):
                s=n.value.split('.'); k=len(s); ok=False
                while k:
                    f=pathlib.Path(*s[:k])
                    if f.with_suffix('.py').exists() or f.is_dir(): break
                    k-=1
                rest=s[k:]
                if rest:
                    f=pathlib.Path(*s[:k]); f=f.with_suffix('.py') if f.with_suffix('.py').exists() else f/'__init__.py'
                    t=f.read_text() if f.exists() else ''
                    if not re.search(rf'\b{rest[0]}\b',t): print(p,n.lineno,n.value)
