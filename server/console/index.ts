export { mountConsole } from './console.ts';
export { framedPage, sendFramed } from './page.ts';
