import { Kamailio } from './kamailio.ts';

interface PbxOptions {
  /** The realm, and what its users have behind the @. */
  domain: string;
  /** Of all users. */
  password: string;
  /** A user who is called by a number, as a trunk is. */
  trunk: { username: string; number: string };
}

/** The telephone system of an office: whoever knows the password registers and calls, and all of them reach each other through it. */
export function startPbx(port: number, { domain, password, trunk }: PbxOptions): Promise<Kamailio> {
  return Kamailio.run(
    port,
    `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
auto_aliases=no
disable_tcp=yes
listen=udp:127.0.0.1:${port}

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
# A GRUU would have to be looked up in each request of a dialog.
modparam("registrar", "gruu_enabled", 0)
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
    if (!pv_www_authenticate("${domain}", "${password}", "0") || $au != $tU) {
      www_challenge("${domain}", "1"); exit;
    }
    save("location");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  if (!pv_proxy_authenticate("${domain}", "${password}", "0")) { proxy_challenge("${domain}", "1"); exit; }
  consume_credentials();
  remove_hf("Route");
  record_route();
  if ($rU == "${trunk.number}") {
    append_hf("P-Called-Party-ID: <sip:$rU@${domain}>\r\n");
    $rU = "${trunk.username}";
  }
  if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
  t_relay();
}
`,
  );
}
