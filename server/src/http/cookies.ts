const SESSION = 'parley_session';
/** Browsers take it over https alone, from this very host, and for all of it (RFC 6265bis, section 4.1.3.2). */
const SECURE_SESSION = `__Host-${SESSION}`;
const DEVICE = 'parley_device';
const DEVICE_LASTS_S = 400 * 24 * 3600;

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** What we give out, and nothing else, is looked up. */
const isToken = (text: string | undefined) => text !== undefined && /^[\w-]{43}$/.test(text);

/** Over https the name without `__Host-` is not taken: pages of neighboring hosts can set that cookie for ours. */
export function sessionTokenOf(header: string | undefined, isSecure = false): string | undefined {
  const names = isSecure ? [SECURE_SESSION] : [SECURE_SESSION, SESSION];
  return names.map((name) => cookieOf(header, name)).find(isToken);
}

export function deviceCookieOf(header: string | undefined): string | undefined {
  return cookieOf(header, DEVICE);
}

function setCookie(name: string, value: string, lastsS: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

export function sessionCookie(token: string, lastsS: number, isSecure: boolean): string {
  return setCookie(isSecure ? SECURE_SESSION : SESSION, token, lastsS, isSecure);
}

/** Takes the session's cookie away, by whichever way it came. */
export function endedSessionCookies(isSecure: boolean): string[] {
  const names = isSecure ? [SECURE_SESSION, SESSION] : [SESSION];
  return names.map((name) => setCookie(name, '', 0, isSecure));
}

/** Tells at the next sign-in that this browser has signed in before. */
export function deviceCookie(value: string, isSecure: boolean): string {
  return setCookie(DEVICE, value, DEVICE_LASTS_S, isSecure);
}

const SINGLE_SIGN_ON = 'parley_sso';
/** Long enough to find a password first. */
const SINGLE_SIGN_ON_LASTS_S = 15 * 60;

export function singleSignOnCookieOf(header: string | undefined): string | undefined {
  return cookieOf(header, SINGLE_SIGN_ON);
}

/** What was begun at the issuer's, by this browser. */
export function singleSignOnCookie(value: string, isSecure: boolean): string {
  return setCookie(SINGLE_SIGN_ON, value, SINGLE_SIGN_ON_LASTS_S, isSecure);
}

export function endedSingleSignOnCookie(isSecure: boolean): string {
  return setCookie(SINGLE_SIGN_ON, '', 0, isSecure);
}
