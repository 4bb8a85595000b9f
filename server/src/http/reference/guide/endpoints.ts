import { html } from '../html.ts';
import type { Section } from '../section.ts';
import type { GuideContext } from './guide-context.ts';
import { code, rowTable } from './tables.ts';

/** Every endpoint on one screen, in the order in which the page describes them. */
export function endpoints({ document, baseUrl }: GuideContext): Section {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ endpoint: `${method.toUpperCase()} ${path}`, operation })),
  );
  const rows = document.tags
    .flatMap(({ name }) => operations.filter(({ operation }) => operation.tags?.includes(name)))
    .map(({ endpoint, operation }) => [
      html`<a href="#${operation.operationId}">${code(endpoint)}</a>`,
      operation.summary,
      code(
        Object.values(operation.security[0] ?? {})
          .flat()
          .join(', '),
      ),
    ]);
  return {
    id: 'endpoints',
    title: 'All endpoints',
    prose: html`<p>Paths are below the base address, <code>${baseUrl}</code>. Any other path, and any other method on one of these, is 404 <code>not_found</code>.</p>
${rowTable(['Endpoint', 'What it does', 'Permission'], [...rows, [html`<a href="${baseUrl}/openapi.json">${code('GET /openapi.json')}</a>`, 'All of this for machines', 'no key needed']])}`,
  };
}
