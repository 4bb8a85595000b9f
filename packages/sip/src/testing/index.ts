export { type Issued, type IssueOptions, TestAuthority } from './certificates.ts';
