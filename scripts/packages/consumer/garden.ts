/** A correct server of the API in the guide "check your own API", written independently of the guide. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const refused = (status: number, message: string): Answer => ({ status, body: { message } });
const done = (body: unknown): Answer => ({ status: 200, body });

const DAY = 86_400_000;

const beds = Array.from({ length: 64 }, (_, place) => ({
  'bed-id': place + 1,
  'plant-name': `Plant ${place + 1}`,
  'planted-on': new Date(Date.UTC(2026, 2, 1) - place * DAY).toISOString().slice(0, 10),
}));

const notes = beds.flatMap(({ 'bed-id': bed }) =>
  Array.from({ length: bed % 4 }, (_, place) => ({
    'note-id': `${bed}-${place}`,
    'bed-id': bed,
    text: `Day ${place}`,
  })),
);

const notesOf = (bed: number) => notes.filter((note) => note['bed-id'] === bed);

function page(query: URLSearchParams): Answer {
  const [skip, take] = [Number(query.get('skip') ?? 0), Number(query.get('take') ?? 20)];
  if (!Number.isInteger(skip) || skip < 0 || !Number.isInteger(take) || take < 1) return refused(400, 'which beds?');
  const some = beds.slice(skip, skip + Math.min(take, 50));
  return done(some.map((bed) => ({ ...bed, 'note-count': notesOf(bed['bed-id']).length })));
}

async function write(bed: number, request: IncomingMessage): Promise<Answer> {
  if (request.headers['x-garden-key'] !== 'spade') return refused(401, 'whose key is that?');
  const body: unknown = await json(request).catch(() => null);
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined;
  if (typeof text !== 'string') return refused(400, 'a note has a text');
  const note = { 'note-id': `${bed}-${notesOf(bed).length}`, 'bed-id': bed, text };
  notes.push(note);
  return done(note);
}

function answerTo(request: IncomingMessage): Answer | Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://garden');
  const [, id, isAbout] = /^\/plant-beds(?:\/([^/]+)(\/growth-notes)?)?$/.exec(pathname) ?? ['', 'none'];
  if (id === undefined) return page(searchParams);
  const bed = beds.find((one) => String(one['bed-id']) === id);
  if (bed === undefined) return refused(404, 'no such bed');
  if (isAbout === undefined) return done({ ...bed, 'note-count': notesOf(bed['bed-id']).length });
  return request.method === 'POST' ? write(bed['bed-id'], request) : done(notesOf(bed['bed-id']));
}

export const garden: Server = createServer(async (request, response) => {
  const { status, body } = await answerTo(request);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});
