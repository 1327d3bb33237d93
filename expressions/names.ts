/** Finds the members that an expression reads, from its syntax tree. */
import type { parse } from '@bufbuild/cel';

type Tree = ReturnType<typeof parse>['expr'];

/** Steps from a variable to a member; `*` is each item of a list or each value of a map. */
type Path = readonly string[];

/** The members that an expression names. */
export interface Names {
  /** JSON pointers into `this`, `*` for each item: `/history/*` + `/id`. Only the ends of the paths. */
  readonly self: readonly string[];
  /** JSON pointers into `request`: `/query/limit`. */
  readonly request: readonly string[];
}

function pointerOf(path: Path): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

class Walk {
  readonly found: Path[] = [];

  /** The path of a sub-expression, from `this` or `request`; null when it is not a path. */
  visit(tree: Tree | undefined, variables: ReadonlyMap<string, Path | null>): Path | null {
    if (tree === undefined) return null;
    const { exprKind } = tree;
    switch (exprKind.case) {
      case 'identExpr':
        return variables.get(exprKind.value.name) ?? null;
      case 'selectExpr':
        return this.#step(this.visit(exprKind.value.operand, variables), exprKind.value.field);
      case 'callExpr': {
        const { function: name, target, args } = exprKind.value;
        const places = [target, ...args].map((one) => this.visit(one, variables));
        if (name !== '_[_]') return null;
        const [, of = null] = places;
        return this.#step(of, indexOf(args[1]));
      }
      case 'listExpr':
        for (const element of exprKind.value.elements) this.visit(element, variables);
        return null;
      case 'structExpr':
        for (const { value } of exprKind.value.entries) this.visit(value, variables);
        return null;
      case 'comprehensionExpr': {
        // Of the parts of a macro, only the range and the step read members.
        const { iterVar, iterRange, loopStep } = exprKind.value;
        const range = this.visit(iterRange, variables);
        this.visit(loopStep, new Map([...variables, [iterVar, range === null ? null : [...range, '*']]]));
        return null;
      }
      default:
        return null;
    }
  }

  #step(of: Path | null, step: string): Path | null {
    if (of === null) return null;
    const path = [...of, step];
    this.found.push(path);
    return path;
  }
}

/** The member that an index names; any member when the index is computed. */
function indexOf(tree: Tree | undefined): string {
  const constant = tree?.exprKind.case === 'constExpr' ? tree.exprKind.value.constantKind : undefined;
  return constant?.case === 'stringValue' || constant?.case === 'int64Value' ? String(constant.value) : '*';
}

export function namesOf(tree: Tree): Names {
  const walk = new Walk();
  const variables = new Map<string, Path>([
    ['this', ['this']],
    ['request', ['request']],
  ]);
  walk.visit(tree, variables);
  const all = [...new Map(walk.found.map((path) => [pointerOf(path), path])).entries()];
  const isEnd = ([pointer]: (typeof all)[number]) => !all.some(([other]) => other.startsWith(`${pointer}/`));
  const below = (root: string) =>
    all
      .filter(([, [first]]) => first === root)
      .filter(isEnd)
      .map(([, [, ...path]]) => pointerOf(path));
  return { self: below('this'), request: below('request') };
}
