/** The stories: the requests of each, in order, read from its shell blocks, with the operations of the contract. */
import { operationsOf } from '@wallet-services/generators/document';
import { Failure } from '@wallet-services/kit/errors';
import type { ServiceContract } from './contract.ts';
import { textOf } from './repository.ts';

export const STORIES = 'server/STORIES.md';

/** A request of a story. */
export interface StoryStep {
  /** The story's words for it: `Jonas pays`. */
  readonly says: string;
  readonly who: string;
  /** To the wallet network instead of the service. */
  readonly wallet: boolean;
  /** `PUT /comments/{comment_id}/fav` */
  readonly call: string;
}

export interface Story {
  readonly title: string;
  readonly steps: readonly StoryStep[];
}

const PEOPLE = { MIRA: 'Mira', JONAS: 'Jonas', APP: 'Application' } as const;

/** The person who acts, by the variables in a command; without one, the person of the command before. */
function personOf(command: string, before: string): string {
  const found = Object.entries(PEOPLE).find(([variable]) => new RegExp(`\\$(?:AS_)?${variable}\\b`).test(command));
  return found?.[1] ?? before;
}

/** `PUT /comments/{comment_id}/fav` of a method and an address that holds values of variables. */
function operationAt(method: string, path: string, service: ServiceContract): string {
  const requested = path.replace(/\?.*/, '').split('/');
  const found = operationsOf(service.document).filter(({ path: template, method: its }) => {
    const parts = template.split('/');
    return (
      its === method.toLowerCase() &&
      parts.length === requested.length &&
      parts.every((part, place) => part.startsWith('{') || part === requested[place])
    );
  });
  // A path without parameters is meant before one that has some.
  const [exact] = found.toSorted((left, right) => left.path.split('{').length - right.path.split('{').length);
  if (exact === undefined) throw new Failure(`${STORIES}: ${service.name} has no operation ${method} ${path}`);
  return `${method} ${exact.path}`;
}

function stepsOf(reported: string, service: ServiceContract): readonly StoryStep[] {
  // A command substitution: any value of it is one part of an address.
  const shell = reported.replaceAll(/\$\(echo [^)]*\)/g, 'x');
  const conversation = /^TALK="\$B\/\w+(\S*?)"$/m.exec(shell)?.[1];
  const steps: StoryStep[] = [];
  let says = '';
  let who = service.name === 'assistant' ? PEOPLE.APP : 'Anybody';
  // A command ends where the next one begins; what a member of a body goes on with is indented.
  for (const command of shell.split(/\n(?! )/)) {
    says = /^echo '# (.*)'$/.exec(command)?.[1] ?? says;
    if (/^\w+\(\) \{/.test(command)) continue;
    if (/^(?:\w+=\$\()?pay /.test(command)) {
      const [, payer = ''] = /pay \$(\w+)/.exec(command) ?? [];
      who = PEOPLE[payer as keyof typeof PEOPLE] ?? who;
      steps.push({ says, who, wallet: true, call: 'POST /codes/{code}/pay' });
      continue;
    }
    const [, address] = /(?:^|\()ask .*?"(\$B\/[^"]*|\$TALK[^"]*)"/s.exec(command) ?? [];
    if (address === undefined) continue;
    if (!address.startsWith('$TALK') && !address.startsWith(`$B/${service.name}/`)) continue;
    who = personOf(command, who);
    const path = address.startsWith('$TALK')
      ? `${conversation ?? ''}${address.slice('$TALK'.length)}`
      : address.slice(`$B/${service.name}`.length);
    const method = / -X (\w+)/.exec(command)?.[1] ?? (/ -d /.test(command) ? 'POST' : 'GET');
    steps.push({ says, who, wallet: false, call: operationAt(method, path.replaceAll(/\$\w+/g, 'x'), service) });
  }
  return steps;
}

/** Reads the stories. @throws Failure when one calls what the contract does not have */
export async function readStories(services: readonly ServiceContract[]): Promise<readonly Story[]> {
  const sections = (await textOf(STORIES)).split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [title = ''] = section.split('\n');
    const service = services.find((one) => one.title === title);
    const [, shell] = /^```\n(.*?)^```$/ms.exec(section) ?? [];
    if (service === undefined || shell === undefined) return [];
    return [{ title, steps: stepsOf(shell, service) }];
  });
}
