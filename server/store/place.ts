/** Interprets the value of `--data`. */

const POSTGRES = /^postgres(ql)?:\/\//i;

/** Whether the value is the address of a PostgreSQL; otherwise it is a file. */
export function isPostgres(data: string): boolean {
  return POSTGRES.test(data);
}

/** The place of the data for logs: without password and options. */
export function shownPlace(data: string): string {
  if (!isPostgres(data)) return data;
  if (!URL.canParse(data)) return 'a PostgreSQL';
  const { protocol, username, host, pathname, searchParams } = new URL(data);
  const socket = searchParams.get('host') ?? '';
  return `${protocol}//${username === '' ? '' : `${username}@`}${host || socket}${pathname}`;
}
