export { type Document, exampleAnswer, exampleRequest, readDocument, shownAnswers } from './document.ts';
export { exampleUrl } from './example-url.ts';
export { type IdReader, idReader } from './ids.ts';
export { type MemberCheck, memberCheck } from './members.ts';
