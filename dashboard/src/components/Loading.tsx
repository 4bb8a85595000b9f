import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

interface LoadingProps {
  /** Lines of a list to come. */
  rows?: number;
  /** Pixels of each: as high as what replaces it, so that nothing moves. */
  rowHeight?: number;
}

export function LoadingRows({ rows = 8, rowHeight = 44 }: LoadingProps) {
  return (
    <Stack gap={8} role="status" data-loading-lines>
      <VisuallyHidden>Loading …</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={rowHeight} />
      ))}
    </Stack>
  );
}

/** While a page's data come: its header's room, then lines. */
export function LoadingPage() {
  return (
    <Stack gap="lg">
      <Skeleton height={30} width={220} />
      <LoadingRows />
    </Stack>
  );
}
