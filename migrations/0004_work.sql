-- domain: work
CREATE TABLE work_items (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL DEFAULT 'local',
  title TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'closed')),
  workspace TEXT NOT NULL,
  thread_id TEXT NOT NULL UNIQUE,
  parent_id TEXT REFERENCES work_items (id),
  run_as TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX work_items_by_status ON work_items (status, updated_at);
CREATE INDEX work_items_by_update ON work_items (updated_at);
CREATE INDEX work_items_by_parent ON work_items (parent_id) WHERE parent_id IS NOT NULL;
