/** Draws charts with Observable Plot, without a browser, in the colours of the page for light and dark. */
import * as Plot from '@observablehq/plot';
import { Html } from '@wallet-services/kit/html';
import { parseHTML } from 'linkedom';

export * as Plot from '@observablehq/plot';

/** The colours of series in order; the style sheet of the pages defines them. */
export const SERIES = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'] as const;

/** Draws a chart. Colours are given directly, not by a scale. */
export function drawn(options: Plot.PlotOptions): Html {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const style = { fontSize: '12px', background: 'transparent', overflow: 'visible' };
  const chart = Plot.plot({
    style,
    color: { type: 'identity' },
    ...options,
    document: document as unknown as Document,
  });
  // `figure` gives the whole picture a name, so its parts must not have any.
  return new Html(chart.outerHTML.replaceAll(/max-width: 100%;|height: intrinsic;| aria-label="[^"]*"/g, ''));
}
