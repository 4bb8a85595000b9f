import { Kamailio } from './kamailio.ts';
import { KNOWN_REQUESTS, OWN_REQUESTS, scriptStart } from './kamailio-script.ts';

interface PbxOptions {
  /** The realm, and what its users have behind the @. */
  domain: string;
  /** Of all users. */
  password: string;
  /** A user who is called by a number, as a trunk is. */
  trunk: { username: string; number: string };
}

/**
 * The telephone system of an office: a telephone that knows the password registers and calls, and all of them reach
 * each other through it.
 */
export function startPbx(port: number, { domain, password, trunk }: PbxOptions): Promise<Kamailio> {
  return Kamailio.run(
    port,
    `${scriptStart({ port, modules: ['usrloc', 'registrar', 'auth'] })}modparam("usrloc", "db_mode", 0)
# A GRUU would have to be looked up in each request of a dialog.
modparam("registrar", "gruu_enabled", 0)

request_route {
${OWN_REQUESTS}${KNOWN_REQUESTS}  if (is_method("REGISTER")) {
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
