import type { Database } from '../db/index.ts';
import type { CloseStack } from '../kernel/close-stack.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { AccountTable } from './account-table.ts';
import type { InboundLeg } from './carrier.ts';
import { HttpCarriers } from './http-carriers.ts';
import { WayProof } from './public-way/way-proof.ts';
import type { TelnyxCredentials } from './telnyx/telnyx-account.ts';
import { TelnyxCalls } from './telnyx/telnyx-calls.ts';
import type { TwilioCredentials } from './twilio/twilio-account.ts';
import { TwilioCalls } from './twilio/twilio-calls.ts';

interface HttpCarrierOptions {
  readonly config: {
    readonly twilio: { readonly baseUrl: string | null; readonly account: TwilioCredentials | undefined };
    readonly telnyx: { readonly baseUrl: string | null };
  };
  readonly db: Database;
  readonly sealing: Sealing;
  readonly log: Logger;
  /** Where they reach this service. */
  publicUrl(): string;
  mayTakeCalls(): boolean;
  onCall(leg: InboundLeg): void;
}

export interface StartedHttpCarriers {
  readonly proof: WayProof;
  readonly twilio: TwilioCalls;
  readonly telnyx: TelnyxCalls;
  readonly all: HttpCarriers;
  /** How many accounts there are with each, by its name: the operator's, and those of accounts. */
  accounts(): Readonly<Record<string, number>>;
}

/** Reads the accounts with the carriers that are spoken to over HTTP. */
export async function startHttpCarriers(
  { config, db, sealing, log, ...lines }: HttpCarrierOptions,
  closing: CloseStack,
): Promise<StartedHttpCarriers> {
  const twilioAccounts = await AccountTable.start<TwilioCredentials>({
    ...{ db, sealing, log, kind: 'twilio', operator: config.twilio.account },
    read: ({ externalId, secret }) => ({ accountSid: externalId, authToken: secret }),
  });
  closing.add('Twilio accounts', () => twilioAccounts.close());
  const telnyxAccounts = await AccountTable.start<TelnyxCredentials>({
    ...{ db, sealing, log, kind: 'telnyx', operator: undefined },
    read: ({ externalId, secret, publicKey }) => ({
      ...{ connectionId: externalId, apiKey: secret, publicKey: publicKey ?? '' },
    }),
  });
  closing.add('Telnyx accounts', () => telnyxAccounts.close());
  const proof = new WayProof(sealing);
  const twilio = new TwilioCalls({ ...lines, proof, baseUrl: config.twilio.baseUrl, accounts: twilioAccounts });
  const telnyx = new TelnyxCalls({ ...lines, proof, baseUrl: config.telnyx.baseUrl, accounts: telnyxAccounts });
  return {
    ...{ proof, twilio, telnyx, all: new HttpCarriers([twilio, telnyx]) },
    accounts: () => ({ Twilio: twilioAccounts.count, Telnyx: telnyxAccounts.count }),
  };
}
