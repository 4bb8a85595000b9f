import type { AgentTemplate } from '@parley/contract';
import { leadQualification } from './lead-qualification.ts';
import { orderStatus } from './order-status.ts';
import { reception } from './reception.ts';
import { reminder } from './reminder.ts';
import { reservation } from './reservation.ts';
import { survey } from './survey.ts';

const texts = [reminder, survey, reception, leadQualification, orderStatus, reservation];

/** What an agent can begin with. `model`: the language model of this installation, or `builtin/script` where there is none. */
export function agentTemplates(model: string): AgentTemplate[] {
  return texts.map(({ id, name, description, shared, script, instructions }) => ({
    template_id: id,
    name,
    description,
    variants: {
      builtin: { ...shared, name, tools: [{ type: 'send_dtmf' }], model: 'builtin/script', prompt: script },
      model: { ...shared, name, tools: [{ type: 'send_dtmf' }], model, prompt: instructions },
    },
  }));
}
