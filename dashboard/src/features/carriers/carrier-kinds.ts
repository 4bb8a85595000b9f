import type { CarrierAccount, CreateCarrier } from '@parley/contract';

interface SecretField {
  field: 'auth_token' | 'api_key';
  label: string;
  /** Within a sentence. */
  noun: string;
  description: string;
}

interface CarrierKindInfo {
  name: string;
  /** What the carrier calls the account: it is chosen once. */
  account: { field: 'account_sid' | 'connection_id'; label: string; description: string; placeholder: string };
  secret: SecretField;
  hasPublicKey: boolean;
  empty: CreateCarrier;
}

const SEALED = 'It is stored encrypted and never shown again.';

export const carrierKinds: Record<CarrierAccount['kind'], CarrierKindInfo> = {
  twilio: {
    name: 'Twilio',
    account: {
      ...{ field: 'account_sid', label: 'Account SID', placeholder: 'AC…' },
      description: 'On the first page of the Twilio console',
    },
    secret: {
      field: 'auth_token',
      label: 'Auth token',
      noun: 'auth token',
      description: `Below the account SID. ${SEALED}`,
    },
    hasPublicKey: false,
    empty: { kind: 'twilio', account_sid: '', auth_token: '' },
  },
  telnyx: {
    name: 'Telnyx',
    account: {
      ...{ field: 'connection_id', label: 'Connection ID', placeholder: '1293384261075731499' },
      description: 'The ID of a Voice API application (Voice, Programmable Voice), best one that only Parley uses',
    },
    secret: {
      field: 'api_key',
      label: 'API key',
      noun: 'API key',
      description: `In the portal under API Keys. ${SEALED}`,
    },
    hasPublicKey: true,
    empty: { kind: 'telnyx', connection_id: '', api_key: '', public_key: '' },
  },
};

export function accountOf(carrier: CarrierAccount): string {
  return carrier.kind === 'twilio' ? carrier.account_sid : carrier.connection_id;
}

/** Tells it from others of the same name. */
export const labelOf = (carrier: CarrierAccount): string => `${carrier.name} (${accountOf(carrier)})`;

/** What a form begins with that gives the account a new secret. */
export function valuesOf(carrier: CarrierAccount): CreateCarrier {
  switch (carrier.kind) {
    case 'twilio':
      return { kind: 'twilio', account_sid: carrier.account_sid, auth_token: '' };
    case 'telnyx':
      return { kind: 'telnyx', connection_id: carrier.connection_id, api_key: '', public_key: carrier.public_key };
  }
}
