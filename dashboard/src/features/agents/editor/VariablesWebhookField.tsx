import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { Copyable } from '../../../components/Copyable.tsx';
import { SecretField } from '../tools/SecretField.tsx';
import { webhookSecret } from '../tools/webhook-secret.ts';
import { useEditorForm } from './editor-context.ts';

interface Typed {
  url?: unknown;
  secret?: unknown;
  secret_set?: unknown;
}

/** Who tells the variables of a call that comes in. */
export function VariablesWebhookField() {
  const { settings, set, problemAt } = useEditorForm();
  const typed = settings.variables_webhook as Typed | null | undefined;
  const change = (part: Typed) => set('variables_webhook', { ...typed, ...part });
  const secret = typeof typed?.secret === 'string' ? typed.secret : null;
  const isStored = typed?.secret_set === true;
  return (
    <>
      <Switch
        label="Ask for variables when a call comes in"
        description="Your server is asked before the agent speaks, for example for the name that belongs to the number. It has 2 seconds to respond."
        checked={typed != null}
        onChange={(event) => set('variables_webhook', event.currentTarget.checked ? { url: '' } : null)}
      />
      {typed != null && (
        <>
          <TextInput
            label="Address that is asked"
            placeholder="https://example.com/parley/variables"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={typeof typed.url === 'string' ? typed.url : ''}
            error={problemAt('variables_webhook.url')}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <SecretField
            label="Secret for signing requests"
            description="Lets your server verify the sender. It begins with whsec_. Leave empty to send requests without a signature."
            value={secret ?? (isStored ? null : '')}
            isStored={isStored}
            error={problemAt('variables_webhook.secret')}
            onChange={(value) => change({ secret: value === '' && !isStored ? null : value })}
          />
          {secret !== null && secret !== '' ? (
            <div>
              <Text size="sm" mb={4}>
                Give it to your address now; it is never shown again.
              </Text>
              <Copyable value={secret} shown={`${secret.slice(0, 10)}…`} label="Copy the secret" />
            </div>
          ) : (
            <Group>
              <Button size="compact-sm" variant="default" onClick={() => change({ secret: webhookSecret() })}>
                Make a secret
              </Button>
            </Group>
          )}
        </>
      )}
    </>
  );
}
