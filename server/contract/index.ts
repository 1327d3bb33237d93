export { type Document, exampleAnswer, readDocument } from './document.ts';
export { type MemberCheck, memberCheck } from './members.ts';
