import type { TrunkPreset } from '@parley/contract';

const TLS_5061 = { port: 5061, transport: 'tls', srtp: 'required' } as const;

/** What telephone systems of one's own have in common. */
const ownSystem = {
  kind: 'pbx',
  host: null,
  host_hint: 'The name or address of the host that it runs on, as Parley reaches it.',
  ...{ port: 5060, transport: 'udp', srtp: 'off' },
  encrypted: TLS_5061,
  inbound_addresses: [],
  codecs: ['PCMU', 'PCMA'],
  tried: false,
} as const satisfies Partial<TrunkPreset>;

const byAddress = { authentication: 'none', username_hint: null, password_hint: null } as const;

const TO_PARLEY = 'sip: followed by the address of your Parley (the page Trunks shows it)';

/** Telephone systems of one's own. */
export const pbxPresets: readonly TrunkPreset[] = [
  {
    ...ownSystem,
    ...{ preset: 'asterisk', name: 'Asterisk' },
    authentication: 'digest',
    username_hint: 'The user name of the auth section that the endpoint names in auth.',
    password_hint: 'The password of that section.',
    steps: [
      'Write into pjsip.conf an endpoint with auth, aors and context, with disallow=all and allow=ulaw,alaw, dtmf_mode=rfc4733 and direct_media=no.',
      `Write an aor with contact=${TO_PARLEY}, and an identify section with match set to that address.`,
      'Let the context of the endpoint dial out, and send calls to Parley with Dial and the name of the endpoint after PJSIP/.',
      'Run "pjsip reload" in its console.',
    ],
    notes: [
      'Calls are matched by identify before they are by their user name: without one they are refused with 401.',
      'Numbers that come to Parley need their + and country code.',
      'For encryption it wants media_encryption=sdes and a transport with protocol=tls.',
    ],
    documentation_url: 'https://docs.asterisk.org/Configuration/Channel-Drivers/SIP/Configuring-res_pjsip/',
  },
  {
    ...ownSystem,
    ...{ preset: 'freepbx', name: 'FreePBX' },
    authentication: 'digest',
    username_hint: 'The user name of the trunk there.',
    password_hint: 'The secret of the trunk there.',
    steps: [
      'Add a SIP (chan_pjsip) trunk under Connectivity, Trunks.',
      'Under pjsip Settings set Authentication to Inbound, Registration to None, and SIP Server to the address of your Parley.',
      'Add an outbound route that sends the numbers of Parley through this trunk, and an inbound route for what comes from it.',
      'Apply the configuration.',
    ],
    notes: [
      'Its port of pjsip may be another than 5060: Settings, Asterisk SIP Settings shows it.',
      'Its firewall has to trust the address of your Parley.',
    ],
    documentation_url: 'https://sangomakb.atlassian.net/wiki/spaces/FP/pages/9732188/Trunks+Module',
  },
  {
    ...ownSystem,
    ...byAddress,
    ...{ preset: 'freeswitch', name: 'FreeSWITCH', port: 5080 },
    encrypted: { ...TLS_5061, port: 5081 },
    steps: [
      'Add a gateway to the profile external, with proxy set to the address of your Parley and register set to false.',
      'Permit the address of your Parley in acl.conf.xml, and name that list in apply-inbound-acl of the profile.',
      'Bridge calls to Parley with sofia/gateway/NAME/+number, and write a dialplan for what comes in.',
      'Run "reloadxml" and "sofia profile external rescan" in fs_cli.',
    ],
    notes: [
      'The profile external listens on 5080, over TLS on 5081; 5060 is the profile of telephones, which asks for a password.',
      'Behind NAT set ext-rtp-ip and ext-sip-ip, or audio goes one way.',
    ],
    documentation_url:
      'https://developer.signalwire.com/freeswitch/FreeSWITCH-Explained/Configuration/Sofia-SIP-Stack/',
  },
  {
    ...ownSystem,
    ...{ preset: '3cx', name: '3CX', authentication: 'register' },
    host_hint: 'The name of your 3CX, such as yourcompany.3cx.eu, as Parley reaches it.',
    username_hint: 'The authentication ID of the extension.',
    password_hint: 'The authentication password of the extension.',
    encrypted: null,
    steps: [
      'Add an extension for Parley, and read its authentication ID and password under IP Phone.',
      'Permit it to register from outside where Parley is not in the same network.',
      'Route the calls that Parley is to take to this extension.',
    ],
    notes: [
      'The extension calls out by the outbound rules of 3CX, and shows the number that these name.',
      'Calls to the extension have no telephone number: connect the number that 3CX names in To.',
    ],
    documentation_url: 'https://www.3cx.com/docs/manual/',
  },
  {
    ...ownSystem,
    ...{ preset: 'kamailio', name: 'Kamailio', authentication: 'digest', tried: true },
    username_hint: 'The user name that its auth module knows, in the table subscriber or in its configuration.',
    password_hint: 'The password of that user.',
    steps: [
      `Let its request route send the numbers of Parley to ${TO_PARLEY}, with record_route() before.`,
      'Challenge INVITE and REGISTER of Parley with auth_challenge(), or permit its address with allow_source_address().',
    ],
    notes: [
      'Where Kamailio is also the registrar that calls come from, take the authentication register.',
      'Kamailio carries no audio: RTP must reach what it sends the calls to.',
    ],
    documentation_url: 'https://www.kamailio.org/wikidocs/',
  },
];
