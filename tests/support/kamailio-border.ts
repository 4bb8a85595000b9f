import { Kamailio } from './kamailio.ts';
import { KNOWN_REQUESTS_WITH_SOUND, OWN_REQUESTS, scriptStart } from './kamailio-script.ts';

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
    `${scriptStart({ port, modules: ['sdpops', 'rtpengine'] })}modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${controlPort}")

request_route {
${OWN_REQUESTS}${KNOWN_REQUESTS_WITH_SOUND}  if (is_method("INVITE")) record_route();
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
