export type { LogLevel } from './log.ts';
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
