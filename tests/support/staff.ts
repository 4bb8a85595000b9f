import { BrowserSession } from './browser-session.ts';
import type { Service } from './service.ts';

export const PASSWORD = 'a password of some length';

/** The link of the first owner, as the start shows it. */
export function ownerLink(service: Service): string {
  const link = /^ {2}Dashboard {2}(http\S+\/welcome\/\S+)$/m.exec(service.output)?.[1];
  if (link === undefined) throw new Error(`the start shows no link:\n${service.output}`);
  return link;
}

/** The people of the first account, each in a browser of their own. */
export class Staff {
  readonly service: Service;
  readonly owner: BrowserSession;

  private constructor(service: Service, owner: BrowserSession) {
    this.service = service;
    this.owner = owner;
  }

  static async of(service: Service): Promise<Staff> {
    const person = { name: 'Olga Owner', email: 'owner@example.com', password: PASSWORD };
    return new Staff(service, await BrowserSession.welcome(service, ownerLink(service), person));
  }

  /** One more user, who has used the invitation. */
  async join(role: string, email: string): Promise<BrowserSession> {
    const { body } = await this.owner.v1('POST', '/users', { body: { email, role } });
    return BrowserSession.welcome(this.service, body.link, { name: `The ${role}`, password: PASSWORD });
  }

  async idOf(email: string): Promise<string> {
    const { body } = await this.owner.v1('GET', '/users');
    return body.data.find((user: any) => user.email === email).user_id;
  }

  /** A browser without cookies. */
  newBrowser(): BrowserSession {
    return new BrowserSession(this.service);
  }

  async signIn(email: string, password = PASSWORD, code?: string): Promise<BrowserSession> {
    const browser = this.newBrowser();
    const answer = await browser.dashboard('POST', '/login', { body: { email, password, ...(code && { code }) } });
    if (answer.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(answer.body)}`);
    return browser;
  }
}
