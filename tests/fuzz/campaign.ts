import { describeAnswer, type FuzzAnswer } from './answer.ts';
import { describeRequest, type FuzzRequest, type HttpRequest, type RawRequest } from './fuzz-request.ts';
import { type Forms, fuzzRequests } from './fuzz-requests.ts';
import { complaintsAbout, complaintsAboutAnswerTo, jsonOf } from './judge.ts';
import { Resources } from './references.ts';
import { type Keys, Sender } from './send.ts';

export interface CampaignOptions {
  port: number;
  keys: Keys;
  agentIds: string[];
  seed: number;
  requests: number;
  forms?: Forms;
  /** Enough to see what they have in common. */
  mostFailures?: number;
  onProgress?: (done: number) => void;
}

export interface CampaignReport {
  seed: number;
  requests: number;
  /** Answers by status; a raw request may have none, or several. */
  answers: Record<number, number>;
  /** Each with the seed, the request and the answer. */
  failures: string[];
}

const AT_ONCE = 8;
/** Every call is delivered to every webhook: more than a few would only make work. */
const MOST_WEBHOOKS = 4;

/** Sends the requests of a seed, several at a time, and judges every answer. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const campaign = new Campaign(options);
  try {
    return await campaign.run();
  } finally {
    campaign.close();
  }
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #resources: Resources;
  readonly #sender: Sender;
  readonly #report: CampaignReport;
  #begun = 0;
  #done = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#resources = new Resources(options.agentIds);
    this.#sender = new Sender(options.port, options.keys, this.#resources, AT_ONCE);
    this.#report = { seed: options.seed, requests: 0, answers: {}, failures: [] };
  }

  async run(): Promise<CampaignReport> {
    const { seed, requests, forms = 'all', mostFailures = 10 } = this.#options;
    const queue = fuzzRequests(seed, requests, forms);
    const work = async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        if (this.#report.failures.length >= mostFailures) return;
        this.#begun += 1;
        await this.#try(next.value, this.#begun);
        this.#done += 1;
        this.#options.onProgress?.(this.#done);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.#report.requests = this.#done;
    return this.#report;
  }

  close(): void {
    this.#sender.close();
  }

  async #try(request: FuzzRequest, number: number): Promise<void> {
    const prepared = request.form === 'http' ? this.#sender.prepared(request) : request;
    try {
      await (prepared.form === 'http' ? this.#tryHttp(prepared, number) : this.#tryRaw(prepared, number));
    } catch (error) {
      this.#fail(number, [String(error)], prepared);
    }
  }

  async #tryHttp(request: HttpRequest, number: number): Promise<void> {
    const answer = await this.#sender.http(request);
    this.#count(answer);
    const complaints = complaintsAboutAnswerTo(request, answer);
    if (complaints.length > 0) this.#fail(number, complaints, request, answer);
    if (answer.status === 201) this.#resources.learn(jsonOf(answer.body));
    const [oldest] = this.#resources.webhookIds;
    if (oldest === undefined || this.#resources.webhookIds.length <= MOST_WEBHOOKS) return;
    this.#resources.forget('whk', oldest);
    await this.#try(removalOf(oldest), number);
  }

  async #tryRaw(request: RawRequest, number: number): Promise<void> {
    for (const answer of await this.#sender.raw(request)) {
      this.#count(answer);
      const complaints = complaintsAbout(answer);
      if (complaints.length > 0) this.#fail(number, complaints, request, answer);
    }
  }

  #count({ status }: FuzzAnswer): void {
    this.#report.answers[status] = (this.#report.answers[status] ?? 0) + 1;
  }

  #fail(number: number, complaints: string[], request: FuzzRequest, answer?: FuzzAnswer): void {
    this.#report.failures.push(
      [
        `seed ${this.#options.seed}, request ${number}: ${complaints.join('; ')}`,
        `request: ${describeRequest(request)}`,
        ...(answer ? [`answer: ${describeAnswer(answer)}`] : []),
      ].join('\n'),
    );
  }
}

function removalOf(webhookId: string): HttpRequest {
  return {
    form: 'http',
    intent: 'a webhook too many is removed',
    method: 'DELETE',
    target: `/v1/webhooks/${webhookId}`,
    headers: {},
    key: 'full',
    body: null,
    expectation: { kind: 'accepted' },
  };
}
