export { mountConsole } from './console.ts';
export { framedPage, sendFramed, serverBar } from './page.ts';
