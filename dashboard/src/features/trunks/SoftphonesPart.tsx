import { Alert, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { CreateSoftphone, type Softphone } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Copyable } from '../../components/Copyable.tsx';
import { confirm } from '../../components/confirm.ts';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { softphonesQuery } from './softphones-query.ts';
import { useChangeSoftphone, useCreateSoftphone, useDeleteSoftphone } from './use-softphones.ts';

const ENCRYPTION = [
  { value: 'off', label: 'Never encrypted' },
  { value: 'preferred', label: 'Encrypted over TLS when supported' },
  { value: 'required', label: 'Always encrypted (SRTP)' },
];

const DIGESTS = [
  { value: 'md5', label: 'Digest MD5' },
  { value: 'sha-256', label: 'Digest SHA-256' },
];

/** Telephones of people, which take calls over from the live desk. */
export function SoftphonesPart({ mayChange }: { mayChange: boolean }) {
  const { data } = useQuery(softphonesQuery);
  const softphones = data?.data ?? [];
  if (softphones.length === 0 && !mayChange) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Softphones
      </Title>
      <Text size="sm" c="dimmed">
        A softphone or desk phone that registers with Parley. To hand a live call to it, transfer the call to softphone:
        followed by its name, such as softphone:ann.
      </Text>
      {softphones.map((softphone) => (
        <SoftphoneRow key={softphone.softphone_id} softphone={softphone} mayChange={mayChange} />
      ))}
      {mayChange && <NewSoftphone />}
    </Stack>
  );
}

function SoftphoneRow({ softphone, mayChange }: { softphone: Softphone; mayChange: boolean }) {
  const remove = useDeleteSoftphone();
  const change = useChangeSoftphone(softphone);
  const { name, registered, contacts } = softphone;
  return (
    <Group>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm">{registered ? `Registered from ${contacts[0]?.address}` : 'Not registered'}</Text>
      <Select
        aria-label={`Media encryption of ${name}`}
        size="xs"
        w="17rem"
        maw="100%"
        data={ENCRYPTION}
        allowDeselect={false}
        disabled={!mayChange || change.isPending}
        value={softphone.srtp}
        onChange={(srtp) => change.mutate({ srtp: srtp as Softphone['srtp'] })}
      />
      <Select
        aria-label={`Digest of ${name}`}
        size="xs"
        w="10rem"
        data={DIGESTS}
        allowDeselect={false}
        disabled={!mayChange || change.isPending}
        value={softphone.digest}
        onChange={(digest) => change.mutate({ digest: digest as Softphone['digest'] })}
      />
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: `Delete the softphone ${name}?`,
              consequence: 'It can no longer register or take over calls.',
              action: 'Delete softphone',
              onConfirm: () => remove.mutate(softphone),
            })
          }
        >
          {`Delete ${name}`}
        </Button>
      )}
    </Group>
  );
}

/** As telephones call it; it has to fit beside the value on a phone. */
function Setting({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <Group gap="xs">
      <Text size="sm" w={90}>
        {name}
      </Text>
      <Copyable value={value} label={label} />
    </Group>
  );
}

function NewSoftphone() {
  const create = useCreateSoftphone();
  const form = useContractForm<CreateSoftphone>(CreateSoftphone, { name: '' });
  const made = create.data;
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        create.mutate(values, { onSuccess: () => form.reset(), onError: form.refuse }),
      )}
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <TextInput label="Name of the softphone" placeholder="ann" {...form.getInputProps('name')} />
          <Button
            type="submit"
            variant="default"
            loading={create.isPending}
            leftSection={<Icon name="plus" size={16} />}
          >
            Add softphone
          </Button>
        </Group>
        <FormProblem error={create.error} form={form} />
        {made && (
          <Alert title={`Set up ${made.name} with these values. The password is shown only once.`}>
            <Stack gap={4}>
              <Setting name="SIP server" value={made.registrar} label="Copy the registrar" />
              <Setting name="User name" value={made.username} label="Copy the user name" />
              <Setting name="Password" value={made.password} label="Copy the password" />
            </Stack>
          </Alert>
        )}
      </Stack>
    </form>
  );
}
