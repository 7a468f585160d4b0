import { RefreshCw, WifiOff } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app_context.ts";
import { Button } from "../ui/button.tsx";

/** A restart of the runtime takes less, and nobody needs to read about it. */
const PATIENCE_MS = 2_000;

/** A thin bar, not a modal: it heals by itself. */
export function ConnectionBar() {
  const { connection, i18n: { t }, system } = useApp();
  const isLost = connection.phase.value === "lost";
  const isShown = useDelayed(isLost, PATIENCE_MS);
  const serverVersion = connection.version.value;
  const isOldPage = serverVersion !== null && serverVersion !== system.pageVersion.value;
  if (isShown) {
    return (
      <div class="connection-bar" role="status">
        <WifiOff size={14} aria-hidden />
        <span>{t("connection.lost")}</span>
        <Button small tone="quiet" onClick={connection.retry}>{t("action.retry")}</Button>
      </div>
    );
  }
  if (!isOldPage) return null;
  return (
    <div class="connection-bar calm" role="status">
      <RefreshCw size={14} aria-hidden />
      <span>{t("connection.updated")}</span>
      <Button small tone="quiet" onClick={() => location.reload()}>{t("connection.reload")}</Button>
    </div>
  );
}

function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return setLate(false);
    const id = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(id);
  }, [isOn]);
  return isOn && isLate;
}
