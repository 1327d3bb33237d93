/** Stories and sign-in as sequence diagrams, and lifetimes as state diagrams. */
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import { diagram, plain } from '../pictures/diagram.ts';
import { figure } from '../pictures/figure.ts';
import type { Lifetime, SignIn } from '../read/flows.ts';
import { guidePage } from '../read/guides.ts';
import { STORIES, type Story } from '../read/stories.ts';
import type { Page } from './page.ts';

const FLOWS = 'flows.html';

export interface Flows {
  readonly stories: readonly Story[];
  readonly signIns: readonly SignIn[];
  readonly lifetimes: readonly Lifetime[];
}

/** Creates the page. */
export function flowsPage({ stories, signIns, lifetimes }: Flows): Page {
  const link = (to: string) => relativeLink(FLOWS, to);
  const body = html`<h1>Sequences and states</h1>
<h2 id="sign-in">Signing in</h2>
<p>The <a href="${link(guidePage('client/README.md'))}">client</a> implements all of them.</p>
${signIns.map(signInPart)}
<h2 id="stories">A story for each service</h2>
<p>As <a href="${link(guidePage(STORIES))}">the stories</a> show them, as shell commands that a test runs.</p>
${stories.map(storyPart)}
<h2 id="states">States</h2>
<p>The documents name states but almost no transitions. Where they show none, the diagram shows the choice of the reference
server; other choices are also correct.</p>
${lifetimes.map((lifetime) => lifetimePart(lifetime, link))}`;
  return { path: FLOWS, title: 'Sequences and states', body };
}

/** Participants with letters as ids, because their names may contain spaces. */
function participants(names: readonly string[]): { readonly lines: readonly string[]; of(name: string): string } {
  const letters = [...new Set(names)];
  return {
    lines: letters.map((name, place) => `participant P${place} as ${plain(name)}`),
    of: (name) => `P${letters.indexOf(name)}`,
  };
}

function signInPart({ id, title, caption, steps }: SignIn): Html {
  const { lines, of } = participants(steps.flatMap((step) => [step[0], step[1]]));
  const answered = new Set<string>();
  const messages = steps.map(([from, to, text]) => {
    const isAnswer = answered.delete(`${to} ${from}`);
    if (!isAnswer && from !== to) answered.add(`${from} ${to}`);
    return `${of(from)}${isAnswer ? '-->>' : '->>'}${of(to)}: ${plain(text)}`;
  });
  return html`<h3 id="sign-in-${id}">${title}</h3>
${figure({ caption, svg: diagram(['sequenceDiagram', ...lines, ...messages].join('\n'), `picture-sign-in-${id}`) })}`;
}

function storyPart({ title, steps }: Story): Html {
  const wallet = 'Wallet network';
  const { lines, of } = participants([
    ...steps.map(({ who }) => who),
    title,
    ...steps.flatMap((one) => (one.wallet ? [wallet] : [])),
  ]);
  const messages = steps.flatMap(({ words, who, wallet: isWallet, call }, place) => [
    ...(words === steps[place - 1]?.words ? [] : [`Note over ${of(title)}: ${plain(words)}`]),
    `${of(who)}->>${of(isWallet ? wallet : title)}: ${call}`,
  ]);
  const caption = `The story of ${title}: ${steps.length} requests`;
  const source = ['sequenceDiagram', ...lines, ...messages].join('\n');
  return html`<h3 id="story-${title.toLowerCase()}">${title}</h3>
${figure({ caption, svg: diagram(source, `picture-story-${title.toLowerCase()}`), numbers: storySteps(steps), numbersTitle: 'Steps' })}`;
}

function storySteps(steps: Story['steps']): Html {
  return html`<ol>${steps.map(({ words, who, wallet, call }) => html`<li>${words}: ${who}, <code>${call}</code>${wallet ? ' of the wallet network' : ''}</li>\n`)}</ol>`;
}

function lifetimePart(lifetime: Lifetime, link: (to: string) => string): Html {
  const { id, title, service, question, documented = [], chosen = [] } = lifetime;
  const state = (name: string) => (name === 'start' || name === 'end' ? '[*]' : name);
  const lines = [...documented, ...chosen].map(([from, to, by]) => `${state(from)} --> ${state(to)}: ${plain(by)}`);
  const caption = question === undefined ? `${title}: documented states` : `${title}: states of the reference server`;
  const open =
    question === undefined
      ? html``
      : html`<p>Open question: <a href="${link(`${service}/rules.html#${question}`)}"><code>${question}</code></a>.</p>`;
  return html`<h3 id="states-${id}">${title}</h3>
${open}${figure({ caption, svg: diagram(['stateDiagram-v2', ...lines].join('\n'), `picture-states-${id}`) })}`;
}
