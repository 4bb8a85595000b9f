import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { ChatToolUse } from './ChatToolUse.tsx';
import { Talk, Words } from './Talk.tsx';
import type { TriedAgent } from './tried-agent.ts';
import { useChat } from './use-chat.ts';

/** The agent in text: no telephone, no voice, the same words. */
export function ChatTest(agent: TriedAgent) {
  const { chat, start, say, reset } = useChat(agent);
  const [text, setText] = useState('');
  const isBlocked = agent.blocked !== null;
  const hasBegun = chat.items.length > 0 || chat.isWriting || chat.problem !== null;
  if (!hasBegun) {
    return (
      <Stack align="flex-start" gap="sm">
        <Text size="sm" c="dimmed">
          The agent begins, as in a call, and you type what the caller says. Its web requests and MCP servers are really
          asked, and what they change is changed; no number is dialled.
        </Text>
        <Button disabled={isBlocked} onClick={start}>
          Start
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Talk label="Conversation in text">
        {chat.items.map((item, index) =>
          item.role === 'tool' ? (
            <ChatToolUse key={`${index}-tool`} use={item} tools={agent.settings?.tools} />
          ) : (
            <Words
              key={`${index}-${item.role}`}
              who={item.role}
              text={item.text}
              sources={item.role === 'agent' ? item.sources : []}
            />
          ),
        )}
        {chat.isWriting && (
          <Text size="xs" c="dimmed">
            The agent is writing …
          </Text>
        )}
      </Talk>
      {chat.problem !== null && (
        <Alert color="red" p="xs" role="alert">
          {chat.problem}
        </Alert>
      )}
      {chat.warnings.map((warning) => (
        <Alert key={warning} color="yellow" p="xs">
          {warning}
        </Alert>
      ))}
      {chat.isOver ? (
        <Text size="sm" role="status">
          {chat.transferredTo === null ? (
            <>
              The agent hung up. Outcome: <strong>{chat.outcome ?? 'none'}</strong>.
            </>
          ) : (
            <>
              The agent handed the call over to <strong>{chat.transferredTo}</strong>.
            </>
          )}
        </Text>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '' || chat.isWriting || isBlocked) return;
            say(text.trim());
            setText('');
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label="What the caller says"
              placeholder="What the caller says"
              maxLength={5000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" disabled={isBlocked || chat.isWriting}>
              Say
            </Button>
          </Group>
        </form>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon name="refresh" size={16} />}
        onClick={reset}
        style={{ alignSelf: 'flex-start' }}
      >
        Begin anew
      </Button>
    </Stack>
  );
}
