export { type Extent, ExtentMeter, extentOf } from './extent.ts';
export { type Judge, type JudgeOptions, openJudge } from './judge.ts';
export { type JudgeLimits, type Judgement, type Undecided, undecidedTexts } from './limits.ts';
export { giveBack } from './memory.ts';
export { within } from './within.ts';
export { serveJudge } from './worker.ts';
