import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TWILIO_PATH, type TwilioDoor, type TwilioRequest } from '../../carriers/twilio/twilio-door.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { FileBody } from '../body/uploaded-file.ts';
import { checkedParams } from '../parameters.ts';

const FORM = 'application/x-www-form-urlencoded';
const LARGEST_BODY_BYTES = 64 * 1024;
const CONFIG = { bodyLimit: LARGEST_BODY_BYTES, config: { takesFile: true } };

/** What Twilio asks and reports. The signature is the permission. */
export function registerTwilio(app: FastifyInstance, door: TwilioDoor): void {
  app.post(`${TWILIO_PATH}/accounts/:account/voice`, CONFIG, async (request, reply) => {
    const { account = '' } = checkedParams(request.params);
    const answer = await door.answer(account, twilioRequest(request));
    if (typeof answer === 'object') return reply.type('text/xml; charset=utf-8').send(answer.twiml);
    throw refusal(answer);
  });
  app.post(`${TWILIO_PATH}/calls/:call/status`, CONFIG, async (request, reply): Promise<FastifyReply> => {
    const { call = '' } = checkedParams(request.params);
    const taken = await door.report(call, twilioRequest(request));
    if (taken === 'taken') return reply.code(204).send();
    throw refusal(taken);
  });
}

function twilioRequest({ body, headers, raw }: FastifyRequest): TwilioRequest {
  if (!(body instanceof FileBody) || !body.contentType?.toLowerCase().startsWith(FORM)) {
    throw new RequestError('invalid_request', `A form is needed as the body, of the type ${FORM}.`);
  }
  const signature = [headers['x-twilio-signature'] ?? ''].flat()[0]!;
  return { path: raw.url ?? '', form: new URLSearchParams(body.bytes.toString('utf8')), signature };
}

function refusal(why: 'unknown' | 'forged'): RequestError {
  if (why === 'unknown') return new RequestError('not_found', 'There is nothing at this address.');
  const message =
    'The signature is not one of the Twilio account, or PUBLIC_URL is not the address that was asked for.';
  return new RequestError('forbidden', message, { param: 'X-Twilio-Signature' });
}
