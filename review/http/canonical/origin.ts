/** Remembers where in the source document each piece of a canonical document was written. */

/** Source pointers of canonical nodes, and of single members of them. */
export class Origins {
  readonly #pointers = new WeakMap<object, string>();
  readonly #members = new WeakMap<object, Map<string, string>>();
  readonly #labels = new WeakMap<object, string>();

  /** Notes the source pointer of a node. */
  set(node: object, pointer: string): void {
    this.#pointers.set(node, pointer);
  }

  /** Notes the source pointer of one member of a node, where it is not below that of the node. */
  setMember(node: object, member: string, pointer: string): void {
    if (pointer === `${this.#pointers.get(node)}/${member}`) return;
    const members = this.#members.get(node) ?? new Map<string, string>();
    members.set(member, pointer);
    this.#members.set(node, members);
  }

  /** The source pointer of a node. */
  get(node: unknown): string | undefined {
    return typeof node === 'object' && node !== null ? this.#pointers.get(node) : undefined;
  }

  /** The source pointer of a member that is written elsewhere than its node. */
  getMember(node: object, member: string): string | undefined {
    return this.#members.get(node)?.get(member);
  }

  /** Notes what people call a node. */
  name(node: object, label: string): void {
    this.#labels.set(node, label);
  }

  /** What people call a node. */
  nameOf(node: object): string | undefined {
    return this.#labels.get(node);
  }
}
