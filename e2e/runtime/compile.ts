/** Compiles programs from memory. */
import ts from 'typescript';

export interface Message {
  /** Path of the program. */
  readonly program: string;
  /** Line number, from 0. */
  readonly line: number;
  /** The first line of the message. */
  readonly text: string;
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  types: ['node'],
};

/**
 * Compiles programs with shared types. @returns the compiler's messages
 * @param programs by absolute path
 */
export function messagesOf(programs: ReadonlyMap<string, string>): Message[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const text = programs.get(path);
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, {
          languageVersion: ts.ScriptTarget.ESNext,
          impliedNodeFormat: ts.ModuleKind.ESNext,
        });
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  return [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ start = 0, messageText }) => ({
      program: path,
      line: (file?.text.slice(0, start).split('\n').length ?? 0) - 1,
      text: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? '',
    }));
  });
}
