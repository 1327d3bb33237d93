/** `@wallet-services/client` in a page: browser.ts bundles this and opens it. */
import type { Command } from '../../protocol.ts';
import { createDriver, type Line, type Variables } from './driver.ts';

declare global {
  interface Window {
    /** Makes the driver; to be called once. */
    openDriver: (variables: Variables) => void;
    takeStep: (command: Command) => Promise<Line>;
  }
}

window.openDriver = (variables) => {
  window.takeStep = createDriver(variables);
};
