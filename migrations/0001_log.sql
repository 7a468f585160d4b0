-- domain: log
-- The append-only event log: everything that happened, in one order.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL DEFAULT 'local',
  ts TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  thread_id TEXT,
  work_item_id TEXT,
  run_id TEXT,
  payload TEXT NOT NULL DEFAULT '{}',
  mailbox TEXT,
  lane TEXT CHECK (lane IN ('interrupt', 'normal')),
  caused_by TEXT,
  hop INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX events_by_thread ON events (thread_id, seq) WHERE thread_id IS NOT NULL;
CREATE INDEX events_by_work_item ON events (work_item_id, seq) WHERE work_item_id IS NOT NULL;
CREATE INDEX events_by_work_item_kind ON events (work_item_id, kind, seq) WHERE work_item_id IS NOT NULL;
CREATE INDEX events_by_kind ON events (kind, seq);
CREATE INDEX events_by_run ON events (run_id, seq) WHERE run_id IS NOT NULL;
CREATE INDEX events_by_run_kind ON events (run_id, kind, seq) WHERE run_id IS NOT NULL;
CREATE INDEX events_by_mailbox ON events (mailbox, seq) WHERE mailbox IS NOT NULL;
CREATE INDEX events_redactions ON events (json_extract(payload, '$.of')) WHERE kind = 'message.redacted';
-- A run ends once; sending again with the same key is the same message.
CREATE UNIQUE INDEX events_one_run_finished ON events (run_id) WHERE kind = 'run.finished';
CREATE UNIQUE INDEX events_client_key ON events (user_id, json_extract(payload, '$.clientKey'))
  WHERE kind = 'user.message' AND json_extract(payload, '$.clientKey') IS NOT NULL;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

-- What every reader sees: a hidden message keeps its place and loses its words. The row itself stays as it is.
CREATE VIEW events_read AS
SELECT e.seq, e.id, e.user_id, e.ts, e.source, e.kind, e.thread_id, e.work_item_id, e.run_id,
  CASE
    WHEN e.kind IN ('user.message', 'run.steered') AND EXISTS (
      SELECT 1 FROM events r INDEXED BY events_redactions WHERE r.kind = 'message.redacted'
        AND json_extract(r.payload, '$.of') IN (e.id, json_extract(e.payload, '$.of'),
          CASE WHEN e.kind = 'run.steered' THEN json_extract(e.payload, '$.root') END))
    THEN json_set(json_remove(e.payload, '$.images', '$.imageCount'), '$.text', '', '$.redacted', json('true'))
    ELSE e.payload
  END AS payload,
  e.mailbox, e.lane, e.caused_by, e.hop
FROM events e;

-- How far each consumer has read. A mailbox is a view of the log after its cursor.
CREATE TABLE cursors (
  consumer TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- `epoch` changes when a backup is restored: numbers of another epoch mean nothing.
CREATE TABLE log_meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
