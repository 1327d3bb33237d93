/** The place of the data in the value of `--data`. */

const POSTGRES = /^postgres(ql)?:\/\//i;

/** Whether `--data` is the address of a PostgreSQL; else it is a file. */
export function isPostgres(data: string): boolean {
  return POSTGRES.test(data);
}

/** Where the data is, for logs: without the password, and without the options. */
export function shownPlace(data: string): string {
  if (!isPostgres(data)) return data;
  if (!URL.canParse(data)) return 'a PostgreSQL';
  const { protocol, username, host, pathname, searchParams } = new URL(data);
  const socket = searchParams.get('host') ?? '';
  return `${protocol}//${username === '' ? '' : `${username}@`}${host || socket}${pathname}`;
}
