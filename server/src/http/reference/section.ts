import { type Html, html } from './html.ts';

/** A part of the page: words on one side, code on the other. */
export interface Section {
  id: string;
  title: string;
  prose: Html;
  code?: Html;
  /** Shown before the title in the table of contents. */
  badge?: string;
}

export function renderSection({ id, title, prose, code, badge }: Section): Html {
  const heading = html`<h2><a class="anchor" href="#${id}">${title}</a></h2>`;
  return html`<section id="${id}"${badge === undefined ? '' : html` class="endpoint"`}>
<div class="prose">${heading}${prose}</div>${code && html`<div class="side">${code}</div>`}</section>
`;
}
