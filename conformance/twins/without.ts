/** Open questions that no correct variant answers otherwise, with the reason. Every other is named by one. */

/** Nothing of it is in a request or an answer. */
const NOT_ON_THE_WIRE = 'it is about what stands in the documents, and no request or answer has anything of it';

/** The documents call one thing by two names, and each is shown where it stands. */
const BOTH_SHOWN = 'both forms are documented, each in its place: there is no other to answer with';

/** What comes later, or from elsewhere. */
const NO_EVENTS = 'there is nothing that a request could ask for';

export const withoutVariant: Readonly<Record<string, string>> = {};
