import type { OpenApiDocument } from '@parley/contract';
import type { EndpointAnchors } from '../prose.ts';

export interface GuideContext {
  document: OpenApiDocument;
  /** With the version segment. */
  baseUrl: string;
  anchors: EndpointAnchors;
}
