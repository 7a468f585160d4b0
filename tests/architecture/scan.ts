/** Tells comments, strings and code of a TypeScript text apart. @module */

type Part = "comment" | "string";

/** After one of these a slash begins a regular expression; after a value it divides. */
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|await|yield))$/;

/** Puts a space in place of every character of the given parts. Line ends and the quotes of strings stay. */
export function blank(text: string, parts: Part[]): string {
  let out = "";
  /** For each template that is open, how many braces are open in its `${}`. */
  const templates: number[] = [];
  const take = (length: number, part?: Part) => {
    const piece = text.slice(out.length, out.length + length);
    out += part !== undefined && parts.includes(part) ? piece.replace(/[^\n]/g, " ") : piece;
  };
  const takeMatch = (pattern: RegExp, part?: Part) => take(matchAt(text, out.length, pattern).length, part);

  const takeTemplate = () => {
    takeMatch(/(?:[^`\\$]|\\[^]|\$(?!\{))*/y, "string");
    const opensCode = text.startsWith("${", out.length);
    if (opensCode) templates.push(0);
    take(opensCode ? 2 : 1);
  };

  while (out.length < text.length) {
    const rest = text.slice(out.length, out.length + 2);
    if (rest === "//") takeMatch(/.*/y, "comment");
    else if (rest === "/*") takeMatch(/\/\*[^]*?(?:\*\/|$)/y, "comment");
    else if (rest[0] === '"' || rest[0] === "'") {
      const inside = rest[0] === '"' ? /(?:[^"\\\n]|\\[^])*/y : /(?:[^'\\\n]|\\[^])*/y;
      take(1);
      takeMatch(inside, "string");
      take(1);
    } else if (rest[0] === "`") {
      take(1);
      takeTemplate();
    } else if (rest[0] === "{" && templates.length > 0) {
      templates.push((templates.pop() ?? 0) + 1);
      take(1);
    } else if (rest[0] === "}" && templates.length > 0) {
      const open = templates.pop() ?? 0;
      take(1);
      if (open > 0) templates.push(open - 1);
      else takeTemplate();
    } else if (rest[0] === "/" && BEFORE_REGEX.test(out.slice(-40).trimEnd())) {
      takeMatch(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\/?/y, "string");
    } else take(1);
  }
  return out;
}

function matchAt(text: string, index: number, pattern: RegExp): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}
