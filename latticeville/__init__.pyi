from latticeville.api import Frame as Frame
from latticeville.api import LoadedWorld as LoadedWorld
from latticeville.api import OpenRun as OpenRun
from latticeville.api import Records as Records
from latticeville.api import feed as feed
from latticeville.api import fork as fork
from latticeville.api import new_run as new_run
from latticeville.api import open_run as open_run
from latticeville.api import open_world as open_world
from latticeville.api import reports as reports
from latticeville.api import sql as sql
from latticeville.api import step as step

__version__: str
