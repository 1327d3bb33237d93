/** Names of the parts of a canonical document for people. */

/** The name of a component for people, from its canonical name. */
export function componentName(name: string): string {
  return name.replace(/^(request|response)\./, '').replace(/\.\d+$/, '');
}
