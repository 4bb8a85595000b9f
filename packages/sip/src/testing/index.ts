export { type Issued, type IssueOptions, TestAuthority } from './certificates.ts';
export { mutate } from './mutate.ts';
export { tortureMessages } from './rfc4475.ts';
export { seededRandom } from './seeded-random.ts';
export { telephoneNumberList } from './telephone-numbers.ts';
