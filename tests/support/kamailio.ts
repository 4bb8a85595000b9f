import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KNOWN_REQUESTS, scriptStart } from './kamailio-script.ts';
import { udpAnswers } from './udp-answers.ts';

export interface Sides {
  /** Where what comes from outside goes. */
  inside: number;
  /** Where what comes from inside goes. */
  outside: number;
}

/** The credentials that it asks outside clients for, and refuses them without. */
export interface Login {
  username: string;
  password: string;
  algorithm?: 'MD5' | 'SHA-256';
  /** Older ones are stale. */
  nonceLifeS?: number;
}

/** How it speaks with the outside; files in PEM format. */
export interface OutsideTls {
  certificate: string;
  key: string;
  /** It requires a certificate of these from both clients and servers. */
  authorities: string;
}

export interface KamailioOptions {
  login?: Login;
  /** Of the outside; the inside speaks UDP. */
  outsideTransport?: 'udp' | 'tcp' | OutsideTls;
}

/** A stateful proxy between two sides: what comes from one goes to the other, and it stays in the route. */
export class Kamailio {
  /** Its log, for a person who looks at a failed test. */
  output = '';
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(directory: string) {
    this.#directory = directory;
    // In the foreground (-DD), and its log on stderr (-E); 64 MB shared and 8 MB private memory are plenty.
    const words = ['-DD', '-E', '-f', 'kamailio.cfg', '-Y', directory, '-m', '64', '-M', '8'];
    this.#process = spawn('kamailio', words, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process.stderr!.on('data', (data: Buffer) => {
      this.output += data.toString();
    });
    this.#exited = once(this.#process, 'exit');
    this.#exited.catch(() => {}); // `start` reports one that cannot be started
  }

  /** Resolves when it answers. All of them are SIP ports on 127.0.0.1. */
  static start(port: number, sides: Sides, options: KamailioOptions = {}): Promise<Kamailio> {
    return Kamailio.run(port, configuration(port, sides, options));
  }

  /**
   * With this configuration, which listens at the port of 127.0.0.1 over UDP. `files`: what it reads, by name; where
   * the configuration says DIRECTORY they are.
   */
  static async run(port: number, text: string, files: Record<string, string> = {}): Promise<Kamailio> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-kamailio-'));
    const all = { ...files, 'kamailio.cfg': text.replaceAll('DIRECTORY', directory) };
    for (const [name, content] of Object.entries(all)) await writeFile(path.join(directory, name), content);
    const kamailio = new Kamailio(directory);
    const ready = new AbortController();
    try {
      await Promise.race([udpAnswers(port, (from) => optionsRequest(from, port), ready.signal), kamailio.#dies()]);
    } catch (error) {
      await kamailio.close();
      throw error;
    } finally {
      ready.abort();
    }
    return kamailio;
  }

  /** Idempotent. Ends it with its children, and removes its files. */
  async close(): Promise<void> {
    if (this.#process.pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGTERM');
      await this.#exited;
    }
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #dies(): Promise<never> {
    const [code] = (await this.#exited) as [number | null];
    throw new Error(`Kamailio ended with ${code} at once:\n${this.output}`);
  }
}

function configuration(port: number, sides: Sides, { login, outsideTransport = 'udp' }: KamailioOptions): string {
  const transport = typeof outsideTransport === 'string' ? outsideTransport : 'tls';
  const listening = ['tcp_children=1', `listen=${transport}:127.0.0.1:${port}`];
  if (typeof outsideTransport !== 'string') listening.push(tlsModule(outsideTransport));
  const core = transport === 'udp' ? undefined : listening.join('\n');
  return `${scriptStart({ port, core, modules: ['sanity'] })}${login ? loginModules(login) : ''}
modparam("tm", "fr_timer", 32000)
modparam("tm", "fr_inv_timer", 60000)

request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (!sanity_check()) exit;
  ${login ? loginCheck(sides, login) : ''}
  if (is_method("OPTIONS") && !has_totag()) { sl_send_reply("200", "OK"); exit; }
${KNOWN_REQUESTS}  if (is_method("INVITE")) record_route();
  if ($sp == ${sides.inside}) $du = "sip:127.0.0.1:${sides.outside};transport=${transport}";
  else $du = "sip:127.0.0.1:${sides.inside}";
  t_relay();
}
`;
}

function tlsModule({ certificate, key, authorities }: OutsideTls): string {
  return `enable_tls=yes
loadmodule "tls.so"
modparam("tls", "tls_method", "TLSv1.2+")
modparam("tls", "certificate", "${certificate}")
modparam("tls", "private_key", "${key}")
modparam("tls", "ca_list", "${authorities}")
modparam("tls", "verify_certificate", 1)
modparam("tls", "require_certificate", 1)
`;
}

const REALM = 'trunk.test';

function loginModules({ algorithm = 'MD5', nonceLifeS = 300 }: Login): string {
  return `loadmodule "auth.so"
modparam("auth", "algorithm", "${algorithm}")
modparam("auth", "nonce_expire", ${nonceLifeS})
`;
}

/** ACK and CANCEL cannot be asked (RFC 3261, section 22.1). A stale nonce is -3, and said to be stale (4), with qop (1). */
function loginCheck({ outside }: Sides, { username, password }: Login): string {
  return `if ($sp == ${outside} && !is_method("ACK|CANCEL")) {
    $var(known) = pv_proxy_authenticate("${REALM}", "${password}", "0");
    if ($var(known) < 0 || $au != "${username}") {
      if ($var(known) == -3) proxy_challenge("${REALM}", "5");
      else proxy_challenge("${REALM}", "1");
      exit;
    }
    consume_credentials();
  }`;
}

function optionsRequest(from: number, to: number): string {
  return [
    `OPTIONS sip:127.0.0.1:${to} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${from};branch=z9hG4bK${crypto.randomUUID()}`,
    'Max-Forwards: 70',
    `From: <sip:test@127.0.0.1>;tag=${crypto.randomUUID()}`,
    `To: <sip:127.0.0.1:${to}>`,
    `Call-ID: ${crypto.randomUUID()}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}
