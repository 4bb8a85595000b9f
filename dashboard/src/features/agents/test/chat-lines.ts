import { TestChatEvent } from '@parley/contract';

/** The events of a response that is written line by line; what is no event is left out. */
export async function* chatEvents(response: Response): AsyncGenerator<TestChatEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value = '', done } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = TestChatEvent.safeParse(parsed(line));
      if (event.success) yield event.data;
    }
    if (done) return;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
