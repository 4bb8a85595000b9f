import type { SipRequest } from '../messages/message.ts';
import { Scanner, stopsAt, unquote } from '../messages/scanner.ts';
import { type Passport, PassportError, parsePassport } from './passport.ts';

/** The token of SHAKEN that an INVITE carries; null: none. Throws PassportError for one that cannot be read. */
export function shakenPassportOf(request: SipRequest): Passport | null {
  // Others are about diversions (RFC 8946) or priority (RFC 8443).
  const value = request.headers.all('identity').find((candidate) => pptOf(candidate) === 'shaken');
  if (value === undefined) return null;
  const { token, params, isWhole } = takeApart(value);
  if (!isWhole) throw new PassportError('the Identity header is malformed');
  const passport = parsePassport(token);
  const info = /^<(.*)>$/.exec(params.get('info') ?? '')?.[1];
  // RFC 8224 section 4.1.1, step 4: both name the certificate.
  if (info !== passport.certificateUrl)
    throw new PassportError('the Identity header and its token name two certificates');
  return passport;
}

/** RFC 8224 section 4: `token;info=<URI>;alg=ES256;ppt=shaken`. */
export function formatIdentity(token: string, certificateUrl: string): string {
  return `${token};info=<${certificateUrl}>;alg=ES256;ppt=shaken`;
}

/** Without the parameter the token itself says what it is (section 4.1); only the parameter is looked at where there is one. */
function pptOf(value: string): string {
  const { token, params } = takeApart(value);
  const ppt = params.get('ppt');
  if (ppt) return unquote(ppt).toLowerCase();
  const header = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('latin1');
  return /"ppt"\s*:\s*"shaken"/.test(header) ? 'shaken' : '';
}

const TOKEN_STOPS = stopsAt('; \t');
const BRACKETED_STOPS = stopsAt('>');

interface IdentityParts {
  readonly token: string;
  readonly params: ReadonlyMap<string, string>; // as far as they could be read
  readonly isWhole: boolean;
}

/** The URI in `info` has brackets, and in them whatever a URI may have. */
function takeApart(value: string): IdentityParts {
  const scanner = new Scanner(value);
  const token = scanner.takeUntil(TOKEN_STOPS);
  const params = new Map<string, string>();
  for (;;) {
    scanner.skipSpaces();
    if (scanner.atEnd) return { token, params, isWhole: true };
    if (!scanner.take(';')) return { token, params, isWhole: false };
    scanner.skipSpaces();
    const name = scanner.takeToken().toLowerCase();
    scanner.skipSpaces();
    if (name === '' || !scanner.take('=')) return { token, params, isWhole: false };
    scanner.skipSpaces();
    const isBracketed = scanner.peek() === '<';
    const text = scanner.takeUntil(isBracketed ? BRACKETED_STOPS : TOKEN_STOPS);
    if (isBracketed && !scanner.take('>')) return { token, params, isWhole: false };
    if (!params.has(name)) params.set(name, isBracketed ? `${text}>` : text);
  }
}
