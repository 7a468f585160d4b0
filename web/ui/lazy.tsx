import { type ComponentType, type FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../app_context.ts";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";
import { Skeleton } from "./skeleton.tsx";

/** A page whose code is fetched when it is first shown. */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>): FunctionComponent {
  return function LazyPage() {
    const t = useText();
    const [loaded, setLoaded] = useState<ComponentType | "failed" | null>(null);
    useEffect(() => {
      load().then(({ Page }) => setLoaded(() => Page), () => setLoaded("failed"));
    }, []);
    if (loaded === null) return <Skeleton />;
    if (loaded !== "failed") {
      const Page = loaded;
      return <Page />;
    }
    // Its file is gone after an update of newpi: only a reload brings the new ones.
    return (
      <Empty title={t("failed.title")} text={t("connection.updated")}>
        <Button onClick={() => location.reload()}>{t("connection.reload")}</Button>
      </Empty>
    );
  };
}
