import { GivenAgentTool, type HttpTool, VariableName } from '@parley/contract';
import { problemsOf } from '../../../components/use-contract-form.ts';
import { givenHeadersOf, type HeaderValues, headerProblems, headerValuesOf } from './header-values.ts';
import { type ParameterRow, rowProblems, rowsOf, schemaOf } from './parameter-rows.ts';
import { readSchema } from './schema-text.ts';

/** A web request as its form has it. */
export interface HttpValues {
  name: string;
  description: string;
  method: HttpTool['method'];
  url: string;
  /** Which of the two is what counts: the table or the text. */
  isJson: boolean;
  rows: ParameterRow[];
  json: string;
  headers: HeaderValues[];
  timeout: number | string;
  say: string;
  results: { name: string; path: string }[];
}

export const newHttpTool: HttpTool = {
  ...{ type: 'http', name: '', description: '', method: 'GET', url: '', headers: [], timeout: 10, say: null },
  parameters: { type: 'object', properties: {} },
  variables: {},
};

export const schemaText = (schema: unknown) => JSON.stringify(schema, null, 2);

export function httpValuesOf(tool: HttpTool): HttpValues {
  const rows = rowsOf(tool.parameters);
  return {
    ...{ name: tool.name, description: tool.description, method: tool.method, url: tool.url, timeout: tool.timeout },
    isJson: rows === null,
    rows: rows ?? [],
    json: schemaText(tool.parameters),
    headers: headerValuesOf(tool),
    say: tool.say ?? '',
    results: Object.entries(tool.variables).map(([name, path]) => ({ name, path })),
  };
}

/** As it would be sent, valid or not. */
export function httpToolOf(values: HttpValues, before: HttpTool | null): HttpTool {
  const { name, description, method, url, say, headers, results } = values;
  const read = values.isJson ? readSchema(values.json) : { schema: schemaOf(values.rows) };
  return {
    ...{ type: 'http', name, description, method, url },
    parameters: 'schema' in read ? read.schema : { type: 'object', properties: {} },
    headers: givenHeadersOf(headers, { name, url }, before),
    timeout: values.timeout as number,
    say: say === '' ? null : say,
    variables: Object.fromEntries(results.map((result) => [result.name, result.path])),
  };
}

/** By path of the form, the first problem of each. */
export function httpProblems(values: HttpValues, before: HttpTool | null): Record<string, string> {
  const { name, url, headers, rows, isJson, json, results } = values;
  const read = isJson ? readSchema(json) : null;
  const problems: Record<string, string> = {
    ...headerProblems(headers, { name, url }, before),
    ...(read && 'problem' in read && { json: read.problem }),
    ...(!isJson &&
      Object.fromEntries(Object.entries(rowProblems(rows)).map(([path, problem]) => [`rows.${path}`, problem]))),
    ...resultProblems(results),
  };
  const tool = httpToolOf(values, before);
  for (const [path, problem] of Object.entries(problemsOf(GivenAgentTool, tool)))
    problems[formPath(path, values)] ??= problem;
  return problems;
}

function resultProblems(results: HttpValues['results']): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { name }] of results.entries()) {
    const message = VariableName.safeParse(name).error?.issues[0]?.message;
    if (name === '') problems[`results.${index}.name`] = 'Fill this in.';
    else if (message !== undefined) problems[`results.${index}.name`] = message;
    else if (results.findIndex((result) => result.name === name) < index)
      problems[`results.${index}.name`] = 'Is there twice.';
  }
  return problems;
}

/** Where the form shows what the contract says of a tool's path. */
function formPath(path: string, { isJson, rows, results }: HttpValues): string {
  const [field, ...inner] = path.split('.');
  if (field === 'variables') {
    const index = results.findIndex(({ name }) => name === inner.join('.'));
    if (index < 0) return 'results';
    // The contract names an entry whose name is wrong and one whose path is wrong alike.
    return `results.${index}.${VariableName.safeParse(results[index]!.name).success ? 'path' : 'name'}`;
  }
  if (field !== 'parameters') return path;
  if (isJson) return 'json';
  const index = rows.findIndex(({ name }) => name === inner[1]);
  return index < 0 ? 'rows' : `rows.${index}.name`;
}
