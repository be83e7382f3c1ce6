CREATE TABLE latticeville.measures (
    run text NOT NULL,
    "tick" bigint,
    "measure" text,
    "value" double precision
);
CREATE INDEX ON latticeville.measures (run, tick);
