import { PhoneNumber, PlaceCall, type TranscriptTurn, Variables } from '@parley/contract';
import { listAccounts } from '../accounts/accounts.ts';
import { installationSecret } from '../accounts/installation.ts';
import { listAgents } from '../agents/agents.ts';
import { placeCall } from '../calls/place-call.ts';
import { readCall } from '../calls/read-calls.ts';
import { isFictional } from '../carriers/routing.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { RecordingLinks } from '../recordings/links.ts';
import { UsageError } from './arguments.ts';
import type { Command, CommandSurroundings } from './command.ts';

/** Nobody has taken up the call for so long: no service runs on this database. */
const TAKEN_UP_WITHIN_MS = 10_000;

interface LiveMessage {
  call_id: string;
  type: 'state' | 'turn' | 'answered_by' | 'result';
  state?: string;
  end_reason?: string;
  turn?: TranscriptTurn;
  who?: string;
}

/** The account and agent that are meant: by id, by the agent's name, or the first there is. */
async function agentMeant(db: Database, wanted: string | undefined): Promise<{ accountId: string; agentId: string }> {
  for (const { account_id: accountId } of await listAccounts(db)) {
    const agents = await listAgents(db, accountId);
    const agent =
      wanted === undefined
        ? agents[0]
        : agents.find(({ agent_id, name }) => agent_id === wanted || name.toLowerCase() === wanted.toLowerCase());
    if (agent) return { accountId, agentId: agent.agent_id };
  }
  throw new UsageError(
    wanted === undefined
      ? 'there is no agent yet; start the service once with npm start, or make one with "agents create"'
      : `there is no agent ${wanted}; "agents list" shows them`,
  );
}

function variablesGiven(text: string | undefined): Variables | undefined {
  if (text === undefined) return undefined;
  try {
    return validated(Variables, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`--variables must be a JSON object such as '{"name": "Maria"}': ${(error as Error).message}`);
  }
}

function lineOf(message: LiveMessage): string | undefined {
  if (message.type === 'state') return `· ${message.state}${message.end_reason ? ` (${message.end_reason})` : ''}`;
  if (message.type === 'answered_by') return `· answered by: ${message.who}`;
  const turn = message.turn;
  if (!turn) return undefined;
  const time = `${turn.start.toFixed(1).padStart(6)} s`;
  if (turn.role === 'tool') return `${time}  tool   ${turn.tool?.name ?? turn.text}`;
  return `${time}  ${turn.role.padEnd(5)}  ${turn.text}${turn.interrupted ? ' — (interrupted)' : ''}`;
}

/** Shows a call as it goes, and resolves when it is analyzed. */
async function watch(surroundings: CommandSurroundings, callId: string): Promise<void> {
  const { db, say } = surroundings;
  const over = Promise.withResolvers<void>();
  const takenUp = setTimeout(() => {
    over.reject(new UsageError('nobody takes up the call: start the service with npm start, and try again'));
  }, TAKEN_UP_WITHIN_MS);
  const check = async () => {
    const rows = await db.query<{ state: string; analyzed: boolean }>(
      'select state, analyzed_at is not null as analyzed from calls where call_id = $1',
      [callId],
    );
    if (rows[0] && rows[0].state !== 'queued') clearTimeout(takenUp);
    if (rows[0]?.analyzed) over.resolve();
  };
  const subscription = await db.listen('call_live', (event) => {
    if (event.type !== 'notification') return void check().catch(over.reject);
    const message = JSON.parse(event.payload) as LiveMessage;
    if (message.call_id !== callId) return;
    const line = lineOf(message);
    if (line !== undefined) say(line);
    check().catch(over.reject);
  });
  try {
    await check();
    await over.promise;
  } finally {
    clearTimeout(takenUp);
    await subscription.close();
  }
}

export const callCommand: Command = {
  name: 'call',
  usage: "call +12025550101 [--agent ID|NAME] [--variables '{…}'] [--from NUMBER] [--watch]",
  summary: 'place a call; --watch shows it live: state, each turn as it is spoken, the result',
  async run(surroundings) {
    const { config, db, parsed, words } = surroundings;
    const phone = PhoneNumber.safeParse(words[0]);
    if (!phone.success) throw new UsageError(`${words[0] ?? 'the number'} ${phone.error.issues[0]?.message}`);
    const { accountId, agentId } = await agentMeant(db, parsed.options.agent);
    const links = new RecordingLinks({
      secret: await installationSecret(db, 'recordings'),
      publicUrl: () => config.http.publicUrl ?? `http://${config.http.host}:${config.http.port}`,
    });
    try {
      const variables = variablesGiven(parsed.options.variables);
      const request = validated(PlaceCall, {
        agent_id: agentId,
        recipient_phone: phone.data,
        ...(variables === undefined ? {} : { variables }),
        ...(parsed.options.from === undefined ? {} : { from_number: parsed.options.from }),
      });
      const simulated = config.sip.trunk === undefined || isFictional(phone.data);
      const { call } = await placeCall(db, { isSimulated: () => simulated }, accountId, request);
      if (!parsed.flags.has('watch')) return { json: call, text: `Call  ${call.call_id}   (${call.status})` };
      surroundings.say(`· ${call.call_id}${simulated ? ' (simulated)' : ''}`);
      await watch(surroundings, call.call_id);
      const detail = (await readCall(db, links, accountId, call.call_id))!;
      const facts = [
        ['Status', `${detail.status} (${detail.end_reason})`],
        ['Outcome', detail.outcome],
        ['Sentiment', detail.sentiment],
        ['Duration', `${detail.duration} s`],
        ['Summary', detail.summary],
        ['Recording', detail.recording_url],
      ];
      return { json: detail, text: facts.map(([name, value]) => `${name!.padEnd(10)} ${value ?? '-'}`).join('\n') };
    } catch (error) {
      if (error instanceof RequestError) throw new UsageError(error.message);
      throw error;
    }
  },
};
