const nouns: Record<string, string> = { key: 'API key', totp: 'Authenticator app' };

/** `key.created` is "API key created", `user.password_changed` "User password changed". */
export function actionWords(action: string): string {
  const [noun = '', ...rest] = action.split('.');
  const words = `${nouns[noun] ?? noun} ${rest.join(' ')}`.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
