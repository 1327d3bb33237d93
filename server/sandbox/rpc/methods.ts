/** The methods of RPC, by where they are called. */
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { isUnary } from '../../rpc/describe.ts';

/** The messages and services of each service of the contract. */
const modules = await Promise.all(
  serviceNames.map(async (service) => {
    const { rpc }: { rpc: object } = await import(`@wallet-services/contract/${service}`);
    return { service, rpc };
  }),
);

const isService = (value: unknown): value is DescService =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'service';

/** A method, and the service of the contract that has it. */
export interface CalledMethod {
  readonly service: ServiceName;
  readonly descriptor: DescMethodUnary;
}

let known: ReadonlyMap<string, CalledMethod> | undefined;

/** By the names of service and method, long and short: `lending.v1.Lending/AllMarkets`, `Lending/AllMarkets`. */
export function everyMethod(): ReadonlyMap<string, CalledMethod> {
  known ??= new Map(
    modules.flatMap(({ service, rpc }) =>
      Object.values(rpc)
        .filter(isService)
        .flatMap(({ typeName, name, methods }) =>
          methods
            .filter(isUnary)
            .flatMap((descriptor) =>
              [typeName, name].map((own) => [`${own}/${descriptor.name}`, { service, descriptor }] as const),
            ),
        ),
    ),
  );
  return known;
}

/** @param path such as `/lending.v1.Lending/AllMarkets`, or below `/twirp`; undefined where it is no method */
export function methodAt(path: string): CalledMethod | undefined {
  return everyMethod().get(path.split('/').slice(-2).join('/'));
}
