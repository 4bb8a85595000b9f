import { Drawer } from '@mantine/core';
import { useOpened } from '../components/use-opened.ts';
import { Navigation } from './Navigation.tsx';
import { UserMenu } from './UserMenu.tsx';

/** At phone width. */
export default function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={useOpened(isOpen)} onClose={onClose} size={280} title="Parley">
      <Navigation onFollow={onClose} />
      <UserMenu />
    </Drawer>
  );
}
