import { ActionIcon, Alert, Code, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { askedNames, defaultsOf } from '../asked-names.ts';
import { useEditorForm } from './editor-context.ts';

/** The variables of the texts, each with the value that a call has which gives none. */
export function VariablesField() {
  const { settings, set, problemAt, missing } = useEditorForm();
  const asked = askedNames(settings);
  const defaults = defaultsOf(settings);
  const unused = Object.keys(defaults).filter((name) => !asked.includes(name));
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = defaults;
    set('variables', value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Input.Wrapper
      label="Variables"
      description="Default values, for calls that do not provide their own."
      error={problemAt('variables')}
    >
      <Stack gap="xs" mt={6}>
        {asked.length + unused.length === 0 && (
          <Text size="sm" c="dimmed">
            No text asks for one. Write {'{{name}}'} where a call shall fill something in.
          </Text>
        )}
        {[...asked, ...unused].map((name) => (
          <Group key={name} gap="xs" wrap="nowrap">
            <Code flex="0 0 38%" style={{ overflowWrap: 'anywhere' }}>{`{{${name}}}`}</Code>
            <TextInput
              flex={1}
              aria-label={`Value of ${name}`}
              placeholder="each call gives it"
              value={String(defaults[name] ?? '')}
              onChange={(event) => change(name, event.currentTarget.value)}
            />
            {unused.includes(name) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name}, which is not used in any text`}
                onClick={() => change(name, '')}
              >
                <Icon name="close" size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {missing.size > 0 && (
          <Alert color="yellow" p="xs">
            {missing.size === 1 ? 'This has no value: ' : 'These have no value: '}
            <strong>{[...missing].join(', ')}</strong>. Every call has to give {missing.size === 1 ? 'it' : 'them'}, or
            it is refused; calls that come in are not answered.
          </Alert>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
