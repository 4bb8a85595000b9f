/** "2000 characters" a message (https://developers.deepgram.com/docs/tts-troubleshooting-websocket-net-and-data-errors). */
const MAX_CHARACTERS = 2000;

/** The text in messages that are not too large, cut between words where it has any. */
export function speakableParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_CHARACTERS) {
    const space = rest.lastIndexOf(' ', MAX_CHARACTERS - 1);
    const at = space > 0 ? space + 1 : safeCut(rest, MAX_CHARACTERS);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** Not between the halves of a character. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
