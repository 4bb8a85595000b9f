import type { dashboardRoutes, TestChat, TestChatEvent } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { asChosen } from '../../../agents/agent-language.ts';
import { newSettings } from '../../../agents/agent-settings.ts';
import { keptSecretsOf } from '../../../agents/drafts.ts';
import { neededVariables, refuseMissing } from '../../../agents/needed-variables.ts';
import { refuseUnknownProviders } from '../../../agents/provider-choice.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import { CallVariables } from '../../../calls/call-variables.ts';
import { mediaAgentOf } from '../../../calls/media-agent.ts';
import { placeTestCall } from '../../../calls/place-call.ts';
import { limitKeyOf } from '../../../kernel/principal.ts';
import { RequestError } from '../../../kernel/request-error.ts';
import { offeredWithoutAsking } from '../../../tools/agent-tools.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import { RateLimiter } from '../../rate-limiter.ts';
import type { AgentPages } from './agent-pages.ts';
import { imaginedCall } from './imagined-call.ts';

type Routes = typeof dashboardRoutes;

/** Of each user: each costs a language model, or the CPU of a sentence. */
const REPLIES_A_MINUTE = 60;
const PREVIEWS_A_MINUTE = 30;

/** Nobody is asked anything in a chat: what a secret is does not matter, and may not be known. */
const withoutHeaders = ({ tools = [], ...settings }: TestChat['settings']): TestChat['settings'] => ({
  ...settings,
  tools: tools.map((tool) => ('headers' in tool ? { ...tool, headers: [] } : tool)),
});

async function rehearsingAgent(pages: AgentPages, accountId: string, { settings: given, variables = {} }: TestChat) {
  refuseUnusable(await abilitiesFor(pages.db, accountId, pages), asChosen(given), null);
  const settings = newSettings(withoutHeaders(given));
  refuseMissing(neededVariables(settings), variables, 'variables');
  const connections = await pages.connections.of(pages.db, accountId);
  const call = { ...imaginedCall, variables };
  const { texts } = new CallVariables(call, settings, new Date());
  const tools = offeredWithoutAsking(settings.tools);
  return { agent: mediaAgentOf(call, settings, connections, { variables: texts, tools }), connections };
}

/** Lines of JSON, as the words come. */
export function testChatEndpoint(pages: AgentPages): EndpointHandler<Routes['testChat']> {
  const replies = new RateLimiter(REPLIES_A_MINUTE);
  return async ({ principal, body }) => {
    const { agent, connections } = await rehearsingAgent(pages, principal.accountId, body);
    replies.count(limitKeyOf(principal));
    return {
      stream: {
        type: 'application/x-ndjson',
        chunks: lines(pages.rehearsal.reply({ agent, connections }, body.messages)),
      },
    };
  };
}

async function* lines(events: AsyncIterable<TestChatEvent>): AsyncGenerator<string> {
  try {
    for await (const event of events) yield `${JSON.stringify(event)}\n`;
  } catch (error) {
    yield `${JSON.stringify({ type: 'error', message: (error as Error).message } satisfies TestChatEvent)}\n`;
  }
}

export function previewVoiceEndpoint(pages: AgentPages): EndpointHandler<Routes['previewVoice']> {
  const previews = new RateLimiter(PREVIEWS_A_MINUTE);
  return async ({ principal, body: { voice_id: voice, language, text } }) => {
    const connections = await pages.connections.of(pages.db, principal.accountId);
    refuseUnknownProviders({ voice_id: voice }, connections);
    previews.count(limitKeyOf(principal));
    // What it rejects with is words for people, such as a vendor's refusal of the key.
    const wav = await pages.rehearsal.say({ voice, language, text, connections }).catch((error: Error) => {
      throw new RequestError('unprocessable', error.message, { param: 'voice_id' });
    });
    if (wav) return { stream: { type: 'audio/wav', chunks: whole(wav) } };
    throw new RequestError('unprocessable', `The voice ${voice} does not exist here.`, { param: 'voice_id' });
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function testCallEndpoint(pages: AgentPages): EndpointHandler<Routes['testCall']> {
  return async ({ principal, params, body: { settings: given, ...request } }) => {
    pages.refusePlacing();
    refuseUnusable(await abilitiesFor(pages.db, principal.accountId, pages), asChosen(given), null);
    const agentId = params.agent_id!;
    const sealed = sealSecrets(given, pages.sealing, principal.accountId);
    const draft = newSettings(sealed, ...(await keptSecretsOf(pages.db, principal, agentId)));
    const call = { agent_id: agentId, ...request };
    const placed = await placeTestCall(pages.db, pages.routes, principal, call, draft);
    pages.wakeDispatcher('call');
    return { body: placed };
  };
}
