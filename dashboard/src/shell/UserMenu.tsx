import { lazy, Suspense, useState } from 'react';
import { UserButton } from './UserButton.tsx';

const load = () => import('./OpenedUserMenu.tsx');
const OpenedUserMenu = lazy(load);

/** The menu, with all that places it, is loaded when it is wanted. */
export function UserMenu() {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => setWanted(true)}
    />
  );
  return isWanted ? <Suspense fallback={button}>{<OpenedUserMenu />}</Suspense> : button;
}
