/** The rules as seen by the command line. */

import { UsageError } from '@wallet-services/kit/errors';
import type { KnownRule } from '../core/rule.ts';
import { DocumentMissing } from '../model/document/load.ts';
import type { ServiceName } from '../model/document/services.ts';
import { rulesOf, selectableOperations } from '../run/catalogue.ts';
import type { Contract } from '../run/contract.ts';
import { matches, type Selection, selectsRule } from '../run/selection.ts';

/** The rules and operations of a service that can be selected. */
export interface ServiceCatalogue {
  readonly rules: readonly KnownRule[];
  readonly operations: readonly string[];
}

async function catalogueOf(service: ServiceName, contract: Contract) {
  try {
    const described = await contract.service(service);
    return [{ rules: rulesOf(described), operations: selectableOperations(described.api) }];
  } catch (error) {
    if (error instanceof DocumentMissing) return [];
    throw error;
  }
}

/** The rules and operations of the given services, or of all when none is given. */
export async function loadCatalogue(
  contract: Contract,
  services: readonly ServiceName[],
): Promise<readonly ServiceCatalogue[]> {
  const wanted = services.length === 0 ? contract.services : services;
  return (await Promise.all(wanted.map((service) => catalogueOf(service, contract)))).flat();
}

/** The rules that match a selection. */
export function selectedRules(catalogues: readonly ServiceCatalogue[], selection: Selection): readonly KnownRule[] {
  return catalogues.flatMap(({ rules }) => rules.filter((rule) => selectsRule(selection, rule)));
}

/** @throws UsageError when a pattern or an operation matches nothing: a typing error must not end in "conformant". */
export function checkSelection(catalogues: readonly ServiceCatalogue[], selection: Selection): void {
  const rules = catalogues.flatMap((catalogue) => catalogue.rules);
  const wrong = selection.rules.find((pattern) => !rules.some(({ id }) => matches(id, pattern)));
  if (wrong !== undefined) throw new UsageError(`--rule ${wrong}: there is no such rule; --list prints them all`);
  const operations = catalogues.flatMap((catalogue) => catalogue.operations);
  const unknown = selection.operations.find((id) => !operations.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `--operation ${unknown}: there is no such operation; the operations are ${operations.join(', ')}`,
    );
  }
  if (selectedRules(catalogues, selection).length === 0) {
    throw new UsageError('no rule matches all of --service, --operation, --rule and --level');
  }
}
