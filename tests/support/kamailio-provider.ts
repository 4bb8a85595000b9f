import { Kamailio } from './kamailio.ts';

export interface ProviderOptions {
  /** A port of TLS for each certificate, in PEM format. */
  tls: readonly { port: number; certificate: string; key: string }[];
  /** Whom it knows; the domain is what From has to have. */
  login: { username: string; password: string; domain: string };
  /** A telephone behind it, which every call goes to; what comes from it goes to whoever is registered. */
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
  return Kamailio.run(
    port,
    `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
tcp_children=1
auto_aliases=no
enable_tls=yes
listen=udp:127.0.0.1:${port}
${tls.map((each) => `listen=tls:127.0.0.1:${each.port}`).join('\n')}
alias="${domain}"

loadmodule "tls.so"
loadmodule "pv.so"
loadmodule "sl.so"
loadmodule "tm.so"
loadmodule "rr.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "sdpops.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "auth.so"
loadmodule "nathelper.so"
loadmodule "rtpengine.so"

modparam("tls", "config", "DIRECTORY/tls.cfg")
modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", 120)
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${controlPort}")
modparam("tm", "wt_timer", 32000)

request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("OPTIONS") && !has_totag()) { sl_send_reply("200", "OK"); exit; }
  if (is_method("CANCEL")) { rtpengine_delete(); if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (is_method("BYE")) rtpengine_delete();
    if (loose_route()) { route(SOUND); t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not Here"); exit;
  }
  t_check_trans();
  if (is_method("REGISTER")) {
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
