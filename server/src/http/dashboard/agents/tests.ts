import type { dashboardRoutes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { asChosen } from '../../../agents/agent-language.ts';
import { newSettings } from '../../../agents/agent-settings.ts';
import { keptSecretsOf } from '../../../agents/drafts.ts';
import { refuseUnknownProviders } from '../../../agents/provider-choice.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import { placeTestCall } from '../../../calls/place-call.ts';
import { limitKeyOf } from '../../../kernel/principal.ts';
import { RequestError } from '../../../kernel/request-error.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import { RateLimiter } from '../../rate-limiter.ts';
import type { AgentPages } from './agent-pages.ts';

type Routes = typeof dashboardRoutes;

/** Of each user: each costs the CPU of a sentence. */
const PREVIEWS_A_MINUTE = 30;

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
