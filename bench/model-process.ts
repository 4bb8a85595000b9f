import { readdirSync, readFileSync } from 'node:fs';

/** proc(5): ticks of a hundredth of a second on every Linux that Node runs on. */
const MS_A_TICK = 10;
/** Fields behind the name, which is in brackets and may hold anything. */
const [PARENT, USER_TICKS, SYSTEM_TICKS] = [1, 11, 12];

/** The process of the model of any words that a service has started; null where there is none. Linux. */
export function modelProcessOf(servicePid: number): number | null {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const model = pids.find((pid) => Number(fieldsOf(pid)[PARENT]) === servicePid && isModel(pid));
  return model === undefined ? null : Number(model);
}

/** What it has taken of a processor so far. */
export function cpuMsOf(pid: number): number {
  const fields = fieldsOf(String(pid));
  return (Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0)) * MS_A_TICK;
}

/** Empty when it has ended meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const fieldsOf = (pid: string): string[] => read(pid, 'stat').split(') ').at(-1)!.split(' ');
const isModel = (pid: string): boolean => read(pid, 'cmdline').includes('open-process');
