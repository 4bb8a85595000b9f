import {
  type Agent,
  type BatchCheck,
  type CheckBatch,
  PhoneNumber,
  type RowProblem,
  Variables,
} from '@parley/contract';
import { findAccount } from '../accounts/accounts.ts';
import { askedVariables, neededVariables } from '../agents/needed-variables.ts';
import { render, resolveVariables, spokenTime } from '../agents/template.ts';
import { checkedAgent, type RouteChoice } from '../calls/place-call.ts';
import { suppressedAmong } from '../compliance/suppressions.ts';
import type { Queryable } from '../db/index.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import { callerIdOf } from '../numbers/numbers.ts';

const PREVIEWS = 3;

type Row = CheckBatch['rows'][number];

/**
 * What is wrong with the rows of a batch, and what the first recipients would hear. Nothing is stored; what is found good
 * here, `createBatch` accepts a moment later.
 *
 * @throws RequestError `not_found` and `unprocessable` where the agent cannot call at all.
 */
export async function checkBatch(
  db: Queryable,
  routing: RouteChoice,
  accountId: string,
  { agent_id: agentId, rows }: CheckBatch,
): Promise<BatchCheck> {
  const agent = await checkedAgent(db, accountId, agentId);
  const needed = neededVariables(agent);
  const suppressed = await suppressedAmong(
    db,
    accountId,
    rows.map(({ phone }) => phone),
  );
  const firstRows = new Map<string, number>();
  const problems: RowProblem[] = [];
  const good: Row[] = [];
  await eachInTurns(rows, (row) => {
    const phoneProblem = problemOfPhone(row, firstRows, suppressed);
    const found = [...(phoneProblem ? [phoneProblem] : []), ...problemsOfVariables(row, needed)];
    problems.push(...found);
    if (found.length === 0) good.push(row);
  });
  const from = (await callerIdOf(db, accountId, agentId)) ?? null;
  const phones = good.map(({ phone }) => phone);
  const routes = await routing.routesTo(db, { accountId, from: from ?? '' }, phones);
  const simulated = routes.filter((route) => route.simulated).length;
  const account = await findAccount(db, accountId);
  return {
    variables: askedVariables(agent).map((name) => ({ name, needed: needed.includes(name) })),
    good: good.length,
    problems,
    previews: good
      .slice(0, PREVIEWS)
      .map((row) => ({ row: row.row, phone: row.phone, hears: heard(agent, row, from) })),
    from_number: from,
    simulated,
    calls_per_minute: account!.callsPerMinute,
    concurrent_calls: account!.concurrentCalls,
    max_duration: agent.max_duration,
  };
}

function problemOfPhone(
  { row, phone }: Row,
  firstRows: Map<string, number>,
  suppressed: ReadonlySet<string>,
): RowProblem | undefined {
  const problem = (kind: RowProblem['kind'], reason: string) => ({ row, column: 'phone', kind, reason });
  if (phone === '') return problem('missing', 'There is no phone number.');
  if (!PhoneNumber.safeParse(phone).success) {
    return problem('malformed', `${shown(phone)} is not in E.164 format: + and country code, digits only.`);
  }
  const first = firstRows.get(phone);
  if (first !== undefined) return problem('repeated', `${phone} is in row ${first} already.`);
  firstRows.set(phone, row);
  if (suppressed.has(phone)) return problem('suppressed', `${phone} is on the suppression list.`);
  return undefined;
}

function problemsOfVariables({ row, variables }: Row, needed: readonly string[]): RowProblem[] {
  const missing = needed
    .filter((name) => !Object.hasOwn(variables, name) || variables[name]!.trim() === '')
    .map((name): RowProblem => ({ row, column: name, kind: 'missing', reason: `{{${name}}} has no value.` }));
  const fault = Variables.safeParse(variables).error?.issues[0];
  if (!fault) return missing;
  const column = String(fault.path[0] ?? 'variables');
  return [...missing, { row, column, kind: 'malformed', reason: `${shown(column)}: ${fault.message}.` }];
}

const LONGEST_SHOWN = 40;
const shown = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text;

/** What is said before the person says anything; null where the model makes up what it says. */
function heard(agent: Agent, { phone, variables }: Row, from: string | null): string | null {
  if (agent.first_message === null) return null;
  const values = resolveVariables({
    builtin: {
      recipient_phone: phone,
      from_number: from ?? '',
      call_id: 'call_…',
      current_time: spokenTime(new Date(), agent.timezone),
    },
    defaults: agent.variables,
    given: variables,
  });
  return [agent.disclosure, agent.first_message]
    .filter((text) => text !== null)
    .map((text) => render(text, values))
    .join(' ');
}
