/**
 * The page of choices: open questions of the documents, the answers of the reference server, and the servers with other
 * answers.
 */
import type { TestServerRow } from '@wallet-services/conformance';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import { guidePage } from '../read/guides.ts';
import { folded, table } from './layout.ts';
import type { Page } from './page.ts';
import { answerTo, type Sources, servicePaths } from './service.ts';

export const CHOICES = 'conformance/choices.html';

type Correct = Extract<TestServerRow, { readonly correct: string }>;

/** The servers that answer a question differently from the reference server, and their answers. */
function othersOf({ name }: ServiceContract, id: string, correct: readonly Correct[]): readonly string[] {
  return correct.filter(({ service, about }) => service === name && about.includes(id)).map((one) => one.correct);
}

function choiceOf(id: string, sources: Sources): Html {
  const answer = answerTo(id, sources);
  return answer === undefined
    ? html`<span class="fine-print">cannot be observed from outside</span>`
    : folded(answer.text);
}

function board(service: ServiceContract, sources: Sources, correct: readonly Correct[]): Html {
  const { name, title, questions } = service;
  const once = [...new Map(questions.map((question) => [question.id, question])).values()];
  const rows = once.map(({ id, text, source }) => {
    const others = othersOf(service, id, correct);
    return [
      html`<a href="${relativeLink(CHOICES, servicePaths(name).rules)}#${id}">${text}</a><br><span class="fine-print">${source}</span>`,
      choiceOf(id, sources),
      others.length === 0 ? '' : html`<ul>${others.map((one) => html`<li>${one}</li>`)}</ul>`,
    ];
  });
  const head = ['Open question', 'Reference server', 'Other correct servers'];
  return html`<h2 id="${name}">${title}</h2>\n${table(`Open questions of ${title}`, head, rows)}`;
}

/** Creates the page. */
export function choicesPage(
  services: readonly ServiceContract[],
  sources: Sources,
  servers: readonly TestServerRow[],
): Page {
  const correct = servers.filter((row): row is Correct => 'correct' in row);
  const counts = services.map((service) => {
    const { name, title, questions } = service;
    const ids = [...new Set(questions.map(({ id }) => id))];
    const seen = ids.filter((id) => answerTo(id, sources) !== undefined).length;
    const varied = ids.filter((id) => othersOf(service, id, correct).length > 0).length;
    return [html`<a href="#${name}">${title}</a>`, ids.length, seen, varied];
  });
  const head = ['Service', 'Open questions', 'Reference server: choice known', 'Tested with other choices'];
  const body = html`<h1>Open questions and choices</h1>
<p>The documents do not specify everything. For an open question no rule requires a certain behaviour: the suite observes it and
reports it. It is also tested with servers that choose differently from the reference server, so that no choice fails.</p>
<p>To compare your own servers, run <a href="${relativeLink(CHOICES, guidePage('conformance/README.md'))}">the suite</a>
on each with <code>--json</code>, then:</p>
<pre><code>npm run check -- --compare A.json B.json --html board.html</code></pre>
${table('Choices by service', head, counts)}
${services.map((service) => board(service, sources, correct))}`;
  return { path: CHOICES, title: 'Open questions and choices', body };
}
