/** Reads the stories: the requests in their shell blocks, in order, with the operations of the contract. */
import { operationsOf } from '@wallet-services/generators/document';
import { Failure } from '@wallet-services/kit/errors';
import type { ServiceContract } from './contract.ts';
import { textOf } from './repository.ts';

export const STORIES = 'server/STORIES.md';

/** A request of a story. */
export interface StoryStep {
  /** Its description in the story: `Jonas pays`. */
  readonly words: string;
  readonly who: string;
  /** Whether it is sent to the wallet network instead of the service. */
  readonly wallet: boolean;
  /** Such as `PUT /comments/{comment_id}/fav`. */
  readonly call: string;
}

export interface Story {
  readonly title: string;
  readonly steps: readonly StoryStep[];
}

const PEOPLE = { MIRA: 'Mira', JONAS: 'Jonas', APP: 'Application' } as const;

/** The acting person, by the variables in a command; by default, that of the previous command. */
function personOf(command: string, before: string): string {
  const found = Object.entries(PEOPLE).find(([variable]) => new RegExp(`\\$(?:AS_)?${variable}\\b`).test(command));
  return found?.[1] ?? before;
}

/** The operation at a method and an address with values, such as `PUT /comments/{comment_id}/fav`. */
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
  // A path without parameters precedes one with parameters.
  const [exact] = found.toSorted((left, right) => left.path.split('{').length - right.path.split('{').length);
  if (exact === undefined) throw new Failure(`${STORIES}: ${service.name} has no operation ${method} ${path}`);
  return `${method} ${exact.path}`;
}

function stepsOf(reported: string, service: ServiceContract): readonly StoryStep[] {
  // A command substitution becomes one segment of an address, whatever its value.
  const shell = reported.replaceAll(/\$\(echo [^)]*\)/g, 'x');
  const conversation = /^TALK="\$B\/\w+(\S*?)"$/m.exec(shell)?.[1];
  const steps: StoryStep[] = [];
  let words = '';
  let who = service.name === 'assistant' ? PEOPLE.APP : 'Anybody';
  // A command ends where the next one begins; the continuation of a body is indented.
  for (const command of shell.split(/\n(?! )/)) {
    words = /^echo '# (.*)'$/.exec(command)?.[1] ?? words;
    if (/^\w+\(\) \{/.test(command)) continue;
    if (/^(?:\w+=\$\()?pay /.test(command)) {
      const [, payer = ''] = /pay \$(\w+)/.exec(command) ?? [];
      who = PEOPLE[payer as keyof typeof PEOPLE] ?? who;
      steps.push({ words, who, wallet: true, call: 'POST /codes/{code}/pay' });
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
    steps.push({ words, who, wallet: false, call: operationAt(method, path.replaceAll(/\$\w+/g, 'x'), service) });
  }
  return steps;
}

/** Reads the stories. @throws Failure when one calls an operation that the contract does not have */
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
