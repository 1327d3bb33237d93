export type { LogLevel } from './log.ts';
export { type ProxyOptions, type RunningProxy, startProxy } from './proxy/start.ts';
export type { ServiceName } from './services.ts';
export { type Mock, type MockOptions, startMock } from './start.ts';
