/** The protobuf reference: services, methods, messages with their field numbers. */
import { counted } from '@wallet-services/kit/counted';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import type { ProtoEnum, ProtoMessage, ProtoPackage, TypeName } from '../read/protobuf.ts';
import { table } from './layout.ts';
import type { Entry, LinkTo, Page } from './page.ts';
import { serviceLinks, servicePaths } from './service.ts';

const INDEX = 'protobuf/index.html';

/** The page with a list of all methods. */
export function protobufIndex(packages: readonly (readonly [ServiceContract, ProtoPackage])[]): Page {
  const link: LinkTo = (to) => relativeLink(INDEX, to);
  const body = html`<h1>Protobuf</h1>
<p>The services over RPC: Connect, gRPC, gRPC-Web and Twirp. Messages and JSON have the same source; field numbers are
never reused.</p>
${packages.map(
  ([
    { name, title },
    { services, messages },
  ]) => html`<h2 id="${name}"><a href="${link(servicePaths(name).protobuf)}">${title}</a></h2>
${services.map(
  (
    service,
  ) => html`<p><code>${service.name}</code>, ${counted(service.methods.length, 'method')}, ${counted(messages.length, 'message')}:
${service.methods.map(({ name: method }) => html`<a href="${link(servicePaths(name).protobuf)}#${service.name}.${method}"><code>${method}</code></a> `)}</p>
`,
)}`,
)}`;
  return { path: INDEX, title: 'Protobuf', body };
}

/** The page of a package. */
export function protobufPage(service: ServiceContract, proto: ProtoPackage): Page {
  const path = servicePaths(service.name).protobuf;
  const { services, messages, enums } = proto;
  const body = html`<h1>${service.title}: protobuf</h1>
${serviceLinks(service, path, (to) => relativeLink(path, to))}
<p>Package <code>${proto.name}</code>.</p>
${services.map(
  ({ name, comment, methods }) => html`<h2 id="${name}">Service <code>${name}</code></h2>
<p>${comment}</p>
${table(
  `Methods of ${name}`,
  ['Method', 'Request', 'Response', 'Meaning'],
  methods.map(({ name: method, request, response, comment: text }) => [
    html`<span id="${name}.${method}"><code>${method}</code></span>`,
    typeLink(request),
    typeLink(response),
    text,
  ]),
)}`,
)}
<h2 id="messages">Messages</h2>
${messages.map(messagePart)}
${enums.length === 0 ? html`` : html`<h2 id="enumerations">Enumerations</h2>`}
${enums.map(enumPart)}`;
  return { path, title: `${service.title}: protobuf`, body, entries: entriesOf(proto) };
}

function shortName(name: string): string {
  return name.replace(/^.*?\.v\d+\./, '');
}

function typeLink({ prefix, name, own }: TypeName): Html {
  return own
    ? html`<code>${prefix}<a href="#${name}">${shortName(name)}</a></code>`
    : html`<code>${prefix}${name}</code>`;
}

function messagePart({ name, comment, fields }: ProtoMessage): Html {
  const rows = fields.map(({ number, name: field, type, comment: text }) => [
    number,
    html`<code>${field}</code>`,
    typeLink(type),
    text,
  ]);
  return html`<h3 id="${name}"><code>${shortName(name)}</code> <a class="anchor" href="#${name}" aria-label="Link to this message">#</a></h3>
${comment === '' ? html`` : html`<p>${comment}</p>`}
${rows.length === 0 ? html`<p class="aside">No fields.</p>` : table(`Fields of ${name}`, ['Number', 'Field', 'Type', 'Meaning'], rows)}
`;
}

function enumPart({ name, comment, values }: ProtoEnum): Html {
  const rows = values.map(({ number, name: value, comment: text }) => [number, html`<code>${value}</code>`, text]);
  return html`<h3 id="${name}"><code>${shortName(name)}</code></h3>
<p>${comment}</p>
${table(`Values of ${name}`, ['Number', 'Name', 'Meaning'], rows)}`;
}

function entriesOf({ services, messages, enums }: ProtoPackage): readonly Entry[] {
  const entry = (name: string, text: string): Entry => ({ title: name, text, anchor: name });
  return [
    ...services.flatMap(({ name, methods }) =>
      methods.map(({ name: method, request, response, comment }) =>
        entry(`${name}.${method}`, `${comment} ${request.name} ${response.name}`),
      ),
    ),
    ...messages.map(({ name, comment, fields }) =>
      entry(name, [comment, ...fields.map((field) => `${field.name} = ${field.number}: ${field.comment}`)].join(' ')),
    ),
    ...enums.map(({ name, comment, values }) =>
      entry(name, [comment, ...values.map((value) => `${value.name} ${value.number}`)].join(' ')),
    ),
  ];
}
