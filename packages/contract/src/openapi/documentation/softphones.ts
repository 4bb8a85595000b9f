import type { routes } from '../../routes.ts';
import { exampleSoftphone } from './examples/example-softphones.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { softphone_id: softphoneId, name } = exampleSoftphone;

const noSuchSoftphone: ErrorCase[] = [
  {
    when: 'There is no such softphone in this account.',
    fix: 'Check `softphone_id`: GET /softphones lists yours.',
    message: `There is no softphone ${softphoneId}. GET /v1/softphones lists yours.`,
    param: 'softphone_id',
  },
];

export const listSoftphones: RouteDocumentation<typeof routes.listSoftphones> = {
  tag: 'Softphones',
  description: 'The telephone programs and desk telephones of people of the account, and whether they are registered.',
  response: { data: [exampleSoftphone], total: 1 },
  errors: {},
  client: `const { data } = await parley.softphones.list();
console.log(data.filter(({ registered }) => registered).map(({ name }) => name));`,
};

export const createSoftphone: RouteDocumentation<typeof routes.createSoftphone> = {
  tag: 'Softphones',
  description: `Makes a user name and a password for a softphone, which registers with them at Parley (SIP Digest, over UDP, TCP or TLS) and is called by \`softphone:${name}\`: POST /calls/{call_id}/transfer. The password is shown this once. Left out are \`srtp\` preferred and \`digest\` md5.`,
  request: { name },
  response: {
    ...exampleSoftphone,
    ...{
      registered: false,
      contacts: [],
      registrar: 'parley.example.com:5060',
      password: 'k3v7k2m4n6p8q0r2s4t6v8w0x2',
    },
  },
  errors: {
    conflict: [
      {
        when: 'Another softphone of the account has this name.',
        fix: 'Choose another name, or delete the other one.',
        message: `There is a softphone ${name} already.`,
        param: 'name',
      },
    ],
  },
  client: `const { username, password, registrar } = await parley.softphones.create({ name: '${name}' });`,
};

export const getSoftphone: RouteDocumentation<typeof routes.getSoftphone> = {
  tag: 'Softphones',
  description: 'One softphone, with where it is registered now.',
  response: exampleSoftphone,
  errors: { not_found: noSuchSoftphone },
  client: `const { registered, contacts } = await parley.softphones.get('${softphoneId}');`,
};

export const updateSoftphone: RouteDocumentation<typeof routes.updateSoftphone> = {
  tag: 'Softphones',
  description: 'Takes effect for the next call and the next registration. Its password stays.',
  request: { srtp: 'required' },
  response: { ...exampleSoftphone, srtp: 'required' },
  errors: { not_found: noSuchSoftphone },
  client: `await parley.softphones.update('${softphoneId}', { srtp: 'required' });`,
};

export const deleteSoftphone: RouteDocumentation<typeof routes.deleteSoftphone> = {
  tag: 'Softphones',
  description: 'It cannot register any more, and is not called any more. A call that it has taken over goes on.',
  response: undefined,
  errors: { not_found: noSuchSoftphone },
  client: `await parley.softphones.delete('${softphoneId}');`,
};
