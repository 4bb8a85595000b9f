import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignedRequest, TELNYX_PATH, type TelnyxDoor } from '../../carriers/telnyx/telnyx-door.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { FileBody } from '../body/uploaded-file.ts';
import { checkedParams } from '../parameters.ts';

const LARGEST_BODY_BYTES = 64 * 1024;
const CONFIG = { bodyLimit: LARGEST_BODY_BYTES, config: { takesFile: true } };

/** What Telnyx reports. The signature is the permission. */
export function registerTelnyx(app: FastifyInstance, door: TelnyxDoor): void {
  app.post(`${TELNYX_PATH}/accounts/:account/events`, CONFIG, async (request, reply): Promise<FastifyReply> => {
    const { account = '' } = checkedParams(request.params);
    const taken = door.take(account, signedRequest(request));
    if (taken === 'taken') return reply.code(200).send();
    throw refusal(taken);
  });
}

/** As it was sent: what is signed is the bytes. */
function signedRequest({ body, headers }: FastifyRequest): SignedRequest {
  if (!(body instanceof FileBody)) {
    throw new RequestError('invalid_request', 'An event is needed as the body, as JSON.');
  }
  const header = (name: string) => [headers[name] ?? ''].flat()[0]!;
  return {
    ...{ body: body.bytes, signature: header('telnyx-signature-ed25519'), timestamp: header('telnyx-timestamp') },
  };
}

function refusal(why: 'unknown' | 'forged'): RequestError {
  if (why === 'unknown') return new RequestError('not_found', 'There is nothing at this address.');
  const message = 'The signature is not one of the Telnyx account, or is older than five minutes.';
  return new RequestError('forbidden', message, { param: 'telnyx-signature-ed25519' });
}
