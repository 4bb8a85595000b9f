import type { HttpValues } from './http-values.ts';
import { SchemaFields } from './SchemaFields.tsx';
import type { ToolForm } from './use-tool-form.ts';

const words = {
  label: 'What the agent fills in',
  description:
    'The agent takes these out of the conversation. They go into the address where {{args.name}} stands, the others behind the ? of GET and DELETE, and into the JSON body of the rest.',
  jsonDescription: 'An object whose properties are the arguments. It is checked while you type.',
  meaning: 'For the agent: what is meant',
  required: 'Required: the agent asks for it before it goes on',
};

/** What the agent fills in when it uses a tool. */
export function ParameterFields({ form: { values, set, errorAt } }: { form: ToolForm<HttpValues> }) {
  return <SchemaFields words={words} values={values} set={set} errorAt={errorAt} />;
}
