/**
 * Moves comments of protobuf files to where `protoc` and `buf` read documentation: above the declarations that they
 * describe.
 */

const TRAILING = /^(?<indent> *)(?<statement>\S.*[;{}]) \/\/ (?<comment>.*)$/;
const METHOD = /^ *rpc (?<name>\w+)\((?<request>\w+)\) returns \((?<response>\w+)\)/gm;
const MESSAGE = /^message (?<name>\w+) \{/;

/**
 * Moves each comment after a field above it, and describes messages without a comment by the method that takes or
 * returns them.
 * @param proto the text of a protobuf file, as TypeSpec emits it
 */
export function withLeadingComments(proto: string): string {
  const reported = purposes(proto);
  const lines = proto.split('\n').flatMap((line) => {
    const { indent, statement, comment } = TRAILING.exec(line)?.groups ?? {};
    return statement === undefined ? [line] : [`${indent}// ${comment}`, `${indent}${statement}`];
  });
  return lines
    .flatMap((line, index) => {
      const purpose = reported.get(MESSAGE.exec(line)?.groups?.['name'] ?? '');
      const isReported = lines[index - 1]?.startsWith('//') === true;
      return purpose === undefined || isReported ? [line] : [`// ${purpose}`, line];
    })
    .join('\n');
}

/** The purpose of each message that a method takes or returns. */
function purposes(proto: string): Map<string, string> {
  return new Map(
    [...proto.matchAll(METHOD)].flatMap(({ groups: { name = '', request = '', response = '' } = {} }) => [
      [request, `What ${name} is asked with.`] as const,
      [response, `What ${name} answers.`] as const,
    ]),
  );
}
