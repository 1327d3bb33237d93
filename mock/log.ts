/**
 * The log of the mock: one line for each request, and one for each problem of it. It contains no headers and no bodies.
 */

/** Log levels: nothing, internal errors, also rejected requests, every request. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes a line, unless its level is disabled. */
export type Log = (level: Exclude<LogLevel, 'silent'>, text: string) => void;

/**
 * Creates the log of a service.
 *
 * @param level the least important level that is written
 * @param write receives each line, including its line end
 */
export function createLog(service: string, level: LogLevel, write: (line: string) => void): Log {
  const most = logLevels.indexOf(level);
  return (of, text) => {
    if (logLevels.indexOf(of) <= most) write(`${service.padEnd(9)}  ${text}\n`);
  };
}
