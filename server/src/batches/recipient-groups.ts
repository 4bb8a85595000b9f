import type { BatchRecipient } from '@parley/contract';

const LARGEST_GROUP = 500;
/** What is written into one statement holds the main thread for a millisecond or two. */
const GROUP_BYTES = 128 * 1024;

export interface RecipientGroup {
  phones: string[];
  /** As JSON. */
  variables: string[];
  /** As JSON. */
  metadata: string[];
}

/** Recipients in their order, as many at a time as one statement takes. */
export function* groupsOf(recipients: readonly BatchRecipient[]): Generator<RecipientGroup> {
  let group: RecipientGroup = { phones: [], variables: [], metadata: [] };
  let bytes = 0;
  for (const { phone, variables = {}, metadata = {} } of recipients) {
    const text = JSON.stringify(variables);
    group.phones.push(phone);
    const metadataText = JSON.stringify(metadata);
    group.variables.push(text);
    group.metadata.push(metadataText);
    bytes += text.length + metadataText.length;
    if (group.phones.length < LARGEST_GROUP && bytes < GROUP_BYTES) continue;
    yield group;
    group = { phones: [], variables: [], metadata: [] };
    bytes = 0;
  }
  if (group.phones.length > 0) yield group;
}
