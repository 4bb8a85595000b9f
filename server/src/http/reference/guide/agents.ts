import { codePanel, json } from '../code.ts';
import { html } from '../html.ts';
import type { Section } from '../section.ts';

const DIALOGUE = `You are Ava, the assistant of City Dental.

## confirm
say: Hello {{name}}, this is Ava from City Dental. Can you come on {{day}}?
hear: yes | yes i can | that works -> thanks
hear: no | i cannot come -> call_back
else: Sorry, can you come on {{day}}? Yes or no? -> call_back

## thanks
say: Great, we look forward to seeing you. Goodbye.
end: confirmed

## call_back
say: All right, somebody will call you back. Goodbye.
end: call_back_later`;

/** Where agents come from. */
export function aboutAgents(): Section {
  const agent = {
    name: 'Appointment desk',
    prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}.',
    first_message: 'Hello {{name}}, this is City Dental.',
    outcomes: ['confirmed', 'call_back_later'],
  };
  return {
    id: 'agents',
    title: 'Where agents come from',
    prose: html`<p>Every account starts with two demo agents, an appointment reminder and a customer survey. <a href="#listAgents">List them</a>, call with them, or <a href="#updateAgent">change them</a>: prompt, voice, everything that is not read-only.</p>
<p>Make one with <a href="#createAgent">POST /agents</a>, in the dashboard, or on the command line out of a file. <code>name</code> and <code>prompt</code> are required, and it may have every field that <a href="#updateAgent">PATCH takes</a>. Every change is a <a href="#listAgentVersions">version</a> that can be restored. An agent that is not wanted any more is set to <code>"status": "inactive"</code>, or <a href="#deleteAgent">deleted</a>.</p>
<p>Two models are possible. <code>builtin/script</code>, the default, needs no language model: it follows a dialogue that is written in the prompt, as in the example, and makes polite conversation where there is none. Where the service is started with <code>PARLEY_LLM_URL</code> or <code>PARLEY_LLM_API_KEY</code>, <code>openai/&lt;model&gt;</code> talks freely, as the prompt says. Voices that come along are <code>builtin/rms</code>, <code>builtin/slt</code>, <code>builtin/awb</code> and <code>builtin/kal</code>.</p>
<p><code>outcomes</code> are labels of your own that a call may end with, besides the <a href="#results">usual ones</a>: up to 64 lower case letters, digits and <code>_</code>, beginning with a letter.</p>`,
    code: html`${codePanel('In the folder of the service', 'npm run -s parley -- accounts list\nnpm run -s parley -- agents create --account account_… --file agent.json')}${codePanel('agent.json', json(agent))}${codePanel('A prompt for builtin/script', DIALOGUE)}`,
  };
}
