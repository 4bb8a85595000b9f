import { describe, expect, it } from 'vitest';
import { readToolCall } from './call-tools.ts';

const tool = (name: string) => ({ name, description: '', parameters: {} });
const ALLOWED = ['transfer_call', 'send_dtmf', 'lookup'].map(tool);
const read = (name: string, args: Record<string, unknown>, allowed = ALLOWED) =>
  readToolCall({ id: '1', name, arguments: args }, allowed);

describe('a tool call', () => {
  it('ends the call, whatever tools there are', () => {
    expect(read('end_call', { outcome: ' booked ' }, [])).toEqual({ type: 'end_call', outcome: 'booked' });
    expect(read('end_call', { outcome: { made: 'up' } }, [])).toEqual({ type: 'end_call', outcome: null });
  });

  it('transfers and presses keys where that is allowed', () => {
    expect(read('transfer_call', { destination: 'Sales' })).toEqual({ type: 'transfer', to: 'Sales' });
    expect(read('send_dtmf', { digits: 42 })).toEqual({ type: 'send_dtmf', digits: '42' });
    expect(read('send_dtmf', { digits: '1-2 #' })).toEqual({ type: 'send_dtmf', digits: '12#' });
    expect(read('transfer_call', { destination: 'Sales' }, [])).toMatchObject({ type: 'refuse' });
  });

  it.each([
    ['transfer_call', {}],
    ['transfer_call', { destination: '  ' }],
    ['send_dtmf', { digits: 'call Bob' }],
    ['send_dtmf', { digits: '' }],
    ['send_dtmf', { digits: '1,2' }],
    ['send_dtmf', { digits: 'wW' }],
    ['send_dtmf', { digits: '1'.repeat(65) }],
    ['made_up', {}],
  ])('is refused when it makes no sense: %s %o', (name, args) => {
    expect(read(name, args)).toMatchObject({ type: 'refuse' });
  });

  it("is otherwise one of the agent's own", () => {
    expect(read('lookup', { any: 'thing' })).toEqual({ type: 'run' });
  });
});
