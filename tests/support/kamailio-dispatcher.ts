import { Kamailio } from './kamailio.ts';

/**
 * One address for several nodes of Parley, all on 127.0.0.1: each call goes to the next of those that answer OPTIONS, and
 * to another one when it says nothing. Fails over after 2 s: a node that is busy has sent its 100 long before.
 */
export function startDispatcher(port: number, nodes: readonly number[]): Promise<Kamailio> {
  const destinations = nodes.map((node) => `sip:127.0.0.1:${node}`);
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
loadmodule "tmx.so"
loadmodule "rr.so"
loadmodule "maxfwd.so"
loadmodule "siputils.so"
loadmodule "textops.so"
loadmodule "dispatcher.so"

modparam("dispatcher", "list_file", "DIRECTORY/dispatcher.list")
modparam("dispatcher", "ds_ping_interval", 1)
modparam("dispatcher", "ds_probing_mode", 1)
modparam("dispatcher", "ds_probing_threshold", 2)
modparam("dispatcher", "flags", 2)
modparam("tm", "fr_timer", 2000)
modparam("tm", "fr_inv_timer", 60000)
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
  if (is_method("INVITE")) record_route();
  if (!ds_select_dst("1", "4")) { sl_send_reply("503", "No Node"); exit; }
  t_on_failure("NEXT");
  t_relay();
}

failure_route[NEXT] {
  if (t_is_canceled()) exit;
  if (t_branch_timeout() && !t_branch_replied()) {
    ds_mark_dst("ip");
    if (ds_next_dst()) { t_on_failure("NEXT"); t_relay(); exit; }
  }
}
`,
    { 'dispatcher.list': destinations.map((destination) => `1 ${destination}\n`).join('') },
  );
}
