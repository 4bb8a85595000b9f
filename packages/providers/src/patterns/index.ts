export { linearPattern } from './linear-pattern.ts';
