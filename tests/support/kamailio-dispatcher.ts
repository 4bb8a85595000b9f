import { Kamailio } from './kamailio.ts';
import { KNOWN_REQUESTS, OWN_REQUESTS, scriptStart } from './kamailio-script.ts';

/**
 * One address for several nodes of Parley, all on 127.0.0.1: each call goes to the next of those that answer OPTIONS, and
 * to another one when it says nothing. Fails over after 2 s: a node that is busy has sent its 100 long before.
 */
export function startDispatcher(port: number, nodes: readonly number[]): Promise<Kamailio> {
  const destinations = nodes.map((node) => `sip:127.0.0.1:${node}`);
  return Kamailio.run(
    port,
    `${scriptStart({ port, modules: ['tmx', 'dispatcher'] })}modparam("dispatcher", "list_file", "DIRECTORY/dispatcher.list")
modparam("dispatcher", "ds_ping_interval", 1)
modparam("dispatcher", "ds_probing_mode", 1)
modparam("dispatcher", "ds_probing_threshold", 2)
modparam("dispatcher", "flags", 2)
modparam("tm", "fr_timer", 2000)
modparam("tm", "fr_inv_timer", 60000)

request_route {
${OWN_REQUESTS}${KNOWN_REQUESTS}  if (is_method("INVITE")) record_route();
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
