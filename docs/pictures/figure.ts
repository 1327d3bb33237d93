/** A picture with its name, and its numbers beside it for whoever cannot see it. */
import { Html, html } from '@wallet-services/kit/html';

export interface Figure {
  /** What it shows, in a sentence: it stands below the picture, and is what a screen reader says. */
  readonly says: string;
  /** SVG, drawn when the pages are built. */
  readonly svg: Html;
  /** The numbers behind it; none where they stand beside it already. */
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
