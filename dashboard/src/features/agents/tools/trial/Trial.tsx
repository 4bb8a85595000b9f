import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { builtinVariables, type GivenAgentTool, type Variables } from '@parley/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../../components/Icon.tsx';
import { defaultsOf } from '../../asked-names.ts';
import { useEditorForm } from '../../editor/editor-context.ts';
import { ArgumentInputs } from './ArgumentInputs.tsx';
import { argumentFields, argumentsOf, type TypedArguments } from './argument-fields.ts';
import classes from './Trial.module.css';
import { TrialResult } from './TrialResult.tsx';
import { toolVariables } from './tool-variables.ts';
import { useTestTool } from './use-test-tool.ts';

interface TrialProps {
  /** What is tried; null while the form is not right. */
  tool: Extract<GivenAgentTool, { type: 'http' | 'mcp' }> | null;
  /** Of the arguments; null: there is nothing to try yet. */
  schema: unknown;
  /** Which tool of a server. */
  name?: string | undefined;
  /** Above the fields. */
  children?: ReactNode;
}

/** A tool is used once, for real, with what the agent would fill in. */
export function Trial({ tool, schema, name, children }: TrialProps) {
  const { settings, agentId } = useEditorForm();
  const [typed, setTyped] = useState<TypedArguments>({});
  const [given, setGiven] = useState<Record<string, string>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const test = useTestTool();
  const title = useId();
  const fields = schema === null ? [] : argumentFields(schema);
  const { given: values, problems } = argumentsOf(fields, typed);
  const defaults = defaultsOf(settings);
  const asked = tool ? toolVariables(tool) : [];
  const variables: Variables = {
    ...defaults,
    ...Object.fromEntries(Object.entries(given).filter(([asking, value]) => value !== '' && asked.includes(asking))),
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!tool || Object.keys(problems).length > 0) return;
    test.mutate({ agent_id: agentId, tool, arguments: values, variables, ...(name !== undefined && { name }) });
  };
  return (
    <section className={classes.trial} aria-labelledby={title}>
      <Stack gap="sm">
        <div>
          <Text fw={600} size="sm" component="h3" m={0} id={title}>
            Try it
          </Text>
          <Text size="sm" c="dimmed">
            This sends a real request, as the agent does in a call. Changes that it makes are real.
          </Text>
        </div>
        {children}
        {schema !== null && (
          <form onSubmit={run} noValidate autoComplete="off">
            <Stack gap="sm">
              <ArgumentInputs
                fields={fields}
                typed={typed}
                problems={isSubmitted ? problems : {}}
                onChange={setTyped}
              />
              {asked.map((asking) => (
                <TextInput
                  key={asking}
                  label={`{{${asking}}}`}
                  description={isBuiltin(asking) ? 'Each call has its own.' : undefined}
                  placeholder={String(defaults[asking] ?? '')}
                  value={given[asking] ?? ''}
                  onChange={({ currentTarget: { value } }) => setGiven({ ...given, [asking]: value })}
                />
              ))}
              <Group gap="xs">
                <Button
                  variant="light"
                  leftSection={<Icon name="play" size={16} />}
                  disabled={tool === null}
                  loading={test.isPending}
                  type="submit"
                >
                  Try it
                </Button>
                {tool === null && (
                  <Text size="sm" c="dimmed">
                    Fill in the form above first.
                  </Text>
                )}
              </Group>
            </Stack>
          </form>
        )}
        {test.error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {test.error.message}
          </Alert>
        )}
        {test.data && !test.isPending && <TrialResult tested={test.data} />}
      </Stack>
    </section>
  );
}

const isBuiltin = (name: string) => builtinVariables.some((known) => known === name);
