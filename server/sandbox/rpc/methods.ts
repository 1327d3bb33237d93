/** Finds RPC methods by the path of a call. */
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { isUnary } from '../../rpc/describe.ts';

/** The generated RPC modules of each service of the contract. */
const modules = await Promise.all(
  serviceNames.map(async (service) => {
    const { rpc }: { rpc: object } = await import(`@wallet-services/contract/${service}`);
    return { service, rpc };
  }),
);

const isService = (value: unknown): value is DescService =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'service';

/** An RPC method, and the service of the contract that has it. */
export interface CalledMethod {
  readonly service: ServiceName;
  readonly descriptor: DescMethodUnary;
}

let known: ReadonlyMap<string, CalledMethod> | undefined;

/** Methods by their full and short names: `lending.v1.Lending/AllMarkets` and `Lending/AllMarkets`. */
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

/** @param path such as `/lending.v1.Lending/AllMarkets`, also below `/twirp`. @returns undefined if it is no method */
export function methodAt(path: string): CalledMethod | undefined {
  return everyMethod().get(path.split('/').slice(-2).join('/'));
}
