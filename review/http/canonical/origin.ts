/** Remembers where in the source document each piece of a canonical document was written. */

/** Source pointers of canonical nodes, and of single members of them. */
export class Origins {
  readonly #pointers = new WeakMap<object, Map<string, string>>();

  /** Notes the source pointer of a node, or of one member of it. */
  set(node: object, pointer: string, member = ''): void {
    const pointers = this.#pointers.get(node) ?? new Map<string, string>();
    pointers.set(member, pointer);
    this.#pointers.set(node, pointers);
  }

  /** The source pointer of a member where it has one of its own, else of the node. */
  get(node: unknown, member = ''): string | undefined {
    if (typeof node !== 'object' || node === null) return undefined;
    const pointers = this.#pointers.get(node);
    return pointers?.get(member) ?? pointers?.get('');
  }
}
