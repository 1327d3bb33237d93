/** Serving the vault service with Express: the handlers to write, and what mounts and validates them. */
export {
  AnswerError,
  type Credentials,
  type Handlers,
  type MountOptions,
  mount,
  Refusal,
} from '@wallet-services/contract/vault';
export * from '@wallet-services/contract/vault/models';
