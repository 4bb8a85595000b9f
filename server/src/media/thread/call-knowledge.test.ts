import type {
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  Message,
  ToolOutcome,
} from '@parley/conversation';
import { describe, expect, it } from 'vitest';
import type { FoundPassage, KnowledgeMode, KnowledgeQuestion } from '../media.ts';
import { CallKnowledge } from './call-knowledge.ts';

const HOURS: FoundPassage = {
  documentId: 'doc_1',
  name: 'Handbook',
  passage: 3,
  heading: 'Hours',
  text: 'From 8 to 18.',
  score: 1,
};
const SOURCE = { documentId: 'doc_1', name: 'Handbook', passage: 3, heading: 'Hours' };
const user = (text: string): Message => ({ role: 'user', text });

class Rig {
  readonly questions: KnowledgeQuestion[] = [];
  readonly requests: LanguageModelRequest[] = [];
  readonly knowledge: CallKnowledge;
  answer: (question: KnowledgeQuestion) => Promise<FoundPassage[]> = async () => [HOURS];

  constructor(mode: KnowledgeMode, speaks = false) {
    const search = (question: KnowledgeQuestion) => {
      this.questions.push(question);
      return this.answer(question);
    };
    this.knowledge = new CallKnowledge({ mode, speaks, search });
  }

  async ask(...messages: Message[]): Promise<LanguageModelEvent[]> {
    const { requests } = this;
    const model: LanguageModel = {
      name: 'model',
      async *respond(request) {
        requests.push(request);
        yield { type: 'text', delta: 'Yes.' };
      },
    };
    const { signal } = new AbortController();
    const events: LanguageModelEvent[] = [];
    for await (const event of this.knowledge.inform(model).respond({ prompt: '', messages, tools: [], signal }))
      events.push(event);
    return events;
  }

  async use(id: string, query: string): Promise<ToolOutcome> {
    return this.knowledge.run({ id, name: 'search_knowledge', arguments: { query } }, new AbortController().signal);
  }
}

describe('what an agent knows', () => {
  it('is shown before the last words of the caller, and named as the source', async () => {
    const rig = new Rig('context');
    const events = await rig.ask(user('When are you open on Friday?'));
    expect(events).toEqual([
      { type: 'sources', sources: [SOURCE] },
      { type: 'text', delta: 'Yes.' },
    ]);
    const [note, last] = rig.requests[0]!.messages;
    expect(note).toMatchObject({ role: 'note', text: expect.stringContaining('"Handbook", Hours:\nFrom 8 to 18.') });
    expect(last).toEqual(user('When are you open on Friday?'));
    expect(rig.knowledge.tools).toEqual([]);
  });

  it('is not shown where it fits by chance', async () => {
    const rig = new Rig('both');
    rig.answer = async () => [{ ...HOURS, score: 0.1 }];
    expect(await rig.ask(user('Thank you very much for that.'))).toEqual([{ type: 'text', delta: 'Yes.' }]);
    expect(rig.requests[0]!.messages).toHaveLength(1);
  });

  it('is not waited for when it takes long, and is there the next time', async () => {
    const rig = new Rig('context');
    const late = Promise.withResolvers<FoundPassage[]>();
    rig.answer = () => late.promise;
    expect(await rig.ask(user('When are you open on Friday?'))).toEqual([{ type: 'text', delta: 'Yes.' }]);
    late.resolve([HOURS]);
    expect((await rig.ask(user('When are you open on Friday?')))[0]).toEqual({ type: 'sources', sources: [SOURCE] });
    expect(rig.questions).toHaveLength(1);
  });

  it('does without documents that cannot be searched, and asks again', async () => {
    const rig = new Rig('context');
    rig.answer = async () => {
      throw new Error('the database is away');
    };
    expect(await rig.ask(user('When are you open on Friday?'))).toEqual([{ type: 'text', delta: 'Yes.' }]);
    rig.answer = async () => [HOURS];
    expect((await rig.ask(user('When are you open on Friday?')))[0]).toMatchObject({ type: 'sources' });
  });

  it('is asked for with what was said before, where a question is short', async () => {
    const rig = new Rig('context');
    await rig.ask(user('When are you open on Friday?'), { role: 'agent', text: 'From 8.' }, user('And on Sunday?'));
    expect(rig.questions[0]!.query).toBe('When are you open on Friday? And on Sunday?');
  });

  it('has 1200 words at most', async () => {
    const rig = new Rig('context');
    const text = 'word '.repeat(500).trim();
    rig.answer = async () => [1, 2, 3, 4].map((passage) => ({ ...HOURS, passage, text }));
    const [sources] = await rig.ask(user('When are you open on Friday?'));
    expect(sources).toEqual({ type: 'sources', sources: [1, 2].map((passage) => ({ ...SOURCE, passage })) });
  });

  it('is looked up, in 16 KiB at most; the answer that follows names it, and no later one', async () => {
    const rig = new Rig('tool');
    expect(rig.knowledge.tools.map(({ name }) => name)).toEqual(['search_knowledge']);
    rig.answer = async () => [1, 2, 3].map((passage) => ({ ...HOURS, passage, text: 'x'.repeat(7000) }));
    const { text: result, sources } = await rig.use('call_1', 'hours');
    expect(sources).toEqual([1, 2].map((passage) => ({ ...SOURCE, passage })));
    expect(Buffer.byteLength(result)).toBeLessThanOrEqual(16 * 1024);
    const called: Message[] = [
      user('When?'),
      {
        role: 'agent',
        text: '',
        toolCalls: [{ id: 'call_1', name: 'search_knowledge', arguments: { query: 'hours' } }],
      },
      { role: 'tool', toolCallId: 'call_1', name: 'search_knowledge', result },
    ];
    expect((await rig.ask(...called))[0]).toEqual({
      type: 'sources',
      sources: [1, 2].map((passage) => ({ ...SOURCE, passage })),
    });
    expect(await rig.ask(...called, { role: 'agent', text: 'Yes.' }, user('Thanks.'))).toHaveLength(1);
  });

  it('says so where nothing is found', async () => {
    const rig = new Rig('tool');
    rig.answer = async () => [];
    expect(await rig.use('call_1', 'hours')).toEqual({ text: expect.stringContaining('No passage'), sources: [] });
  });

  it('is a tool in every mode of a model that speaks by itself', () => {
    expect(new Rig('context', true).knowledge.tools).toHaveLength(1);
  });
});
