import { type Html, html } from './html.ts';

/** A part of the page: words on one side, code on the other. */
export interface Section {
  id: string;
  title: string;
  prose: Html;
  code?: Html;
  /** Shown before the title in the table of contents. */
  badge?: string;
  /** What the page needs to try an endpoint: the method, the path with `{parameters}`, an example body. */
  trial?: { method: string; path: string; body: string | undefined };
}

export function renderSection({ id, title, prose, code, badge, trial }: Section): Html {
  const heading = html`<h2><a class="anchor" href="#${id}">${title}</a></h2>`;
  return html`<section id="${id}"${badge === undefined ? '' : html` class="endpoint"`}${trial && trialData(trial)}>
<div class="prose">${heading}${prose}</div>${code && html`<div class="side">${code}</div>`}</section>
`;
}

function trialData({ method, path, body }: NonNullable<Section['trial']>): Html {
  const data = body === undefined ? undefined : html` data-body="${body}"`;
  return html` data-method="${method}" data-path="${path}"${data}`;
}
