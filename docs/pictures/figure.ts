/** A picture with its name, and its numbers as text for readers who cannot see it. */
import { Html, html } from '@wallet-services/kit/html';

export interface Figure {
  /** The content in a sentence: it is shown below the picture, and read by screen readers. */
  readonly says: string;
  /** SVG, drawn when the pages are built. */
  readonly svg: Html;
  /** The numbers of the picture; absent where the page shows them already. */
  readonly numbers?: Html;
  /** What opens them. Default: `The numbers`. */
  readonly numbersTitle?: string;
}

/** Shows a picture. It keeps its size, and scrolls by itself where the page is narrower. */
export function figure({ says, svg, numbers, numbersTitle = 'Numbers' }: Figure): Html {
  const more = numbers === undefined ? html`` : html`<details><summary>${numbersTitle}</summary>${numbers}</details>`;
  return html`<figure class="picture"><div class="wide-table" tabindex="0" role="region" aria-label="${says}">${named(svg, says)}</div>
<figcaption>${says}</figcaption>${more}</figure>
`;
}

/** A picture is one thing with a name, and not the texts that it is drawn of. */
function named({ text }: Html, says: string): Html {
  return new Html(text.replace('<svg ', html`<svg role="img" aria-label="${says}" `.text));
}
