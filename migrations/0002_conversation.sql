-- domain: conversation
CREATE TABLE threads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL DEFAULT 'local',
  work_item_id TEXT UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('main', 'work')),
  created_at TEXT NOT NULL,
  CHECK ((kind = 'main') = (work_item_id IS NULL))
) STRICT;
INSERT INTO threads (id, kind, created_at) VALUES ('main', 'main', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
