import { type Html, html, type Renderable } from '../html.ts';

/** Rows that end in words; where the page is narrow, each becomes a paragraph. */
export function rowTable(headings: string[], rows: Renderable[][]): Html {
  return table('rows', headings, rows);
}

/** Short cells that mean nothing without their headings; they stay in columns at any width. */
export function figureTable(headings: string[], rows: Renderable[][]): Html {
  return table('figures', headings, rows);
}

function table(kind: string, headings: string[], rows: Renderable[][]): Html {
  return html`<table class="${kind}"><thead><tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>`;
}

export const code = (text: string): Html => html`<code>${text}</code>`;
