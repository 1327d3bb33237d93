/** Whether an address to listen on is of this machine alone: `localhost`, `127.*`, `::1`. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
