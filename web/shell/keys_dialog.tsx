import { useApp } from "../app_context.ts";
import type { TextKey } from "../i18n/i18n.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { commands } from "./commands.ts";
import { keyLabels } from "./key_label.ts";

type Row = { keys?: string; label: TextKey; group: TextKey };
const IN_LISTS: Row[] = [
  { keys: "j", label: "keys.next", group: "keys.groupLists" },
  { keys: "k", label: "keys.previous", group: "keys.groupLists" },
  { keys: "Enter", label: "keys.open", group: "keys.groupLists" },
  { keys: "Escape", label: "keys.close", group: "keys.groupLists" },
];

export function KeysDialog({ onClose }: { onClose(): void }) {
  const app = useApp();
  const { t } = app.i18n;
  const rows: Row[] = [...commands(app, () => {}), ...IN_LISTS].filter(({ keys }) => keys !== undefined);
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      {groups.map((group) => (
        <section key={group} class="keys-group">
          <h3>{t(group)}</h3>
          <dl>
            {rows.filter((row) => row.group === group).map(({ label, keys = "" }) => (
              <div key={keys}>
                <dt>{t(label)}</dt>
                <dd>{keyLabels(keys).map((key) => <Kbd key={key}>{key}</Kbd>)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
