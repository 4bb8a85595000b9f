import type { JsonSchema, Operation, Parameter } from '@parley/contract';
import { codePanel, curl, json } from './code.ts';
import { type FieldContext, fieldTable, parameterTable } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline, paragraphs } from './prose.ts';
import { python } from './python.ts';
import { describedObjects } from './schemas.ts';
import type { Section } from './section.ts';

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

const statusTexts: Record<string, string> = { 200: 'OK', 201: 'Created', 204: 'No Content' };

/** Everything about one endpoint; the base address is for the examples. */
export function endpointSection(endpoint: Endpoint, baseUrl: string, context: FieldContext): Section {
  const { method, path, operation } = endpoint;
  const permission = Object.values(operation.security[0] ?? {}).flat();
  return {
    id: operation.operationId,
    title: operation.summary,
    badge: method,
    prose: html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${paragraphs(operation.description, context.anchors)}
<p class="permission">Permission: <code>${permission.join(', ')}</code></p>
${parameters('Path', 'path', operation, context)}${parameters('Query', 'query', operation, context)}${parameters('Headers', 'header', operation, context)}${body(operation, context)}${answer(operation, context)}${errors(operation, context)}`,
    code: html`${codePanel('curl', inCurl(endpoint, baseUrl), 'curl')}${clientExample(operation)}${codePanel('Python', inPython(endpoint, baseUrl, context), 'python')}${answerExample(operation, context)}`,
    trial: { method, path, body: bodyText(operation) },
  };
}

function parameters(title: string, place: Parameter['in'], operation: Operation, context: FieldContext) {
  const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  return found.length > 0 && html`<h3>${title}</h3>${parameterTable(found, context)}`;
}

function body({ requestBody }: Operation, context: FieldContext) {
  if (!requestBody) return undefined;
  const json = requestBody.content['application/json'];
  if (!json) {
    const types = Object.keys(requestBody.content);
    return html`<h3>Body</h3><p>${requestBody.description}: ${inline(types.map((type) => `\`${type}\``).join(', '), context.anchors)}.</p>`;
  }
  const { schema } = json;
  const optional = requestBody.required ? undefined : html`<p>The body may be left out.</p>`;
  return html`<h3>Body</h3>${optional}${fieldTable(schema, 'request', context)}`;
}

function answer(operation: Operation, context: FieldContext): Html {
  const { status, media } = context.schemas.success(operation);
  const line = html`<p><span class="status">${status} ${statusTexts[status]}</span>${media && html` with ${answerObject(media.schema, context)}`}</p>`;
  const isOwn = media && !isDescribed(media.schema, context);
  return html`<h3>Answer</h3>${line}${isOwn && fieldTable(media.schema, 'response', context)}`;
}

function isDescribed(schema: JsonSchema, { schemas }: FieldContext): boolean {
  return describedObjects.some((name) => name === schemas.nameOf(schema));
}

function answerObject(schema: JsonSchema, context: FieldContext): Html {
  const name = context.schemas.nameOf(schema);
  return isDescribed(schema, context) ? html`the <a href="#object-${name}">${name}</a>.` : html`these fields:`;
}

function errors(operation: Operation, { schemas, anchors }: FieldContext): Html {
  const own = Object.entries(operation.responses).flatMap(([status, response]) => {
    if (status.startsWith('2') || '$ref' in response) return [];
    return Object.values(schemas.response(response).content?.['application/json']?.examples ?? {}).map((shown) => ({
      status,
      ...shown,
    }));
  });
  const rows = own.map(({ status, summary, description, value: { error } }) => {
    const param = error.param !== undefined && html`<br><span class="fact">param <code>${error.param}</code></span>`;
    return html`<tr><td><span class="status">${status}</span> <code>${error.code}</code>${param}</td><td>${inline(summary, anchors)} <span class="fix">${inline(description, anchors)}</span></td></tr>
`;
  });
  const shared = Object.entries(operation.responses).filter(([, response]) => '$ref' in response);
  return html`<h3>Errors</h3><table class="errors"><thead><tr><th>Error</th><th>When, and what to change</th></tr></thead><tbody>${rows}</tbody></table>
<p class="note">${shared.map(([status]) => status).join(', ')} are as <a href="#errors">everywhere</a>.</p>`;
}

/** The example values of the path, the query, the header and the body. */
function exampleOf({ path, operation }: Endpoint, baseUrl: string) {
  const given = (place: Parameter['in']) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place && parameter.example !== undefined);
  const values = (place: Parameter['in']) =>
    Object.fromEntries(given(place).map(({ name, example }) => [name, String(example)]));
  return {
    url: `${baseUrl}${given('path').reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)}`,
    query: values('query'),
    headers: values('header'),
    body: operation.requestBody?.content['application/json']?.example,
    file: fileOf(operation),
  };
}

function inCurl(endpoint: Endpoint, baseUrl: string): string {
  const { url, query, headers, body, file } = exampleOf(endpoint, baseUrl);
  const search = new URLSearchParams(query).toString();
  return curl({ method: endpoint.method, url: `${url}${search === '' ? '' : `?${search}`}`, headers, body, file });
}

function inPython(endpoint: Endpoint, baseUrl: string, { schemas }: FieldContext): string {
  const hasAnswer = schemas.success(endpoint.operation).media !== undefined;
  return python({ method: endpoint.method, ...exampleOf(endpoint, baseUrl), hasAnswer });
}

function bodyText({ requestBody }: Operation): string | undefined {
  const json = requestBody?.content['application/json'];
  return json && JSON.stringify(json.example ?? {}, null, 2);
}

/** What is sent as it is, in the place of JSON. */
function fileOf({ requestBody }: Operation): { type: string; text: string } | undefined {
  const shown = Object.entries(requestBody?.content ?? {}).find(
    ([type, { example }]) => type !== 'application/json' && example !== undefined,
  );
  return shown && { type: shown[0], text: String(shown[1].example) };
}

function clientExample(operation: Operation) {
  return operation['x-codeSamples']?.map(({ label, source }) => codePanel(label, source, 'client'));
}

function answerExample(operation: Operation, { schemas }: FieldContext) {
  const { status, media } = schemas.success(operation);
  return media && codePanel(`${status} ${statusTexts[status]}`, json(media.example));
}
