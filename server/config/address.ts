/** Whether a text is a base address: an HTTP URL without credentials, query and fragment. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
}
