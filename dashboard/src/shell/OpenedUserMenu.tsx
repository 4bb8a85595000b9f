import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useSignOut } from '../features/session/use-sign-out.ts';
import { UserButton } from './UserButton.tsx';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
] as const;

/** Opens as it is loaded: until then its button alone is there. */
export default function OpenedUserMenu() {
  const signOut = useSignOut();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It takes the place of the button that was pressed, so that the focus comes back to it.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu opened={isOpen} onChange={setOpen} position="top-start" width={216}>
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colors</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" leftSection={<Icon name="external" size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
