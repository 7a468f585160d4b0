/** Markdown to HTML, without trusting its author: what is not plain GFM is shown as the text it is. @module */
import { Marked, type Tokens } from "marked";

interface MarkdownLabels {
  copy: string;
  done: string;
  notDone: string;
}

/** Links out of the page open outside; a path or an unknown scheme is only text. */
const LINKED = /^(https?:|mailto:)/i;
/** The page's own titles are h1 and h2, so an answer starts below them. */
const TOP_HEADING = 3;

/** @returns HTML that still has to pass the sanitizer. */
export function markdownHtml(text: string, labels: MarkdownLabels): string {
  const marked = new Marked({ gfm: true, breaks: true, async: false });
  const levelOf = headingLevels();
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const level = levelOf(depth);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
      },
      html: ({ text }) => /^<br\s*\/?>$/i.test(text.trim()) ? "<br>" : escapeHtml(text),
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        return LINKED.test(href) ? outsideLink(href, content) : content;
      },
      // The page loads nothing from other places, so a picture is a link to it.
      image: ({ href, text }) =>
        LINKED.test(href) ? outsideLink(href, escapeHtml(text || href)) : escapeHtml(text),
      code: ({ text, lang }) => codeHtml(text, lang ?? "", labels.copy),
      checkbox: ({ checked }) =>
        `<span class="task-box ${checked ? "on" : ""}" role="img" aria-label="${
          escapeHtml(checked ? labels.done : labels.notDone)
        }">${checked ? "✓" : ""}</span>`,
      listitem(item) {
        return `<li${item.task ? ' class="task"' : ""}>${this.parser.parse(item.tokens)}</li>`;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => this.tablecell(cell)).join("")}</tr>`;
        const body = token.rows.map(row).join("");
        return `<div class="table" tabindex="0"><table><thead>${row(token.header)}</thead>${
          body === "" ? "" : `<tbody>${body}</tbody>`
        }</table></div>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Authors skip levels for the looks of it; who listens to the page needs them one below the other. */
function headingLevels(): (depth: number) => number {
  let open: number[] = [];
  return (depth) => {
    open = [...open.filter((above) => above < depth), depth];
    return Math.min(TOP_HEADING + open.length - 1, 6);
  };
}

function outsideLink(href: string, content: string): string {
  return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${content}</a>`;
}

function codeHtml(text: string, lang: string, copy: string): string {
  const name = escapeHtml(lang.split(/\s/)[0] ?? "");
  const button = `<button type="button" data-copy>${escapeHtml(copy)}</button>`;
  return `<div class="code"><div class="code-bar"><span>${name}</span>${button}</div>` +
    `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
