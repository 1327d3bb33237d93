/**
 * The parts of the suite that only the five services need: `@wallet-services/checks`, which the contract's package
 * names.
 */
import type { ContractChecks, ServiceChecks } from '@wallet-services/conformance/core';

/** The sources run without compilation; the published package is compiled. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** The checks of a service are found by its folder. */
const checks: ContractChecks = {
  async service(name) {
    const file = new URL(`./${name}/index.${extension}`, import.meta.url);
    const { default: service }: { readonly default: ServiceChecks } = await import(file.href);
    return service;
  },
};

export default checks;
