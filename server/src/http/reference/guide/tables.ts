import { type Html, html, type Renderable } from '../html.ts';

/** A table of plain rows, in a box of its own that scrolls where the page is narrow. */
export function wideTable(headings: string[], rows: Renderable[][]): Html {
  return html`<div class="wide" tabindex="0"><table><thead><tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;
}

export const code = (text: string): Html => html`<code>${text}</code>`;
