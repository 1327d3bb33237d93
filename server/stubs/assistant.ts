/** Serves the assistant service with Express: the types of its handlers, and functions to mount and validate them. */
export {
  AnswerError,
  type Credentials,
  type Handlers,
  type MountOptions,
  mount,
  Refusal,
} from '@wallet-services/contract/assistant';
export * from '@wallet-services/contract/assistant/models';
