import { Route, Switch } from "wouter-preact";
import { useApp } from "./app_context.ts";
import { Gate } from "./pages/gate/page.tsx";
import { Missing } from "./pages/missing.tsx";
import { Shell } from "./shell/shell.tsx";
import { lazyPage } from "./ui/lazy.tsx";

/** The code of a page is a file of its own. */
const LOADERS = {
  conversation: () => import("./pages/conversation/page.tsx"),
  tasks: () => import("./pages/tasks/page.tsx"),
  task: () => import("./pages/task/page.tsx"),
  settings: () => import("./pages/settings/page.tsx"),
};
const ConversationPage = lazyPage(LOADERS.conversation);
const TasksPage = lazyPage(LOADERS.tasks);
const TaskPage = lazyPage(LOADERS.task);
const SettingsPage = lazyPage(LOADERS.settings);

/** Starts fetching a page while the rest of the start is still going on; a failure shows when it is rendered. */
export function fetchPage(path: string): void {
  const [, first, second] = path.split("/");
  const load = first === "settings"
    ? LOADERS.settings
    : first !== "tasks"
    ? LOADERS.conversation
    : second
    ? LOADERS.task
    : LOADERS.tasks;
  load().catch(() => {});
}

export function App() {
  const { session } = useApp();
  switch (session.value) {
    case "signedOut":
    case "unreachable":
      return <Gate reason={session.value} />;
    case "opening":
    case "open":
      return (
        <Shell>
          <Switch>
            <Route path="/" component={ConversationPage} />
            <Route path="/tasks" component={TasksPage} />
            <Route path="/tasks/:id" component={TaskPage} />
            <Route path="/settings/:section?" component={SettingsPage} />
            <Route component={Missing} />
          </Switch>
        </Shell>
      );
  }
}
