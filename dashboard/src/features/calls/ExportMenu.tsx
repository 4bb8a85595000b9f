import { Button, Menu } from '@mantine/core';
import { routes } from '@parley/contract';
import { urlOf } from '../../api/request.ts';
import { Icon } from '../../components/Icon.tsx';
import { type CallsSearch, filtersOf } from './call-filters.ts';

const formats = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'json', label: 'JSON, for programs' },
] as const;

/** Downloads what the filters let through, all pages of it. */
export function ExportMenu({ search, disabled }: { search: CallsSearch; disabled: boolean }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={disabled} leftSection={<Icon name="download" size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item
            key={format}
            component="a"
            download
            href={urlOf('/v1', routes.exportCalls, { query: { ...filtersOf(search, Date.now()), format } })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
