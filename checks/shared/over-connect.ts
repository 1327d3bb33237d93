/** Targets of lending over fewer RPC protocols. */
import { described } from '@wallet-services/conformance/core';

/** RPC over JSON alone, which a variant can write in a form of its own. */
export const overConnect = described('lending', ({ rpc: { connect } }) => ({
  rpc: connect === undefined ? {} : { connect },
}));
