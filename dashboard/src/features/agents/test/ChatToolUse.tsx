import { Text } from '@mantine/core';
import type { TransferCallTool } from '@parley/contract';
import { formatPhone } from '../../../format/phone.ts';
import { toolWords } from '../../live/tool-words.ts';
import { UsedTool } from '../../live/UsedTool.tsx';
import type { ChatTool } from './chat.ts';
import type { TriedAgent } from './tried-agent.ts';

type Tools = NonNullable<TriedAgent['settings']>['tools'];

/** A tool that the agent used: really, or, where it is about a call, what would happen in one. */
export function ChatToolUse({ use, tools = [] }: { use: ChatTool; tools: Tools | undefined }) {
  const { name, arguments: given, outcome } = use;
  // The words say these.
  const { digits: _, destination: __, ...unsaid } = given;
  const kept = Object.entries(outcome?.variables ?? {});
  return (
    <UsedTool
      words={wordsOf(use, tools)}
      given={outcome?.imagined ? unsaid : given}
      result={outcome === null || outcome.imagined ? '' : outcome.result}
      hasFailed={outcome?.error === true}
      tookMs={outcome === null || outcome.imagined ? 0 : outcome.duration_ms}
    >
      {kept.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} data-tool={name}>
          Kept for the call: {kept.map(([variable, value]) => `${variable} = ${String(value)}`).join(', ')}
        </Text>
      )}
    </UsedTool>
  );
}

function wordsOf({ name, arguments: given, outcome }: ChatTool, tools: NonNullable<Tools>): string {
  if (outcome === null) return `${name} is being used …`;
  if (!outcome.imagined) return toolWords({ name, error: outcome.error });
  if (name === 'end_call') return 'Here the agent would hang up';
  if (name === 'send_dtmf') return `Here the agent would press ${String(given.digits)}`;
  const transfer = tools.find((tool): tool is TransferCallTool => tool.type === 'transfer_call');
  const destination = transfer?.destinations.find((one) => one.name === given.destination);
  const phone = destination ? `, ${formatPhone(destination.phone_number)}` : '';
  return `Here the call would be handed over to ${String(given.destination)}${phone}`;
}
