import { Kamailio } from './kamailio.ts';
import { KNOWN_REQUESTS, OWN_REQUESTS, scriptStart } from './kamailio-script.ts';

interface RegistrarOptions {
  /** The client that may register and call; From must have the domain. */
  login: { username: string; password: string; domain: string };
  transport: 'udp' | 'tcp';
  /** The telephone network: calls from the one port go to the registered client, calls to it go to the other one. */
  network: { callerPort: number; calleePort: number };
  /**
   * It reaches those that have registered over the connection that they registered by, and no other way (RFC 5626); calls of theirs come
   * over it too, with the Service-Route that it gave them (RFC 3608), or are refused.
   */
  keepsFlows?: boolean;
  /** It takes registrations of all numbers at once and no others (RFC 6140), and puts the called number into the contact. */
  isBulk?: boolean;
}

/** A number of the telephone network whose call ends the connection of the last registration. */
export const CUTS_FLOW = '+493000000000';

/** A user that is known, and may not register. */
export const BARRED = 'barred';

/** A provider as those that want a registration are: it knows no address but the contact that was registered with it. */
export function startRegistrar(
  port: number,
  { login, transport, network, keepsFlows = false, isBulk = false }: RegistrarOptions,
): Promise<Kamailio> {
  const { username, password, domain } = login;
  return Kamailio.run(
    port,
    `${scriptStart({ port, core: transport === 'udp' ? 'disable_tcp=yes' : `tcp_children=1\nlisten=${transport}:127.0.0.1:${port}`, modules: ['usrloc', 'registrar', 'auth'] })}modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", 120)
${keepsFlows ? flowModules : ''}

request_route {
${OWN_REQUESTS}${KNOWN_REQUESTS}  if (is_method("REGISTER")) {
    if ($tU == "${BARRED}") { sl_send_reply("403", "Forbidden"); exit; }
    if ($tU != "${username}") { sl_send_reply("404", "Not Found"); exit; }
    if (!pv_www_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      www_challenge("${domain}", "1"); exit;
    }
    ${keepsFlows ? takeFlow(port) : ''}
    ${isBulk ? TAKE_BULK : ''}
    save("location");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  ${keepsFlows ? cutFlow : ''}
  record_route();
  if ($sp == ${network.callerPort}) {
    $var(number) = $rU;
    $ru = "sip:${username}@${domain}";
    if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
    ${keepsFlows ? 'set_forward_no_connect();' : ''}
    ${isBulk ? NUMBER_INTO_CONTACT : ''}
  } else {
    if (!pv_proxy_authenticate("${domain}", "${password}", "0") || $au != "${username}") {
      proxy_challenge("${domain}", "1"); exit;
    }
    consume_credentials();
    ${keepsFlows ? checkFlow : ''}
    if ($fd != "${domain}") { sl_send_reply("403", "Not Your Domain"); exit; }
    $du = "sip:127.0.0.1:${network.calleePort}";
  }
  t_relay();
}
`,
  );
}

const flowModules = `loadmodule "nathelper.so"
loadmodule "htable.so"
loadmodule "tcpops.so"
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("htable", "htable", "flow=>size=4")
`;

/** Flow-Timer: pings come every second, of which it answers each (tcp_crlf_ping is on from the start). */
const takeFlow = (port: number) =>
  `if (is_present_hf("Contact")) {
      if (!($hdr(Supported) =~ "outbound") || !($ct =~ "reg-id=1;.+sip.instance=.<urn:uuid:")) {
        sl_send_reply("421", "Extension Required"); exit;
      }
      fix_nated_register();
      $sht(flow=>id) = $conid;
      append_to_reply("Require: outbound\\r\\nFlow-Timer: 1\\r\\nService-Route: <sip:127.0.0.1:${port};transport=tcp;lr>\\r\\n");
    }`;

const cutFlow = `if ($rU == "${CUTS_FLOW}") { tcp_close_connection("$sht(flow=>id)"); sl_send_reply("486", "Cut"); exit; }`;

const checkFlow = `if (!is_present_hf("Route") || !($ct =~ ";ob") || $conid != $sht(flow=>id)) {
      sl_send_reply("403", "Not Over Your Flow"); exit;
    }
    loose_route();`;

/** Section 5.1 and 5.2 of RFC 6140; the query of a test has no Contact. */
const TAKE_BULK = `if ($hdr(Require) != "gin" || $hdr(Proxy-Require) != "gin" || !($hdr(Supported) =~ "path")) {
      sl_send_reply("421", "Extension Required"); exit;
    }
    if (is_present_hf("Contact") && (!($ct =~ ";bnc>") || $ct =~ "@")) { sl_send_reply("400", "Not A Bulk Contact"); exit; }`;

/** Section 5.3. */
const NUMBER_INTO_CONTACT = '$rU = $var(number); $ru = $(ru{re.subst,/;bnc//});';
