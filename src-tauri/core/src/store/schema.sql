-- Schema version 1. SQLite is the truth; the usearch file is a cache of `vector`.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE folder (
    id     INTEGER PRIMARY KEY,
    path   TEXT NOT NULL UNIQUE,
    matter TEXT,
    added  TEXT NOT NULL
) STRICT;

-- Paths that the user keeps out: a file, or everything below a directory.
CREATE TABLE exclusion (
    path TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
    id         INTEGER PRIMARY KEY,
    sha256     TEXT NOT NULL UNIQUE,
    format     TEXT NOT NULL,
    name       TEXT NOT NULL,      -- file stem under which its passages were embedded
    title      TEXT NOT NULL,      -- what the document calls itself
    opening    TEXT NOT NULL,      -- its first words, where parties are named
    language   TEXT NOT NULL,
    date       TEXT,               -- the document's own date, ISO 8601
    versions   TEXT NOT NULL,      -- JSON array of version marks ("borrador", "v2", "firmado")
    amends     INTEGER NOT NULL,   -- 1 when it changes another document
    text       TEXT NOT NULL,
    meta       TEXT NOT NULL,      -- JSON of what the file says of itself
    page_count INTEGER NOT NULL,
    pages_ocr  INTEGER NOT NULL,
    searchable INTEGER NOT NULL    -- 0 when no passage could be made of it
) STRICT;

-- One row a path. An attachment's path is its parent's path, "/", its name.
CREATE TABLE file (
    path        TEXT PRIMARY KEY,
    folder_id   INTEGER NOT NULL REFERENCES folder (id) ON DELETE CASCADE,
    parent      TEXT,
    size        INTEGER NOT NULL,
    mtime_ns    INTEGER NOT NULL,
    ctime_ns    INTEGER NOT NULL,
    inode       INTEGER NOT NULL,
    status      TEXT NOT NULL,
    document_id INTEGER REFERENCES document (id),
    hashed      TEXT NOT NULL      -- when its bytes were last read and hashed
) STRICT, WITHOUT ROWID;
CREATE INDEX file_document ON file (document_id);
CREATE INDEX file_parent ON file (parent);

CREATE TABLE page (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,  -- from 1
    label       TEXT,
    spans       TEXT NOT NULL,     -- JSON array of [start, end]
    width       REAL NOT NULL,
    height      REAL NOT NULL,
    approximate INTEGER NOT NULL,
    ink_covered REAL,              -- null for a digital page
    confidence  REAL,
    words       BLOB NOT NULL,     -- postcard of the page's words
    PRIMARY KEY (document_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE mark (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    start       INTEGER NOT NULL,
    "end"       INTEGER NOT NULL,
    kind        TEXT NOT NULL      -- JSON
) STRICT;
CREATE INDEX mark_document ON mark (document_id, start);

CREATE TABLE deletion (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    at          INTEGER NOT NULL,
    text        TEXT NOT NULL,
    author      TEXT,
    date        TEXT
) STRICT;
CREATE INDEX deletion_document ON deletion (document_id);

-- A finding about a document's content (document_id) or about one path (path).
CREATE TABLE problem (
    id          INTEGER PRIMARY KEY,
    document_id INTEGER REFERENCES document (id) ON DELETE CASCADE,
    path        TEXT REFERENCES file (path) ON DELETE CASCADE,
    page        INTEGER,
    code        TEXT NOT NULL,
    message     TEXT NOT NULL
) STRICT;
CREATE INDEX problem_document ON problem (document_id);
CREATE INDEX problem_path ON problem (path);

CREATE TABLE passage (
    id          INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL,
    start       INTEGER NOT NULL,
    "end"       INTEGER NOT NULL,
    heading     TEXT NOT NULL,     -- JSON array, outermost first
    language    TEXT NOT NULL,
    body_terms  TEXT NOT NULL,     -- folded stems, space separated
    head_terms  TEXT NOT NULL,
    embedded    BLOB NOT NULL      -- hash of the text that is embedded
) STRICT;
CREATE INDEX passage_document ON passage (document_id, ordinal);
CREATE INDEX passage_embedded ON passage (embedded);

-- Terms are stemmed and folded before they come here, so the tokenizer only splits at spaces.
CREATE VIRTUAL TABLE passage_fts USING fts5 (
    body, head, title,
    content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 tokenchars '-_./'"
);

CREATE TABLE embedder (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    digest    TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL,
    current   INTEGER NOT NULL
) STRICT;

-- Keyed by what was embedded, so that equal text is embedded once.
CREATE TABLE vector (
    embedder_id INTEGER NOT NULL REFERENCES embedder (id) ON DELETE CASCADE,
    embedded    BLOB NOT NULL,
    value       BLOB NOT NULL,     -- little-endian f32, unit length
    PRIMARY KEY (embedder_id, embedded)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    id     INTEGER PRIMARY KEY,
    at     TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

-- What was asked and answered. No part of the index.
CREATE TABLE conversation (
    id      INTEGER PRIMARY KEY,
    title   TEXT NOT NULL,
    started TEXT NOT NULL,
    changed TEXT NOT NULL
) STRICT;

CREATE TABLE turn (
    conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    number          INTEGER NOT NULL,  -- from 1
    asked           TEXT NOT NULL,
    question        TEXT NOT NULL,     -- as the user wrote it
    question_used   TEXT NOT NULL,     -- as it was searched
    answer          TEXT NOT NULL,     -- JSON
    PRIMARY KEY (conversation_id, number)
) STRICT, WITHOUT ROWID;
