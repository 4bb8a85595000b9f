import { createHmac } from 'node:crypto';

/** https://www.twilio.com/docs/usage/security#validating-requests */
function signatureOf(authToken: string, url: string, form: Record<string, string>): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url);
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

/** Posts a form as Twilio does, signed by the token of the account. */
export function postWebhook(authToken: string, url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signatureOf(authToken, url, form),
    },
    body: new URLSearchParams(form).toString(),
  });
}
