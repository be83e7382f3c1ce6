CREATE SCHEMA IF NOT EXISTS latticeville;
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE latticeville.migrations (
    version integer PRIMARY KEY,
    name text NOT NULL
);

-- A row a run: the ticks that the store has of it, and the digest of the log's line of the last.
CREATE TABLE latticeville.progress (
    run text PRIMARY KEY,
    first bigint NOT NULL,
    tick bigint NOT NULL,
    digest text NOT NULL
);

CREATE TABLE latticeville.runs (
    run text NOT NULL,
    "world" text,
    "world_digest" text,
    "seed" bigint,
    "model" text,
    "embedder" text,
    "engine" text,
    "people" bigint,
    "first_tick" bigint,
    "last_tick" bigint,
    "tick_minutes" bigint,
    "first_minute" bigint,
    "parent" text,
    "parent_tick" bigint
);
CREATE UNIQUE INDEX ON latticeville.runs (run);

CREATE TABLE latticeville.ticks (
    run text NOT NULL,
    "tick" bigint,
    "minute" bigint,
    "day" bigint,
    "time" text,
    "weather" text,
    "season" text,
    "living" bigint,
    "inputs" text[]
);
CREATE UNIQUE INDEX ON latticeville.ticks (run, tick);

CREATE TABLE latticeville.events (
    run text NOT NULL,
    "tick" bigint,
    "event" bigint,
    "kind" text,
    "who" text,
    "other" text,
    "area" text,
    "object" text,
    "text" text,
    "data" text
);
CREATE INDEX ON latticeville.events (run, tick);

CREATE TABLE latticeville.agents (
    run text NOT NULL,
    "who" text,
    "name" text,
    "age" bigint,
    "home" text,
    "work" text,
    "traits" text[],
    "about" text,
    "since" bigint
);
CREATE UNIQUE INDEX ON latticeville.agents (run, who);

CREATE TABLE latticeville.positions (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "area" text,
    "x" bigint,
    "y" bigint,
    "doing" text,
    "moving" boolean,
    "living" boolean
);
CREATE INDEX ON latticeville.positions (run, tick);

CREATE TABLE latticeville.memories (
    run text NOT NULL,
    "since" bigint,
    "who" text,
    "memory" bigint,
    "gone" boolean,
    "tick" bigint,
    "kind" text,
    "text" text,
    "place" text,
    "importance" bigint,
    "spoken" boolean,
    "doing" text,
    "about" text[],
    "shared" text[],
    "cites" bigint[],
    "topic" text,
    "topic_kind" text,
    "gist" text,
    "source" text,
    embedding vector,
    embedding_scale double precision
);
CREATE UNIQUE INDEX ON latticeville.memories (run, who, memory, since);

CREATE INDEX ON latticeville.memories (run, since);

CREATE TABLE latticeville.beliefs (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "about" text,
    "kind" text,
    "gone" boolean,
    "area" text,
    "missing" boolean,
    "text" text,
    "value" double precision,
    "source" text
);
CREATE INDEX ON latticeville.beliefs (run, tick);

CREATE TABLE latticeville.utterances (
    run text NOT NULL,
    "tick" bigint,
    "event" bigint,
    "talk" bigint,
    "turn" bigint,
    "who" text,
    "other" text,
    "listeners" text[],
    "area" text,
    "words" text,
    "leaves" boolean,
    "topic" text,
    "topic_kind" text,
    "gist" text,
    "source" text,
    "promise_place" text,
    "promise_starts" bigint
);
CREATE INDEX ON latticeville.utterances (run, tick);

CREATE TABLE latticeville.retrievals (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "retrieval" bigint,
    "rank" bigint,
    "memory" bigint,
    "query" text,
    "k" bigint,
    "profile" text
);
CREATE INDEX ON latticeville.retrievals (run, tick);

CREATE TABLE latticeville.calls (
    run text NOT NULL,
    "tick" bigint,
    "call" bigint,
    "who" text,
    "kind" text,
    "batch" bigint,
    "source" text,
    "model" text,
    "tokens_read" bigint,
    "tokens_written" bigint,
    "seconds" double precision,
    "error" text,
    "reply" text
);
CREATE INDEX ON latticeville.calls (run, tick);

CREATE TABLE latticeville.plans (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "level" text,
    "state" text,
    "starts" bigint,
    "ends" bigint,
    "place" text,
    "doing" text,
    "verb" text,
    "object" text,
    "rest" boolean,
    "rule" text,
    "cause" text
);
CREATE INDEX ON latticeville.plans (run, tick);

CREATE TABLE latticeville.commitments (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "memory" bigint,
    "held" boolean,
    "topic" text,
    "what" text,
    "place" text,
    "starts" bigint,
    "ends" bigint,
    "other" text,
    "met" boolean,
    "joined" boolean
);
CREATE INDEX ON latticeville.commitments (run, tick);

CREATE TABLE latticeville.relations (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "other" text,
    "gone" boolean,
    "closeness" double precision,
    "trust" double precision,
    "fear" double precision,
    "debt" double precision,
    "kinship" double precision,
    "causes" text[],
    "memory" bigint
);
CREATE INDEX ON latticeville.relations (run, tick);

CREATE TABLE latticeville.claims (
    run text NOT NULL,
    "tick" bigint,
    "who" text,
    "memory" bigint,
    "claim" text,
    "kind" text,
    "gist" text,
    "origin" text,
    "source" text,
    "spoken" boolean,
    "shared" text[]
);
CREATE INDEX ON latticeville.claims (run, tick);

CREATE TABLE latticeville.matters (
    run text NOT NULL,
    "tick" bigint,
    "matter" text,
    "kind" text,
    "title" text,
    "stage" text,
    "over" boolean,
    "opens" bigint,
    "likes" text[],
    "dislikes" text[],
    "undecided" text[]
);
CREATE INDEX ON latticeville.matters (run, tick);
