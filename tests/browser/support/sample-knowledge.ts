import type { Service } from '../../support/service.ts';

const PRICES = `# Prices

## Haircuts
A haircut costs 38 euros for adults and 22 euros for children under 12. Washing is included.

## Colouring
Colouring begins at 65 euros. Bring at least two hours of time with you.
`;
const HOURS = `# Opening hours

We are open from Tuesday to Saturday, from 9 in the morning to 6 in the evening. On Thursday we close at 8.
On Sunday, on Monday and on public holidays we are closed.
`;

export const sampleTools = [
  { type: 'send_dtmf' },
  {
    type: 'transfer_call',
    destinations: [
      { name: 'Reception', phone_number: '+12025550101', description: 'The caller wants to change an appointment.' },
      { name: 'Accounting', phone_number: '+442071838750', description: 'Questions about an invoice.' },
    ],
    message: 'I will put you through.',
  },
  {
    type: 'http',
    name: 'find_order',
    description: 'Finds an order. Use it when the caller asks where a parcel is.',
    url: 'https://api.example.com/shops/{{shop}}/orders/{{args.order_id}}',
    parameters: {
      type: 'object',
      properties: {
        order_id: { type: 'string', description: 'As it stands on the invoice' },
        language: { type: 'string', enum: ['English', 'German'] },
      },
      required: ['order_id'],
    },
    headers: [{ name: 'Authorization', value: 'Bearer of-a-sample', secret: true }],
    variables: { status: '$.status' },
  },
  { type: 'mcp', name: 'calendar', url: 'https://mcp.example.com/mcp', tools: ['free_slots', 'book'] },
];

async function upload(service: Service, name: string, type: string, body: string): Promise<string> {
  const route = `/documents?name=${encodeURIComponent(name)}`;
  const response = await service.request('POST', route, { body, headers: { 'content-type': type } });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.document_id;
}

/** Documents that are read, one that cannot be, and an agent with every kind of tool that knows two of them. */
export async function fillWithKnowledge(service: Service): Promise<{ agentId: string; documentId: string }> {
  const prices = await upload(service, 'Prices.md', 'text/markdown', PRICES);
  const hours = await upload(service, 'Opening hours.md', 'text/markdown', HOURS);
  await upload(service, 'Scanned letter.pdf', 'application/pdf', 'This is no PDF.');
  for (;;) {
    const { body } = await service.request('GET', '/documents');
    if (body.data.every(({ status }: any) => status !== 'processing')) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { status, body } = await service.request('POST', '/agents', {
    body: {
      name: 'Front desk',
      prompt: '## hello\nsay: Hello, this is {{shop}}.\nend: success\n',
      variables: { shop: 'riverside' },
      tools: sampleTools,
      knowledge: { document_ids: [prices, hours], mode: 'both' },
      status: 'inactive',
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { agentId: body.agent_id, documentId: prices };
}
