import type { OpenModelInput } from '@parley/providers/open-models';

/** A model that can be installed, and where its publisher has it. */
export interface CatalogueModel extends OpenModelInput {
  /** Below the base address, which a mirror has alike. */
  path: string;
  /** The publisher's own address, where it is not below the default base address. */
  url?: string;
  /** What is downloaded; whole megabytes are what others who have it say, and no more than about right. */
  bytes: number;
  /** SHA-256 in hex, where the publisher states it in neither of the ways that are looked at (`stated-checksum.ts`). */
  sha256: string | null;
}

export const isArchive = ({ path }: Pick<CatalogueModel, 'path'>): boolean => path.endsWith('.tar.bz2');
