/** Proposals as a page: each with its evidence, to accept or to reject; accepted ones are shown as an overlay. */

import { eachText, harmless } from '@wallet-services/kit/harmless';
import type { ApiModel } from '../model/document/api.ts';
import { pageOf } from '../report/html/frame.ts';
import { h, type Markup, table } from '../report/html/markup.ts';
import { actionOf, actionText, evidenceText, headOf } from './overlay.ts';
import type { Proposal, Proposals, Undecided } from './propose.ts';

/** Builds the overlay of accepted proposals after each change. */
const script = `
'use strict';
const text = document.querySelector('#overlay');
const link = document.querySelector('#save');
const boxes = Array.from(document.querySelectorAll('input[type=checkbox]'));
function write() {
  const actions = boxes.filter((box) => box.checked).map((box) => box.closest('article').querySelector('pre').textContent);
  text.value = text.dataset.head + actions.join('');
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text.value], { type: 'application/yaml' }));
  document.querySelector('#count').value = actions.length + ' of ' + boxes.length + ' accepted';
}
document.addEventListener('change', write);
write();
`;

const style = `
#overlay { width: 100%; min-height: 20rem; font-family: monospace; }
article label { display: block; font-weight: 600; }
`;

function proposalOf(api: ApiModel, proposal: Proposal): Markup {
  const { operation, family, members } = proposal;
  const name = `${operation ?? 'the service'}: ${family}`;
  return h(
    'article',
    {},
    h('label', {}, h('input', { type: 'checkbox', checked: true }), ` ${name}`),
    h('p', {}, h('code', {}, JSON.stringify(members))),
    h('p', { class: 'quiet' }, evidenceText(proposal)),
    h('details', {}, h('summary', {}, 'In the overlay'), h('pre', {}, actionText(actionOf(api, proposal)))),
  );
}

function undecidedRow({ operation, family, members, why, hint }: Undecided): Markup {
  const cells = [operation ?? 'the service', family, JSON.stringify(members), why, hint ?? ''];
  return h('tr', {}, ...cells.map((cell) => h('td', {}, cell)));
}

/** @returns HTML with a final newline. */
export function proposalsPage(api: ApiModel, given: Proposals): string {
  const { undecided, refuted, requests } = eachText({ ...given, proposals: [] }, harmless);
  const title = `Proposals for ${api.document.info.title}`;
  const head = ['Operation', 'Family', 'What it would say', 'Why it is not decided', 'What would decide it'];
  const label = { label: 'Undecided', caption: 'What may hold: nothing refuted it, and nothing could have' };
  return pageOf({
    title,
    style,
    script,
    skip: 'Skip to the proposals',
    header: [
      h('h1', {}, title),
      h(
        'p',
        { class: 'quiet' },
        `${given.proposals.length} hold, ${undecided.length} are not decided, ${refuted.length} were refuted, by ${requests} requests.`,
      ),
    ],
    main: [
      h('section', {}, h('h2', {}, 'Proposals'), ...given.proposals.map((one) => proposalOf(api, one))),
      h(
        'section',
        {},
        h('h2', {}, 'The overlay'),
        h(
          'p',
          {},
          h('output', { id: 'count' }),
          ' ',
          h('a', { id: 'save', download: 'behaviour.overlay.yaml', href: '#' }, 'Save it'),
        ),
        h('textarea', {
          id: 'overlay',
          readonly: true,
          'aria-label': 'The overlay',
          'data-head': headOf(api.document.info.title),
        }),
      ),
      undecided.length === 0
        ? null
        : h('section', {}, h('h2', {}, 'Not decided'), table(label, head, undecided.map(undecidedRow))),
    ],
  });
}
