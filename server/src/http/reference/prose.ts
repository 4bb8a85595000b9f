import { type Html, html, type Renderable } from './html.ts';

/** Where an endpoint is described, by what it is called in prose: `GET /calls/{call_id}`. */
export type EndpointAnchors = ReadonlyMap<string, string>;

const MARKED = /`([^`]+)`|(\{\{\w+\}\})|\b((?:GET|POST|PATCH|DELETE) \/[\w/{}]*[\w}])/g;

/** Text of the contract: `code` in backticks, {{variables}}, and endpoints as links to where they are described. */
export function inline(text: string, anchors: EndpointAnchors): Html {
  const pieces: Renderable[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    const [whole, quoted, variable, endpoint] = match;
    const code = quoted ?? variable;
    pieces.push(
      text.slice(end, match.index),
      code === undefined ? link(endpoint!, anchors) : html`<code>${code}</code>`,
    );
    end = match.index + whole.length;
  }
  return html`${[...pieces, text.slice(end)]}`;
}

function link(endpoint: string, anchors: EndpointAnchors): Html {
  const anchor = anchors.get(endpoint);
  return anchor === undefined
    ? html`<code>${endpoint}</code>`
    : html`<a href="#${anchor}"><code>${endpoint}</code></a>`;
}

export function paragraphs(text: string, anchors: EndpointAnchors): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph, anchors)}</p>`)}`;
}
