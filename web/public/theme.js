// Runs before the first paint, so that no page flashes in the wrong theme. The page's own code keeps it current.
{
  let choice = null;
  try {
    choice = localStorage.getItem("newpi.theme");
  } catch {
    // Storage is refused: follow the system.
  }
  const dark = choice === null ? matchMedia("(prefers-color-scheme: dark)").matches : choice === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
