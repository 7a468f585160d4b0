import { Route, Switch } from "wouter-preact";
import { useApp } from "./app_context.ts";
import { Gate } from "./pages/gate/page.tsx";
import { Missing } from "./pages/missing.tsx";
import { Shell } from "./shell/shell.tsx";
import { lazyPage } from "./ui/lazy.tsx";

const ConversationPage = lazyPage(() => import("./pages/conversation/page.tsx"));
const TasksPage = lazyPage(() => import("./pages/tasks/page.tsx"));
const TaskPage = lazyPage(() => import("./pages/task/page.tsx"));
const SettingsPage = lazyPage(() => import("./pages/settings/page.tsx"));

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
            <Route path="/settings" component={SettingsPage} />
            <Route component={Missing} />
          </Switch>
        </Shell>
      );
  }
}
