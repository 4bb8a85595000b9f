import type { Arguments } from './command.ts';

/** An invalid number stays text, and is refused as such. */
const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text);
const orNull = (text: string) => (text === 'none' ? null : text);
const listed = (text: string) => (text === 'none' ? [] : text.split(','));

/** What each option says of a trunk, as the contract has it; "none" takes away what a trunk need not have. */
const SETTINGS: Readonly<Record<string, readonly [field: string, read: (text: string) => unknown]>> = {
  name: ['name', String],
  host: ['host', String],
  port: ['port', wholeNumber],
  transport: ['transport', String],
  'outbound-proxy': ['outbound_proxy', orNull],
  authentication: ['authentication', String],
  'registration-mode': ['registration_mode', String],
  username: ['username', String],
  srtp: ['srtp', String],
  codecs: ['codecs', (text) => text.split(',')],
  'caller-id': ['caller_id', orNull],
  'fallback-trunk': ['fallback_trunk_id', orNull],
  'max-calls': ['max_calls', (text) => (text === 'none' ? null : wholeNumber(text))],
  inbound: ['inbound_addresses', listed],
  status: ['status', String],
};

/** The settings that these options name; the contract looks at what they say. */
export function trunkSettings(options: Arguments['options']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([option, [field, read]]) => {
      const text = options[option];
      return text === undefined ? [] : [[field, read(text)]];
    }),
  );
}
