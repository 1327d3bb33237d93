export {
  type Fixtures,
  type Hook,
  type Hooks,
  type MockFixtures,
  type MockInTests,
  mockFixtures,
  mockInTests,
  type TestOptions,
} from './in-tests.ts';
export type { LogLevel } from './log.ts';
export type { Answers, Overrides } from './overrides.ts';
export { type ProxyOptions, type RunningProxy, startProxy } from './proxy/start.ts';
export type { ServiceName } from './services.ts';
export {
  type CommonOptions,
  type DocumentOptions,
  type Mock,
  type MockOptions,
  startMock,
  type UnhandledRequest,
} from './start.ts';
export type { AnswerTo, AnyAnswer, OperationName } from './typed.ts';
