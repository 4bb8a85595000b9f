import type { TrunkPreset } from '@parley/contract';

const TLS_5061 = { port: 5061, transport: 'tls', srtp: 'required' } as const;
const UDP_5060 = { port: 5060, transport: 'udp', srtp: 'off' } as const;
const G711: TrunkPreset['codecs'] = ['PCMU', 'PCMA'];

const OUR_ADDRESS = 'the address of your Parley (the page Trunks shows it)';

/** Providers of telephone lines, each as its public documentation describes it. */
export const providerPresets: readonly TrunkPreset[] = [
  {
    ...{ preset: 'twilio', name: 'Twilio Elastic SIP Trunking', kind: 'provider', tried: false },
    host: null,
    host_hint: 'The termination SIP URI of the trunk: the name that you chose, then .pstn.twilio.com.',
    ...UDP_5060,
    authentication: 'digest',
    username_hint: 'A user name of the credential list of the trunk.',
    password_hint: 'The password of that user.',
    encrypted: TLS_5061,
    // https://www.twilio.com/docs/sip-trunking/ip-addresses: signalling, by region.
    inbound_addresses: [
      ...['54.172.60.0/30', '54.244.51.0/30', '54.171.127.192/30', '35.156.191.128/30'],
      ...['54.65.63.192/30', '54.169.127.128/30', '54.252.254.64/30', '177.71.206.192/30'],
    ],
    codecs: G711,
    steps: [
      'Make a trunk under Elastic SIP Trunking, Manage, Trunks.',
      'Under Termination choose a termination SIP URI, and add a credential list.',
      `Under Origination add the origination URI sip: followed by ${OUR_ADDRESS}.`,
      'Under Numbers add the numbers that are to ring here.',
    ],
    notes: [
      'It takes no REGISTER: calls come in by the origination URI.',
      'The caller id must be a number of your Twilio account or a verified one, or calls are refused with 403.',
      'For encryption switch on Secure Trunking there.',
    ],
    documentation_url: 'https://www.twilio.com/docs/sip-trunking',
  },
  {
    ...{ preset: 'telnyx', name: 'Telnyx', kind: 'provider', tried: false },
    host: 'sip.telnyx.com',
    host_hint: 'sip.telnyx.com; in Europe sip.telnyx.eu, in Australia sip.telnyx.com.au, in Canada sip.telnyx.ca.',
    ...UDP_5060,
    authentication: 'register',
    username_hint: 'The user name of the credentials connection.',
    password_hint: 'The password of the credentials connection.',
    encrypted: TLS_5061,
    // https://developers.telnyx.com/docs/voice/sip-trunking/routing/failover-and-retries: the region US.
    inbound_addresses: ['192.76.120.10', '64.16.250.10'],
    codecs: G711,
    steps: [
      'Make a SIP connection with credentials under Voice, SIP Trunking.',
      'Make an outbound voice profile and add the connection to it: without one it refuses calls out with 403.',
      'Assign your numbers to the connection.',
    ],
    notes: [
      'inbound_addresses are those of the region US; other regions have others.',
      'For encryption set SRTP in the settings of the connection.',
    ],
    documentation_url: 'https://developers.telnyx.com/docs/voice/sip-trunking',
  },
  {
    ...{ preset: 'vonage', name: 'Vonage SIP Trunking', kind: 'provider', tried: false },
    host: null,
    host_hint: 'The domain of the trunk, such as yourcompany.sip-us.vonage.com; of older accounts sip.nexmo.com.',
    ...UDP_5060,
    authentication: 'digest',
    username_hint: 'A user name of the credentials of the trunk; with sip.nexmo.com the API key.',
    password_hint: 'The password of that user; with sip.nexmo.com the API secret.',
    encrypted: TLS_5061,
    inbound_addresses: [],
    codecs: G711,
    steps: [
      'Make a trunk with a domain in the dashboard under Voice, SIP Trunks.',
      'Under Outbound Calling add a user with a password.',
      `Under Inbound Calling choose a region and add as URI ${OUR_ADDRESS}.`,
      'Link your numbers with the trunk.',
    ],
    notes: ['Add the addresses that its knowledge base lists for your region to the further addresses of the trunk.'],
    documentation_url: 'https://developer.vonage.com/en/sip/technical-details',
  },
  {
    ...{ preset: 'plivo', name: 'Plivo Zentrunk', kind: 'provider', tried: false },
    host: null,
    host_hint: 'The domain of the outbound trunk, such as 21784177241578.zt.plivo.com.',
    ...UDP_5060,
    authentication: 'digest',
    username_hint: 'The user name of the credentials of the outbound trunk.',
    password_hint: 'The password of these credentials.',
    encrypted: TLS_5061,
    inbound_addresses: [],
    codecs: G711,
    steps: [
      'Make credentials, and an outbound trunk with them, under Zentrunk.',
      `Make an origination URI with ${OUR_ADDRESS}, and an inbound trunk with it.`,
      'Assign your numbers to the inbound trunk.',
    ],
    notes: [
      'It takes no REGISTER.',
      'Two calls a second are permitted at first: more fail, or wait.',
      'For encryption make the trunks secure; a trunk that is secure takes nothing else.',
      'Add the addresses that its documentation lists to the further addresses of the trunk.',
    ],
    documentation_url: 'https://www.plivo.com/docs/sip-trunking/',
  },
  {
    ...{ preset: 'bandwidth', name: 'Bandwidth', kind: 'provider', tried: false },
    host: null,
    host_hint: 'One of the addresses for termination that Bandwidth gave you when your account was set up.',
    ...UDP_5060,
    authentication: 'none',
    username_hint: null,
    password_hint: null,
    encrypted: null,
    inbound_addresses: [],
    codecs: G711,
    steps: [
      `Make a location (SIP peer) whose termination hosts and origination hosts are ${OUR_ADDRESS}.`,
      'Order numbers into that location.',
      'Enter the second address that you were given as a further address of the trunk.',
    ],
    notes: [
      'It knows you by your address: tell it before you change that.',
      'It has no servers that are the same for all: each account is given two addresses.',
    ],
    documentation_url: 'https://support.bandwidth.com/hc/en-us/articles/204138866-Outbound-Calling-Integration-Guide',
  },
  {
    ...{ preset: 'sipgate', name: 'sipgate trunking', kind: 'provider', tried: false },
    host: 'sipconnect.sipgate.de',
    host_hint: 'sipconnect.sipgate.de; of a single line (sipgate basic, team) sipgate.de.',
    ...UDP_5060,
    authentication: 'register',
    username_hint: 'The SIP ID of the trunk, such as 1234567t0.',
    password_hint: 'The SIP password of the trunk, which is not that of the website.',
    encrypted: null,
    inbound_addresses: [],
    codecs: ['PCMA', 'PCMU'],
    steps: ['Read the SIP ID and the SIP password in the account, at the trunk.', 'Assign your numbers to the trunk.'],
    notes: ['Which number callees see is limited to those of the trunk, unless its account permits others.'],
    documentation_url: 'https://www.sipgate.de/trunking',
  },
];
