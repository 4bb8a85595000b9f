import { formatPhone } from '../format/phone.ts';

/** A phone number (E.164) in groups; null is a dash. Copied, it has no spaces. */
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
