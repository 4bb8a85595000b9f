import { Textarea, TextInput } from '@mantine/core';
import { textOf, useEditorForm } from './editor-context.ts';
import { PromptField } from './PromptField.tsx';
import { Section } from './Section.tsx';
import { VariablesField } from './VariablesField.tsx';

export function WordsSection() {
  const { settings, set, problemAt } = useEditorForm();
  const orNull = (text: string) => (text === '' ? null : text);
  return (
    <Section title="Words" description="{{name}} is replaced by the value of the variable, in each call.">
      <TextInput
        label="Name"
        description="Only shown here. The agent does not say it."
        value={textOf(settings, 'name')}
        error={problemAt('name')}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Textarea
        label="First message"
        description="Said word for word when the call is answered. If empty, the agent starts according to its prompt."
        autosize
        minRows={2}
        maxRows={8}
        value={textOf(settings, 'first_message')}
        error={problemAt('first_message')}
        onChange={(event) => set('first_message', orNull(event.currentTarget.value))}
      />
      <PromptField isScript={textOf(settings, 'model') === 'builtin/script'} />
      <VariablesField />
      <Textarea
        label="Disclosure"
        description="Said first, for example that the call is recorded or that the caller is talking to an AI."
        autosize
        minRows={1}
        maxRows={6}
        value={textOf(settings, 'disclosure')}
        error={problemAt('disclosure')}
        onChange={(event) => set('disclosure', orNull(event.currentTarget.value))}
      />
    </Section>
  );
}
