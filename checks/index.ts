/** What only the five services need of the suite: `@wallet-services/checks`, which the contract's package names. */
import type { ContractChecks, ServiceChecks } from '@wallet-services/conformance/core';

/** The sources run as they are; the published package is compiled. */
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
