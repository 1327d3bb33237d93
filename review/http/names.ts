/** What people call the parts of a canonical document. */

/** A component by the name that people know, from its canonical name. */
export function componentName(name: string): string {
  return name.replace(/^(request|response)\./, '').replace(/\.\d+$/, '');
}
