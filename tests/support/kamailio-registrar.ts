import { Kamailio } from './kamailio.ts';

interface RegistrarOptions {
  /** Who may register, and call; the domain is what From has to have. */
  login: { username: string; password: string; domain: string };
  transport: 'udp' | 'tcp';
  /** The telephone network: calls from the one port go to whoever is registered, calls to it go to the other one. */
  network: { callerPort: number; calleePort: number };
}

/** A user that is known, and may not register. */
export const BARRED = 'barred';

/** A provider as those that want a registration are: it knows no address but the contact that was registered with it. */
export function startRegistrar(port: number, { login, transport, network }: RegistrarOptions): Promise<Kamailio> {
  const { username, password, domain } = login;
  return Kamailio.run(
    port,
    `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
auto_aliases=no
${transport === 'udp' ? 'disable_tcp=yes' : 'tcp_children=1'}
listen=udp:127.0.0.1:${port}
${transport === 'udp' ? '' : `listen=${transport}:127.0.0.1:${port}`}

loadmodule "pv.so"
loadmodule "sl.so"
loadmodule "tm.so"
loadmodule "rr.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "auth.so"

modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", 120)
modparam("tm", "wt_timer", 32000)

request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("OPTIONS") && !has_totag()) { sl_send_reply("200", "OK"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not Here"); exit;
  }
  t_check_trans();
  if (is_method("REGISTER")) {
    if ($tU == "${BARRED}") { sl_send_reply("403", "Forbidden"); exit; }
    if ($tU != "${username}") { sl_send_reply("404", "Not Found"); exit; }
    if (!pv_www_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      www_challenge("${domain}", "1"); exit;
    }
    save("location");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  record_route();
  if ($sp == ${network.callerPort}) {
    $ru = "sip:${username}@${domain}";
    if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
  } else {
    if (!pv_proxy_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      proxy_challenge("${domain}", "1"); exit;
    }
    consume_credentials();
    if ($fd != "${domain}") { sl_send_reply("403", "Not Your Domain"); exit; }
    $du = "sip:127.0.0.1:${network.calleePort}";
  }
  t_relay();
}
`,
  );
}
