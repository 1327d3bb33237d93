/** Whether an address to listen on is only reachable from this machine: `localhost`, `127.*`, `::1`. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
