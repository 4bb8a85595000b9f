import type { AgentSettings } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';

/** A secret as it is stored, in the place where the interface shows null. */
interface Sealed {
  /** Where it may be sent: scheme, host and port; null: its tool had no address yet. */
  origin: string | null;
  /** Base64. */
  data: string;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const sealedIn = (holder: Json): Sealed | undefined => holder.sealed as Sealed | undefined;

/** What has secrets of tools: settings, changes of them, and drafts, which may be half typed. */
type WithTools = { tools?: unknown; variables_webhook?: unknown };

/** The secrets of an account open for itself alone. */
const purposeOf = (accountId: string) => `secret of a tool ${accountId}`;

/** Scheme, host and port of an address that may hold variables behind them. */
function originOf(url: unknown): string | null {
  const origin = typeof url === 'string' ? URL.parse(url.replace(/\{\{[^{}]*\}\}/g, 'x'))?.origin : undefined;
  return origin === undefined || origin === 'null' ? null : origin;
}

/** With every secret that was typed sealed, so that none is stored, logged or shown as it is. */
export function sealSecrets<Settings extends WithTools>(
  settings: Settings,
  sealing: Sealing,
  accountId: string,
): Settings {
  const seal = (secret: string, origin: string | null): Sealed => ({
    origin,
    data: sealing.seal(secret, purposeOf(accountId)).toString('base64'),
  });
  return mapped(settings, {
    header: (header, tool) => {
      const { sealed: _, ...given } = header;
      if (given.secret !== true || typeof given.value !== 'string') return given;
      return { ...given, value: null, value_set: true, sealed: seal(given.value, originOf(tool.url)) };
    },
    webhook: (webhook) => {
      const { sealed: _, ...given } = webhook;
      if (typeof given.secret !== 'string') return given;
      return { ...given, secret: null, secret_set: true, sealed: seal(given.secret, null) };
    },
  });
}

/**
 * With the secrets that `stored` has of the same header of the same tool, where none was given. A secret goes where it
 * was meant to go: one whose tool leads to another host now is not kept.
 */
export function keepSecrets<Settings extends WithTools>(settings: Settings, ...stored: WithTools[]): Settings {
  const kept = (tool: Json, header: Json): Sealed | undefined => {
    const origin = originOf(tool.url);
    const found = stored
      .flatMap((one) => listOf(one.tools))
      .filter((one): one is Json => isObject(one) && one.type === tool.type && one.name === tool.name)
      .flatMap((one) => listOf(one.headers))
      .filter((one): one is Json => isObject(one) && isSameName(one.name, header.name))
      .map(sealedIn);
    const sealed = found.find((one) => one !== undefined && (one.origin ?? origin) === origin);
    return sealed && { ...sealed, origin };
  };
  return mapped(settings, {
    header: (header, tool) => {
      if (header.secret !== true) return { ...header, value_set: typeof header.value === 'string' };
      const sealed = sealedIn(header) ?? kept(tool, header);
      return { ...header, value_set: sealed !== undefined, ...(sealed && { sealed }) };
    },
    webhook: (webhook) => {
      const before = stored.map((one) => one.variables_webhook).filter(isObject);
      const sealed = sealedIn(webhook) ?? before.map(sealedIn).find((one) => one !== undefined);
      return { ...webhook, secret_set: sealed !== undefined, ...(sealed && { sealed }) };
    },
  });
}

/**
 * What of `stored` is asked for just as `settings` asks for it: tools of the same name, method and address. Who may place a
 * call, and not change its agent, sends a secret of the agent nowhere else.
 */
export function sameRequests({ tools }: WithTools, stored: WithTools): WithTools {
  const keyOf = ({ type, name, method, url }: Json) => JSON.stringify([type, name, method, url]);
  const wanted = new Set(listOf(tools).filter(isObject).map(keyOf));
  return { tools: listOf(stored.tools).filter((tool) => isObject(tool) && wanted.has(keyOf(tool))) };
}

const isSameName = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();

/** As any user may see it. */
export function withoutSecrets<Settings extends WithTools>(settings: Settings): Settings {
  const bare = ({ sealed: _, ...shown }: Json) => shown;
  return mapped(settings, { header: bare, webhook: bare });
}

/** The first header that has no value, as a path; null where all have one. */
export function headerWithoutValue({ tools }: WithTools): string | null {
  for (const [index, tool] of listOf(tools).entries()) {
    if (!isObject(tool)) continue;
    const at = listOf(tool.headers).findIndex(
      (header) => isObject(header) && header.secret === true && header.value === null && header.value_set !== true,
    );
    if (at >= 0) return `tools[${index}].headers[${at}].value`;
  }
  return null;
}

/** @throws RequestError `unprocessable` */
export function refuseHeaderWithoutValue(settings: WithTools): void {
  const param = headerWithoutValue(settings);
  if (param === null) return;
  throw new RequestError('unprocessable', WITHOUT_VALUE, { param });
}

export const WITHOUT_VALUE =
  'This secret has no value: it was never given, or its tool has another name or leads to another host now. Give it again.';

/** Where no master key is at hand. @throws RequestError `unprocessable` */
export function refuseSecrets(settings: WithTools): void {
  const refuse = () => {
    const message =
      'A secret of a tool is sealed by the service: make this agent with POST /v1/agents or in the dashboard.';
    throw new RequestError('unprocessable', message, { param: 'tools' });
  };
  mapped(settings, {
    header: (header) => (header.secret === true && typeof header.value === 'string' ? refuse() : header),
    webhook: (webhook) => (typeof webhook.secret === 'string' ? refuse() : webhook),
  });
}

/** What may be stored of settings. A last look, behind all that seals them. */
export function requireSealed(settings: WithTools): void {
  mapped(settings, {
    header: (header) => {
      if (header.secret === true && header.value !== null) throw new Error('a secret was to be stored unsealed');
      return header;
    },
    webhook: (webhook) => {
      if (webhook.secret !== null) throw new Error('a secret was to be stored unsealed');
      return webhook;
    },
  });
}

/** A header as it is sent, but for variables in its value where it is no secret. */
export interface OpenedHeader {
  name: string;
  value: string;
  isSecret: boolean;
}

/** Opens what an agent's tools need to be used. Throws UnsealError where the master key is another. */
export class ToolSecrets {
  readonly #sealing: Sealing;

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /** Values by header; a secret that is meant for another host is left out. */
  headersOf(tool: { url: string; headers: readonly object[] }, accountId: string): OpenedHeader[] {
    const origin = originOf(tool.url);
    return (tool.headers as Json[]).flatMap((header): OpenedHeader[] => {
      const name = header.name as string;
      if (header.secret !== true) return [{ name, value: String(header.value), isSecret: false }];
      const sealed = sealedIn(header);
      if (!sealed || sealed.origin !== origin) return [];
      return [{ name, value: this.#open(sealed, accountId), isSecret: true }];
    });
  }

  /** Null: requests are not signed. */
  secretOf(webhook: NonNullable<AgentSettings['variables_webhook']>, accountId: string): string | null {
    const sealed = sealedIn(webhook as unknown as Json);
    return sealed === undefined ? null : this.#open(sealed, accountId);
  }

  #open({ data }: Sealed, accountId: string): string {
    return this.#sealing.open(Buffer.from(data, 'base64'), purposeOf(accountId));
  }
}

function mapped<Settings extends WithTools>(
  settings: Settings,
  map: { header(header: Json, tool: Json): Json; webhook(webhook: Json): Json },
): Settings {
  const { tools, variables_webhook: webhook } = settings;
  return {
    ...settings,
    ...(Array.isArray(tools) && {
      tools: tools.map((tool) =>
        isObject(tool) && Array.isArray(tool.headers)
          ? {
              ...tool,
              headers: tool.headers.map((header) => (isObject(header) ? map.header(header, tool) : header)),
            }
          : tool,
      ),
    }),
    ...(isObject(webhook) && { variables_webhook: map.webhook(webhook) }),
  };
}
