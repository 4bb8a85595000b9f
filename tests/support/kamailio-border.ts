import { Kamailio } from './kamailio.ts';

export interface BorderOptions {
  /** SIP port of Parley, on 127.0.0.1. */
  inside: number;
  /** Where the phone is. */
  outside: { host: string; port: number };
  /** rtpengine's, on 127.0.0.1. */
  controlPort: number;
}

/**
 * A border between two networks: signalling passes it, and sound, which rtpengine relays, encrypted inside and plain
 * outside. Neither side sees an address of the other in an SDP.
 */
export function startBorder(port: number, { inside, outside, controlPort }: BorderOptions): Promise<Kamailio> {
  const rewritten = 'replace-origin replace-session-connection ICE=remove rtcp-mux-demux';
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
loadmodule "sdpops.so"
loadmodule "rtpengine.so"

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
  if (is_method("INVITE")) record_route();
  if ($sp == ${inside}) $du = "sip:${outside.host}:${outside.port}";
  else $du = "sip:127.0.0.1:${inside}";
  route(SOUND);
  t_relay();
}

route[SOUND] {
  if (!has_body("application/sdp")) return;
  t_on_reply("SOUND");
  if ($sp == ${inside}) rtpengine_offer("direction=inside direction=outside RTP/AVP ${rewritten}");
  else rtpengine_offer("direction=outside direction=inside RTP/SAVP ${rewritten}");
}

onreply_route[SOUND] {
  if (!has_body("application/sdp")) return;
  if ($sp == ${inside}) rtpengine_answer("RTP/AVP ${rewritten}");
  else rtpengine_answer("RTP/SAVP ${rewritten}");
}
`,
  );
}
