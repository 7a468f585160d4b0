/** A home whose log is long before newpi starts. @module */
import { catalogue } from "../../internal/app/catalogue.ts";
import { migrations } from "../../internal/kernel/assets.ts";
import { migrate } from "../../internal/kernel/migrate.ts";
import { createHome, type Home } from "../../internal/kernel/paths.ts";
import { openDatabase } from "../../internal/kernel/sqlite.ts";
import { openLog } from "../../internal/log/mod.ts";
import { sampleEvents } from "./sample_events.ts";

export function fillLog(home: Home, count: number): void {
  createHome(home);
  const db = openDatabase(home.database);
  migrate(db, migrations());
  const log = openLog(db, catalogue);
  db.tx(() => {
    for (const event of sampleEvents(count)) log.append(event);
  });
  db.close();
}
