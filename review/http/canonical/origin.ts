/** Records where each node of a canonical document comes from in the source document. */

/** Source pointers of canonical nodes and of single members. */
export class Origins {
  readonly #pointers = new WeakMap<object, string>();
  readonly #members = new WeakMap<object, Map<string, string>>();
  readonly #labels = new WeakMap<object, string>();

  /** Notes the source pointer of a node. */
  set(node: object, pointer: string): void {
    this.#pointers.set(node, pointer);
  }

  /** Records the pointer of a member that is not below its node's pointer. */
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

  /** The source pointer of a member that is defined elsewhere than its node. */
  getMember(node: object, member: string): string | undefined {
    return this.#members.get(node)?.get(member);
  }

  /** Records the name of a node for people. */
  name(node: object, label: string): void {
    this.#labels.set(node, label);
  }

  /** The name of a node for people. */
  nameOf(node: object): string | undefined {
    return this.#labels.get(node);
  }
}
