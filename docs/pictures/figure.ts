/** A picture with a caption, and its numbers as text for readers who cannot see it. */
import { Html, html } from '@wallet-services/kit/html';

export interface Figure {
  /** The content as a sentence: shown below the picture, and read by screen readers. */
  readonly caption: string;
  /** SVG that is drawn when the pages are built. */
  readonly svg: Html;
  /** The numbers of the picture; absent when the page shows them already. */
  readonly numbers?: Html;
  /** The label that unfolds them. Default: `Numbers`. */
  readonly numbersTitle?: string;
}

/** Shows a picture. It keeps its size, and scrolls separately when the page is narrower. */
export function figure({ caption, svg, numbers, numbersTitle = 'Numbers' }: Figure): Html {
  const more = numbers === undefined ? html`` : html`<details><summary>${numbersTitle}</summary>${numbers}</details>`;
  return html`<figure class="picture"><div class="wide-table" tabindex="0" role="region" aria-label="${caption}">${named(svg, caption)}</div>
<figcaption>${caption}</figcaption>${more}</figure>
`;
}

/** Gives a picture one accessible name, instead of the texts in it. */
function named({ text }: Html, caption: string): Html {
  return new Html(text.replace('<svg ', html`<svg role="img" aria-label="${caption}" `.text));
}
