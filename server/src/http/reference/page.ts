import type { OpenApiDocument } from '@parley/contract';
import { type Endpoint, endpointSection } from './endpoint-section.ts';
import { aboutCalls } from './guide/calls.ts';
import { firstSteps } from './guide/first-steps.ts';
import { rules } from './guide/rules.ts';
import { aboutWebhooks } from './guide/webhooks.ts';
import { Html, html } from './html.ts';
import { objectSection } from './object-section.ts';
import { type describedObjects, Schemas } from './schemas.ts';
import { renderSection, type Section } from './section.ts';

/** Where the page's script is served. */
export const SCRIPT_PATH = '/docs/reference.js';

interface Chapter {
  title: string;
  sections: Section[];
}

/** Where the resources of a tag are described, before its endpoints. */
const objectsOfTag: Record<string, (typeof describedObjects)[number][]> = {
  Calls: ['Call'],
  Batches: ['Batch'],
  Agents: ['Agent'],
  Suppressions: ['Suppression'],
  Webhooks: ['Webhook', 'WebhookDelivery'],
};

/** The whole reference as one page. Its script adds search, copying and trying; everything is there without it. */
export function referencePage(document: OpenApiDocument, style: string): string {
  const chapters = chaptersOf(document);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley API reference</title>
<style>${new Html(style)}</style>
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<a class="skip" href="#introduction">Skip to content</a>
<header><a class="brand" href="#introduction">Parley <span>API reference</span></a>
<a class="to-contents" href="#contents">Contents</a>
<fieldset class="languages"><legend>Examples in</legend><label><input type="radio" name="language" id="show-curl" checked><span>curl</span></label><label><input type="radio" name="language" id="show-client"><span>JavaScript</span></label><label><input type="radio" name="language" id="show-python"><span>Python</span></label></fieldset></header>
<nav id="contents" aria-label="Contents">${contents(chapters)}</nav>
<main>
${chapters.map(({ title, sections }) => html`<h1>${title}</h1>\n${sections.map(renderSection)}`)}</main>
</body>
</html>
`.markup;
}

function contents(chapters: Chapter[]): Html {
  return html`${chapters.map(
    ({ title, sections }) => html`<p>${title}</p><ul>${sections.map(entry)}</ul>
`,
  )}`;
}

function entry({ id, title, badge }: Section): Html {
  const method =
    badge && html`<span class="method ${badge.toLowerCase()}">${badge === 'DELETE' ? 'DEL' : badge}</span> `;
  return html`<li><a href="#${id}">${method}${title}</a></li>`;
}

function chaptersOf(document: OpenApiDocument): Chapter[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Endpoint => ({ method: method.toUpperCase(), path, operation })),
  );
  const anchors = new Map(
    endpoints.map(({ method, path, operation }) => [`${method} ${path}`, operation.operationId] as const),
  );
  const baseUrl = document.servers[0]!.url;
  const guide = { document, baseUrl, anchors };
  const fields = { schemas: new Schemas(document), anchors };
  const chaptersOfTags = document.tags.map(({ name }) => ({
    title: name,
    sections: [
      ...(objectsOfTag[name] ?? []).map((object) => objectSection(object, endpoints, fields)),
      ...endpoints
        .filter(({ operation }) => operation.tags?.includes(name))
        .map((endpoint) => endpointSection(endpoint, baseUrl, fields)),
    ],
  }));
  return [
    { title: 'First steps', sections: firstSteps(guide) },
    { title: 'Rules', sections: rules(guide) },
    { title: 'How calls go', sections: aboutCalls(guide) },
    { title: 'Events', sections: aboutWebhooks(guide) },
    ...chaptersOfTags,
  ];
}
