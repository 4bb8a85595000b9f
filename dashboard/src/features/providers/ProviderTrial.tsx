import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type Provider, TestProvider, vendorAbilities } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { ProviderTestSteps } from './ProviderTestSteps.tsx';
import type { useTestProvider } from './use-test-provider.ts';

interface ProviderTrialProps {
  provider: Provider;
  test: ReturnType<typeof useTestProvider>;
  /** Back to its settings. */
  onChange: () => void;
  onClose: () => void;
}

const fields = {
  transcriber: { label: 'Recognizer', left: 'its default' },
  model: { label: 'Language model', left: 'the first of its list' },
  voice: { label: 'Voice', left: 'the first of its list' },
} as const;

/** What real requests to the vendor gave, and again with other names. */
export function ProviderTrial({ provider, test, onChange, onClose }: ProviderTrialProps) {
  const form = useContractForm<TestProvider>(TestProvider, {});
  const run = (body: TestProvider) => test.mutate({ providerId: provider.provider_id, body }, { onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        {test.isPending && (
          <Alert icon={<Icon name="clock" />} role="status">
            Asking {provider.name} … It has 15 seconds for each thing that it can do.
          </Alert>
        )}
        {test.data && !test.isPending && <ProviderTestSteps test={test.data} />}
        {test.isIdle && (
          <Text size="sm">
            Real requests with the key that is stored: a sentence to listen to, a question, and a sentence to speak.
            They cost as much as a few seconds of use.
          </Text>
        )}
        {vendorAbilities[provider.vendor].map((ability) => (
          <TextInput
            key={ability}
            label={fields[ability].label}
            description={`Empty: ${fields[ability].left}`}
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps(ability)}
            value={form.values[ability] ?? ''}
            onChange={(event) => form.setFieldValue(ability, event.currentTarget.value || undefined)}
          />
        ))}
        <FormProblem error={test.error} form={form} />
        <Group justify="space-between">
          <Button variant="default" onClick={onChange} disabled={test.isPending}>
            Change settings
          </Button>
          <Group gap="xs">
            <Button variant="default" type="submit" loading={test.isPending}>
              {test.isIdle ? 'Test' : 'Test again'}
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
