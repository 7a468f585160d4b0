-- domain: runs
-- One stretch of an agent using tools. `owner` is the mailbox that is told how it ended.
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL DEFAULT 'local',
  kind TEXT NOT NULL CHECK (kind IN ('worker', 'turn', 'session', 'plan', 'undo')),
  work_item_id TEXT,
  owner TEXT NOT NULL,
  agent TEXT NOT NULL,
  -- JSON: the agent with provider, model and effort, as far as they were chosen.
  route TEXT NOT NULL,
  -- The CLI's own name of its session, to go on with it.
  session_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'paused', 'finished')),
  outcome TEXT CHECK (outcome IN
    ('succeeded', 'partially_succeeded', 'unverified', 'failed', 'cancelled', 'lost')),
  root TEXT NOT NULL,
  cancelled_by TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  CHECK ((status = 'finished') = (outcome IS NOT NULL))
) STRICT;
CREATE INDEX runs_by_work_item ON runs (work_item_id, created_at);
CREATE INDEX runs_sessions ON runs (owner, agent, created_at) WHERE session_id IS NOT NULL;
CREATE INDEX runs_active ON runs (status) WHERE status <> 'finished';
