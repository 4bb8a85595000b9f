import type { Service } from '../../support/service.ts';

export interface Login {
  email: string;
  password: string;
  /** Of the session, as a browser keeps it. */
  cookie: { name: string; value: string };
}

const PASSWORD = 'a long sentence to remember';

/** The link that a first start prints. */
export function welcomeLink(service: Service): string {
  const link = /Dashboard\s+(http\S+\/welcome\/\S+)/.exec(service.output)?.[1];
  if (link === undefined) throw new Error(`no link to the dashboard in:\n${service.output}`);
  return link;
}

/** Makes the owner by the link that the service has printed. */
export function makeOwner(service: Service): Promise<Login> {
  return accept(service, welcomeLink(service), 'owner@example.com', 'Olivia Owner', true);
}

/** Invites an owner, and creates their login. */
export async function makeUser(service: Service, role: 'admin' | 'member' | 'viewer'): Promise<Login> {
  const email = `${role}@example.com`;
  const invited = await service.request('POST', '/users', { body: { email, role } });
  return accept(service, invited.body.link, email, `${role} person`, false);
}

async function accept(
  service: Service,
  link: string,
  email: string,
  name: string,
  namesEmail: boolean,
): Promise<Login> {
  const origin = new URL(service.baseUrl).origin;
  const token = new URL(link).pathname.split('/').at(-1)!;
  const response = await fetch(`${origin}/dashboard/api/invitations/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name, password: PASSWORD, ...(namesEmail ? { email } : {}) }),
  });
  if (!response.ok) throw new Error(`the link was refused: ${await response.text()}`);
  const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const at = pair.indexOf('=');
  return { email, password: PASSWORD, cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) } };
}

/** Requests of the dashboard's own interface, as its pages make them. */
export function asUser(service: Service, cookie: { name: string; value: string }) {
  const origin = new URL(service.baseUrl).origin;
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${origin}/dashboard/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie: `${cookie.name}=${cookie.value}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
}
