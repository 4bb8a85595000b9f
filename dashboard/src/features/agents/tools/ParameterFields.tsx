import type { HttpValues } from './http-values.ts';
import { SchemaFields } from './SchemaFields.tsx';
import type { ToolForm } from './use-tool-form.ts';

const words = {
  label: 'What the agent fills in',
  description:
    'The agent takes these from the conversation. They replace {{args.name}} in the address. Others are sent in the query of GET and DELETE, and in the JSON body of other methods.',
  jsonDescription: 'An object whose properties are the arguments. It is checked while you type.',
  meaning: 'Description for the agent',
  required: 'Required: the agent asks for it before it continues',
};

/** What the agent fills in when it uses a tool. */
export function ParameterFields({ form: { values, set, errorAt } }: { form: ToolForm<HttpValues> }) {
  return <SchemaFields words={words} values={values} set={set} errorAt={errorAt} />;
}
