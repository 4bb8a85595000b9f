import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../components/Icon.tsx';
import classes from './SearchButton.module.css';

const schemes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'settings' },
] as const;

export function UserMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={216}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Icon name="user" size={16} />
          Preferences
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colors</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={colorScheme === value ? <Icon name="check" size={16} /> : null}
            aria-checked={colorScheme === value}
            role="menuitemradio"
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" leftSection={<Icon name="external" size={16} />}>
          API reference
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
