const MODULES = ['pv', 'sl', 'tm', 'rr', 'maxfwd', 'textops', 'siputils'];

interface Start {
  port: number;
  /** Settings of the core beyond what a proxy has that listens over UDP alone. */
  core?: string | undefined;
  /** Modules beyond those of a proxy. */
  modules?: readonly string[];
}

/**
 * How each script begins: it listens at the port of 127.0.0.1 over UDP.
 *
 * `children`: one process for each socket, or a 200 overtakes the 180 that was sent right before it.
 *
 * `wt_timer`: a finished INVITE transaction is remembered as long as its repetitions may come (64*T1), so that none of
 * them reaches sipp, which takes each message for a new one.
 */
export function scriptStart({ port, core = 'disable_tcp=yes', modules = [] }: Start): string {
  return `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
auto_aliases=no
listen=udp:127.0.0.1:${port}
${core}

${[...MODULES, ...modules].map((name) => `loadmodule "${name}.so"`).join('\n')}

modparam("tm", "wt_timer", 32000)
`;
}

/** What is asked of the proxy itself. */
export const OWN_REQUESTS = `
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("OPTIONS") && !has_totag()) { sl_send_reply("200", "OK"); exit; }
`;

/** What belongs to a transaction or a dialog goes its way. */
export const KNOWN_REQUESTS = `
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not Here"); exit;
  }
  t_check_trans();
`;

/** The same, where rtpengine relays the sound: route SOUND rewrites each SDP. */
export const KNOWN_REQUESTS_WITH_SOUND = `
  if (is_method("CANCEL")) { rtpengine_delete(); if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (is_method("BYE")) rtpengine_delete();
    if (loose_route()) { route(SOUND); t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not Here"); exit;
  }
  t_check_trans();
`;
