import { formatPhone } from '../format/phone.ts';

/** A phone number (E.164) in groups; a dash stands for null. Copied, it has no spaces. */
export function PhoneText({ number }: { number: string | null }) {
  if (number === null) return '–';
  return (
    <span
      translate="no"
      style={{ whiteSpace: 'nowrap' }}
      onCopy={(event) => {
        event.clipboardData.setData('text/plain', number);
        event.preventDefault();
      }}
    >
      {formatPhone(number)}
    </span>
  );
}
