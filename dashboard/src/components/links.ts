import { Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link in text to a page of the dashboard; the compiler knows the pages. */
export const TextLink = createLink(Anchor<'a'>);
/** The same, as a button. */
export const ButtonLink = createLink(Button<'a'>);
