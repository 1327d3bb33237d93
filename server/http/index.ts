export { type AppOptions, createApp, type Diversion, type Mounted, rpcFaultLogger } from './app.ts';
export { sendRefusal } from './errors.ts';
export { type Address, type HttpLimits, type Listening, listenHttp, listenHttp2 } from './listen.ts';
export { isLoopback } from './loopback.ts';
export { observer } from './observe.ts';
export { preferredAnswers } from './prefer.ts';
