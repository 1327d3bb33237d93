/** The services that are checked: those of the contract, and any other that has a document. */
import { type ServiceName as ContractService, isServiceName, serviceNames } from '@wallet-services/contract/services';

export { type ContractService, isServiceName, serviceNames };

/** A service of the contract, or the name that a document of another API gives it. */
export type ServiceName = string;
