import { Kamailio } from './kamailio.ts';
import { KNOWN_REQUESTS_WITH_SOUND, OWN_REQUESTS, scriptStart } from './kamailio-script.ts';

export interface ProviderOptions {
  /** A port of TLS for each certificate, in PEM format. */
  tls: readonly { port: number; certificate: string; key: string }[];
  /** Whom it knows; the domain is what From has to have. */
  login: { username: string; password: string; domain: string };
  /** A telephone behind it, which every call goes to; what comes from it goes to the registered client. */
  phone: { host: string; port: number; number: string };
  /** Calls to this number have no sound: the relay drops what comes, as a firewall would. */
  silentNumber: string;
  /** rtpengine's, on 127.0.0.1. */
  controlPort: number;
}

/**
 * A provider whose customer registers over TLS and has SRTP, while its telephones have neither: rtpengine is between the
 * two. At `port` it takes what telephones send over UDP.
 */
export function startProvider(port: number, options: ProviderOptions): Promise<Kamailio> {
  const { tls, login, phone, silentNumber, controlPort } = options;
  const { username, password, domain } = login;
  const rewritten = 'replace-origin replace-session-connection ICE=remove rtcp-mux-demux';
  const core = [
    'tcp_children=1',
    'enable_tls=yes',
    ...tls.map((each) => `listen=tls:127.0.0.1:${each.port}`),
    `alias="${domain}"`,
  ].join('\n');
  return Kamailio.run(
    port,
    `${scriptStart({ port, core, modules: ['tls', 'sdpops', 'usrloc', 'registrar', 'auth', 'nathelper', 'rtpengine'] })}modparam("tls", "config", "DIRECTORY/tls.cfg")
modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", 120)
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${controlPort}")

request_route {
${OWN_REQUESTS}${KNOWN_REQUESTS_WITH_SOUND}  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      www_challenge("${domain}", "1"); exit;
    }
    fix_nated_register();
    save("location");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  record_route();
  if ($proto == "udp") {
    $ru = "sip:${username}@${domain}";
    if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
  } else {
    if (!pv_proxy_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      proxy_challenge("${domain}", "1"); exit;
    }
    consume_credentials();
    if ($fd != "${domain}") { sl_send_reply("403", "Not Your Domain"); exit; }
    $rU = "${phone.number}";
    $du = "sip:${phone.host}:${phone.port}";
  }
  route(SOUND);
  t_relay();
}

route[SOUND] {
  if (!has_body("application/sdp")) return;
  t_on_reply("SOUND");
  if ($proto == "tls") rtpengine_offer("direction=inside direction=outside RTP/AVP ${rewritten}");
  else rtpengine_offer("direction=outside direction=inside RTP/SAVP ${rewritten}");
}

onreply_route[SOUND] {
  if (!has_body("application/sdp")) return;
  if ($proto == "tls") rtpengine_answer("RTP/AVP ${rewritten}");
  else rtpengine_answer("RTP/SAVP ${rewritten}");
  if ($tU == "${silentNumber}") block_media("all");
}
`,
    { 'tls.cfg': tlsProfiles(tls) },
  );
}

/** The customer's certificate is not asked for: it has a password. */
function tlsProfiles(tls: ProviderOptions['tls']): string {
  const common = 'method = TLSv1.2+\nverify_certificate = no\nrequire_certificate = no\n';
  const servers = tls.map(
    ({ port, certificate, key }) =>
      `[server:127.0.0.1:${port}]\n${common}certificate = ${certificate}\nprivate_key = ${key}\n`,
  );
  const [{ certificate, key } = { certificate: '', key: '' }] = tls;
  const byDefault = `certificate = ${certificate}\nprivate_key = ${key}\n`;
  return [`[server:default]\n${common}${byDefault}`, `[client:default]\n${common}`, ...servers].join('\n');
}
