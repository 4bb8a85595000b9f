import { SingleSignOnProblem } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SingleSignOnPolicy, signInByIssuer } from '../../accounts/single-sign-on.ts';
import type { Logger } from '../../kernel/logger.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { asking } from '../asking.ts';
import { endedSingleSignOnCookie, singleSignOnCookie, singleSignOnCookieOf } from '../cookies.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import type { Oidc, OidcRequest } from './oidc.ts';
import { loginOrigin, signedInCookies } from './sign-in.ts';

const SINGLE_SIGN_ON_PATH = '/dashboard/api/sso';
export const SINGLE_SIGN_ON_BACK = `${SINGLE_SIGN_ON_PATH}/callback`;

const PURPOSE = 'single sign-on';

interface SingleSignOnOptions {
  dashboard: DashboardDependencies;
  oidc: Oidc;
  policy: SingleSignOnPolicy;
  log: Logger;
}

/** Of what was begun; sealed in a cookie, so that nothing is stored for who never comes back. */
interface Begun extends OidcRequest {
  next: string;
}

/** Browsers come here by themselves, and are sent on: to the issuer, and then to the page that they wanted. */
export function registerSingleSignOn(app: FastifyInstance, options: SingleSignOnOptions): void {
  app.get(SINGLE_SIGN_ON_PATH, (request, reply) => sendOn(reply, options, () => begin(request, reply, options)));
  app.get(SINGLE_SIGN_ON_BACK, (request, reply) => sendOn(reply, options, () => finish(request, reply, options)));
}

async function begin(request: FastifyRequest, reply: FastifyReply, { dashboard, oidc }: SingleSignOnOptions) {
  const { next } = request.query as { next?: unknown };
  const { url, request: begun } = await oidc.begin();
  const sealed = dashboard.sealing.seal(JSON.stringify({ ...begun, next: ownPath(next) } satisfies Begun), PURPOSE);
  reply.header('set-cookie', singleSignOnCookie(sealed.toString('base64url'), asking(request).isSecure));
  return url.href;
}

async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  { dashboard, oidc, policy }: SingleSignOnOptions,
): Promise<string> {
  const from = asking(request);
  const begun = readBegun(dashboard, singleSignOnCookieOf(from.headers.cookie));
  const identity = await oidc.finish(request.url.slice(SINGLE_SIGN_ON_BACK.length), begun);
  const signedIn = await signInByIssuer(dashboard, identity, policy, loginOrigin(from));
  reply.header('set-cookie', [...signedInCookies(signedIn, from), endedSingleSignOnCookie(from.isSecure)]);
  return begun.next;
}

function readBegun({ sealing }: DashboardDependencies, cookie: string | undefined): Begun {
  try {
    return JSON.parse(sealing.open(Buffer.from(cookie ?? '', 'base64url'), PURPOSE));
  } catch {
    throw new RequestError('forbidden', 'This sign-in was not begun in this browser, or a while ago.', {
      param: 'stale',
    });
  }
}

/** A page of ours, and nothing that leads elsewhere. */
function ownPath(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/';
}

/** An error is shown on the sign-in page, since a browser navigates here and does not read JSON. */
async function sendOn(reply: FastifyReply, { log }: SingleSignOnOptions, where: () => Promise<string>) {
  reply.header('cache-control', 'no-store');
  try {
    return reply.redirect(await where(), 302);
  } catch (error) {
    const problem =
      SingleSignOnProblem.safeParse(error instanceof RequestError ? error.param : 'failed').data ?? 'failed';
    if (problem === 'failed') log.warn({ err: error }, 'single sign-on failed');
    return reply.redirect(`/login?problem=${problem}`, 302);
  }
}
