import ast,pathlib,collections
rows=[l.split('#')[0].strip() for l in open('docs/plans/renames/studio_names.txt') if '->' in l]
mem=[]
for r in rows:
    left,new=[x.strip() for x in r.split('->')]; m,q=left.split(':')
    if '.' in q: c,o=q.rsplit('.',1); mem.append((c,o,new))
cls={}
for root in ('studio','tests','benchmarks'):
  for p in pathlib.Path(root).rglob('*.py'):
    for n in ast.walk(ast.parse(p.read_text())):
        if isinstance(n,ast.ClassDef):
            b=[getattr(x,'id',getattr(x,'attr','')) for x in n.bases]+[getattr(x.value,'id','') for x in n.bases if isinstance(x,ast.Subscript)]
            names=set()
            for k in ast.walk(n):
                if isinstance(k,(ast.FunctionDef,ast.AsyncFunctionDef)): names.add(k.name)
                if isinstance(k,ast.Attribute) and isinstance(k.ctx,ast.Store) and getattr(k.value,'id','')=='self': names.add(k.attr)
            for k in n.body:
                if isinstance(k,ast.AnnAssign) and isinstance(k.target,ast.Name): names.add(k.target.id)
                if isinstance(k,ast.Assign):
                    names|={x.id for t in k.targets for x in ast.walk(t) if isinstance(x,ast.Name)}
            cls.setdefault(n.name,[]).append((p,b,names))
def heirs(c,seen=()):
    for n,l in cls.items():
        for p,b,names in l:
            if c in b and n!=c: 
                yield n,p,names; yield from heirs(n)
for c,o,new in mem:
    for n,p,names in heirs(c):
        if o in names: print('override',c,o,'->',new,'in',n,p)
    for p,b,names in cls.get(c,[]):
        for base in b:
            for bp,bb,bn in cls.get(base,[]):
                if o in bn: print('base of',c,base,'still has',o,bp)
        if o in names: print('still', c,o,p)
