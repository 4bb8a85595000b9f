import type { JsonSchema, Parameter } from '@parley/contract';
import { type Html, html, type Renderable } from './html.ts';
import { type EndpointAnchors, inline } from './prose.ts';
import { describedObjects, type Schemas } from './schemas.ts';

const NO_BREAK_SPACE = '\u00a0';

interface Field {
  name: string;
  schema: JsonSchema;
  description: string;
  /** `required`, or what its absence means; nothing where every field is always there. */
  presence: string | undefined;
}

export interface FieldContext {
  schemas: Schemas;
  anchors: EndpointAnchors;
}

export function parameterTable(parameters: Parameter[], context: FieldContext): Html {
  const fields = parameters.map(({ name, schema, description, required }) => ({
    name,
    schema,
    description,
    presence: required ? 'required' : 'optional',
  }));
  return table(fields, context);
}

/** The fields of an object. A request marks those that are required, a response those that may be absent. */
export function fieldTable(schema: JsonSchema, of: 'request' | 'response', context: FieldContext): Html {
  const { properties = {}, required = [] } = context.schemas.resolved(schema);
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    description: context.schemas.resolved(property).description ?? '',
    presence: presence(required.includes(name), of),
  }));
  return table(fields, context, of);
}

function presence(required: boolean, of: 'request' | 'response'): string | undefined {
  if (of === 'request') return required ? 'required' : 'optional';
  return required ? undefined : 'may be absent';
}

function table(fields: Field[], context: FieldContext, of: 'request' | 'response' = 'request'): Html {
  return html`<table class="fields"><thead><tr><th>Field</th><th>Description</th></tr></thead><tbody>
${fields.map((field) => row(field, of, context))}</tbody></table>`;
}

function row(field: Field, of: 'request' | 'response', context: FieldContext): Html {
  const { schemas, anchors } = context;
  const facts = [...limitsOf(schemas.resolved(field.schema)), ...valuesOf(field.schema, schemas)];
  return html`<tr><td><code class="name">${field.name}</code> <span class="type">${typeOf(field.schema, schemas)}</span>
${field.presence && html` <span class="${field.presence === 'required' ? 'required' : 'optional'}">${field.presence}</span>`}</td>
<td>${inline(sentence(field.description), anchors)}${facts.map((fact) => html` <span class="fact">${fact}</span>`)}</td></tr>
${children(field, of, context)}`;
}

const sentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

/** An object or null is the object here; that it may be null is said by its type. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1 ? others[0]! : schema;
}

function typeOf(schema: JsonSchema, schemas: Schemas): Renderable {
  const nullable = schema.anyOf?.some(({ type }) => type === 'null');
  const bare = withoutNull(schema);
  const { type = 'any', items, const: constant } = schemas.resolved(bare);
  const names = [type].flat().map((name) => {
    if (name !== 'array') return linkedType(bare, name, schemas);
    return html`array of ${items ? typeOf(items, schemas) : 'anything'}${isPlain(items, schemas) && 's'}`;
  });
  if (constant !== undefined) return JSON.stringify(constant);
  return [...names, ...(nullable ? ['null'] : [])].flatMap((name, index) => (index === 0 ? [name] : [' or ', name]));
}

function isPlain(items: JsonSchema | undefined, schemas: Schemas): boolean {
  return items !== undefined && !isDescribed(schemas.nameOf(items)) && schemas.nameOf(items) !== 'CallSummary';
}

function isDescribed(name: string | undefined): boolean {
  return describedObjects.some((described) => described === name);
}

function linkedType(schema: JsonSchema, type: string, schemas: Schemas): Renderable {
  const name = schemas.nameOf(schema);
  if (isDescribed(name)) return html`<a href="#object-${name}">${name}</a>`;
  if (name === 'CallSummary') return html`<a href="#object-Call">Call</a>, in short`;
  return type;
}

function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual } = schema;
  const number = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    // The last second of the year 9999 is a limit not worth mentioning.
    if (to === undefined || to >= 253_402_300_799) return [];
    const text = `${from === undefined ? 'Up to' : `${number(from)} to`} ${number(to)}${unit}.`;
    return [text.replaceAll(' ', NO_BREAK_SPACE)];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(usual === undefined ? [] : [`Default ${JSON.stringify(usual)}.`]),
  ];
}

/** End reasons and phases are too many for a line: the guide explains them. */
const explainedInGuide: Record<string, string> = {
  EndReason: 'end-reasons',
  CallPhase: 'life-cycle',
  CallStatus: 'life-cycle',
};

function valuesOf(schema: JsonSchema, schemas: Schemas): Html[] {
  const bare = withoutNull(schema);
  const items = schemas.resolved(bare).items;
  const target = items ?? bare;
  const guide = explainedInGuide[schemas.nameOf(target) ?? ''];
  const values = (schemas.resolved(target).enum ?? []).filter((value) => value !== null);
  if (values.length === 0) return [];
  const list = html`One of ${values.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}.`;
  if (guide === undefined) return [list];
  return values.length > 5
    ? [html`<a href="#${guide}">Its values</a>.`]
    : [html`${list} <a href="#${guide}">What they mean</a>.`];
}

function children(field: Field, of: 'request' | 'response', context: FieldContext): Html | undefined {
  const { schemas } = context;
  const bare = withoutNull(field.schema);
  const resolved = schemas.resolved(bare);
  const target = resolved.items ?? bare;
  const name = schemas.nameOf(target);
  if (isDescribed(name) || name === 'CallSummary' || schemas.resolved(target).properties === undefined)
    return undefined;
  const title = resolved.items ? `Fields of each of ${field.name}` : `Fields of ${field.name}`;
  // Open, or a search in the page would not find what is in it.
  return html`<tr class="inner"><td colspan="2"><details open><summary>${title}</summary>${fieldTable(target, of, context)}</details></td></tr>
`;
}
