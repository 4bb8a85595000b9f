import { AgentField, type AgentProblem, type CheckAgent, NewAgent } from '@parley/contract';
import { refuseDocumentsBeside } from '../documents/known-documents.ts';
import { RequestError } from '../kernel/request-error.ts';
import { faultsIn } from '../kernel/validation.ts';
import { asChosen, refuseUnknownLanguage } from './agent-language.ts';
import { missingVoicemail } from './agent-settings.ts';
import { refuseUnknownProviders } from './provider-choice.ts';
import { scriptMistakes } from './script-check.ts';
import { headerWithoutValue, WITHOUT_VALUE } from './tool-secrets.ts';
import { type AgentAbilities, refuseUnusablePatterns } from './usable-settings.ts';

/** Everything that keeps settings from being published, each at its place; what publishing refuses first is one of them. */
export function problemsOf(
  { providers, documentIds, checkScript }: AgentAbilities,
  settings: CheckAgent['settings'],
): AgentProblem[] {
  const parsed = NewAgent.safeParse(settings);
  const shape = parsed.success ? [] : faultsIn(NewAgent, settings, parsed.error.issues).map(asProblem);
  const wrong = new Set(shape.map(({ field }) => field));
  const textOf = (field: AgentField) =>
    typeof settings[field] === 'string' && !wrong.has(field) ? settings[field] : undefined;
  const voicemail = parsed.success ? parsed.data.voicemail : undefined;
  const unsaid =
    voicemail?.action === 'message'
      ? missingVoicemail({ voicemail: { message: null, action: 'message', ...voicemail } })
      : null;
  const valueless = parsed.success ? headerWithoutValue(parsed.data) : null;
  return [
    ...shape,
    ...(['voice_id', 'model', 'transcriber'] as const).flatMap((field) => {
      const choice = textOf(field);
      return choice === undefined ? [] : refusals(() => refuseUnknownProviders({ [field]: choice }, providers));
    }),
    ...(parsed.success ? refusals(() => refuseUnknownProviders({ fallbacks: parsed.data.fallbacks }, providers)) : []),
    ...(parsed.success ? refusals(() => refuseUnknownLanguage(asChosen(parsed.data), null, providers)) : []),
    ...(parsed.success ? refusals(() => refuseUnusablePatterns(parsed.data)) : []),
    ...(parsed.success ? refusals(() => refuseDocumentsBeside(documentIds, parsed.data.knowledge)) : []),
    ...scriptMistakes({ model: textOf('model'), prompt: textOf('prompt') }, null, checkScript).map((mistake) => ({
      field: 'prompt' as const,
      path: 'prompt',
      ...mistake,
    })),
    ...(valueless === null ? [] : [asProblem({ param: valueless, message: WITHOUT_VALUE })]),
    ...(unsaid === null ? [] : [asProblem({ param: 'voicemail.message', message: unsaid })]),
  ];
}

function refusals(check: () => void): AgentProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [asProblem({ param: error.param ?? '', message: error.message })];
  }
}

function asProblem({ param, message }: { param: string; message: string }): AgentProblem {
  const field = AgentField.safeParse(param.split(/[.[]/)[0]);
  return { field: field.data ?? null, path: param, line: null, column: null, message };
}
