/** Targets of lending over fewer RPC protocols. */
import { described } from '@wallet-services/conformance/core';

/** RPC by JSON alone, which a variant can write in its own way. */
export const overConnect = described('lending', ({ rpc: { connect } }) => ({
  rpc: connect === undefined ? {} : { connect },
}));
