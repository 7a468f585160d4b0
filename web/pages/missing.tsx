import { CircleSlash } from "lucide-preact";
import { Link } from "wouter-preact";
import { useText } from "../app_context.ts";
import { PageBar } from "../shell/page_bar.tsx";
import { Empty } from "../ui/empty.tsx";

export function Missing() {
  const t = useText();
  return (
    <>
      <PageBar title={t("page.missing")} />
      <Empty icon={CircleSlash} title={t("page.missing")} text={t("missing.text")}>
        <Link class="button" href="/">{t("missing.home")}</Link>
      </Empty>
    </>
  );
}
