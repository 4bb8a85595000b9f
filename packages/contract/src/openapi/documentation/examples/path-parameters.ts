/** Stands for each parameter of a path. */
export const examplePathParameters: Record<string, { description: string; example: string }> = {
  call_id: { description: 'Identifier of the call', example: 'call_01k9z3v7k2m4n6p8q0r2s4t6v8' },
  agent_id: { description: 'Identifier of the agent', example: 'agent_01k9z2c4d6f8g0h2j4k6m8n0p2' },
  version: { description: 'A version of the agent', example: '3' },
  batch_id: { description: 'Identifier of the batch', example: 'batch_01k9z5a7b9c1d3e5f7g9h1j3k5' },
  document_id: { description: 'Identifier of the document', example: 'doc_01k9z3d5e7f9g1h3j5k7m9n1p3' },
  suppression_id: { description: 'Identifier of the suppression', example: 'sup_01k9z6b8c0d2e4f6g8h0j2k4m6' },
  number_id: { description: 'Identifier of the number', example: 'num_01k9z7c9d1e3f5g7h9j1k3m5n7' },
  trunk_id: { description: 'Identifier of the trunk', example: 'trk_01k9z8d0e2f4g6h8j0k2m4n6p8' },
  softphone_id: { description: 'Identifier of the softphone', example: 'sfp_01k9z8e1f3g5h7j9k1m3n5p7q9' },
  carrier_id: { description: 'Identifier of the carrier account', example: 'crr_01k9z8e0f2g4h6j8k0m2n4p6q8' },
  provider_id: { description: 'Identifier of the provider', example: 'prv_01k9z9e1f3g5h7j9k1m3n5p7q9' },
  key_id: { description: 'Identifier of the key', example: 'key_01k9z0m1n3p5q7r9s1t3v5w7x9' },
  user_id: { description: 'Identifier of the user', example: 'usr_01k9z0g2h4j6k8m0n2p4q6r8s0' },
  webhook_id: { description: 'Identifier of the webhook', example: 'whk_01k9z1q3r5s7t9v1w3x5y7z9a1' },
  delivery_id: { description: 'Identifier of the delivery', example: 'dlv_01k9z4e6f8g0h2j4k6m8n0p2q4' },
};

export const idOf = (parameter: string) => examplePathParameters[parameter]!.example;

/** 2025-11-14, about nine in New York. */
export const CREATED_AT = 1763128800;
