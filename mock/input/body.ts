/** Validates the body of a request. */
import { createRequire } from 'node:module';
import { MIMEType } from 'node:util';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { DiagnosticSeverity, type IHttpOperation, type IMediaTypeContent } from '@stoplight/types';
import { closestOf, isJson } from '@wallet-services/kit/media';
import { isMediaType } from '../target.ts';
import { unjudged } from './against.ts';
import { type Form, type FormOptions, readMultipart, readUrlencoded, WrongMember } from './forms.ts';
import { bundleOf, INPUT, type Judge } from './parameters.ts';
import type { ReadRequest } from './request.ts';
import { certain, judgeReadings } from './rounded.ts';
import { typesOf } from './schema.ts';
import { typed } from './typed.ts';

type ValidateBody = (
  target: unknown,
  contents: readonly IMediaTypeContent[],
  context: number,
  mediaType: string,
  boundary: undefined,
  bundle: unknown,
) => { readonly _tag: 'Right' } | { readonly _tag: 'Left'; readonly left: IPrismDiagnostic[] };

// Prism exports it from none of its entry points.
const require = createRequire(import.meta.url);
const { validateBody }: { validateBody: ValidateBody } = require('@stoplight/prism-http/dist/validator/validators');

/** Creates the validator of bodies for an operation. */
export function bodyJudge(operation: IHttpOperation): Judge {
  const body = operation.request?.body;
  const contents = body?.contents ?? [];
  return (request) => {
    if (isEmpty(request)) {
      const missing = [
        {
          path: ['body'],
          code: 'required',
          message: 'Request body must be present',
          severity: DiagnosticSeverity.Error,
        },
      ];
      return body?.required === true ? missing : [];
    }
    const isPassedOver = body === undefined && (takesNone(operation) || request.asSandbox === true);
    if (contents.length === 0) return isPassedOver ? [] : refusedType([]);
    const type = request.headers?.['content-type'];
    const content = type === undefined || !isMediaType(type) ? undefined : closestOf(contents, type);
    if (type === undefined || content === undefined) return refusedType(contents);
    return judge(request, type, content, operation);
  };
}

function isEmpty({ body, bytes, headers }: ReadRequest): boolean {
  if (bytes !== undefined) return bytes.length === 0;
  return body === undefined && !(Number(headers?.['content-length']) > 0);
}

/** Whether the method defines no meaning for a body (RFC 9110, GET); the body is then ignored. */
function takesNone({ method }: IHttpOperation): boolean {
  return ['get', 'head', 'delete'].includes(method);
}

function refusedType(contents: readonly IMediaTypeContent[]): IPrismDiagnostic[] {
  const supported = contents.map(({ mediaType }) => mediaType).join(', ');
  const message =
    supported === ''
      ? 'Request body must not be there: the operation has none'
      : `Supported content types: ${supported}`;
  return [{ path: ['header', 'content-type'], code: 415, message, severity: DiagnosticSeverity.Error }];
}

function judge(
  request: ReadRequest,
  type: string,
  content: IMediaTypeContent,
  operation: IHttpOperation,
): IPrismDiagnostic[] {
  // The body was not read: the proxy reports that itself.
  if (request.body === undefined && request.bytes === undefined) return [];
  if (content.schema === undefined) return isJson(type) && request.isBroken === true ? [notJson] : [];
  const placed = { schema: content.schema, root: operation };
  // Prism would parse forms again by their media type, so the parsed value is passed as JSON.
  const against = (value: unknown): IPrismDiagnostic[] => {
    const one = { ...content, mediaType: 'application/json', encodings: [] };
    const outcome = validateBody(value, [one], INPUT, 'application/json', undefined, bundleOf(operation));
    return outcome._tag === 'Left' ? outcome.left : [];
  };
  const ofForm = (read: (options: FormOptions) => Form): IPrismDiagnostic[] =>
    judgeReadings(
      operation,
      'body',
      (toNumber) => read({ content, placed, toNumber }),
      ({ value, unread }) => [
        ...against(value).filter(({ path = [] }) => !unread.has(path[1] ?? '')),
        ...[...unread].map(([name, why]) => unjudged('body', why, [name])),
      ],
    );
  const { essence } = new MIMEType(type);
  try {
    if (isJson(type)) {
      if (request.isBroken === true) return [notJson];
      const found = against(request.body);
      return request.other === undefined ? found : certain(operation, 'body', found, against(request.other.value));
    }
    if (essence === 'application/x-www-form-urlencoded') {
      return ofForm((options) => readUrlencoded(String(request.body), options));
    }
    if (essence === 'multipart/form-data') {
      const bytes = request.bytes ?? Buffer.from(String(request.body));
      return ofForm((options) => readMultipart(bytes, type, options));
    }
    const types = typesOf(placed);
    if (types.has('object') || types.has('array')) {
      return [unjudged('body', `${essence} cannot be read into the object or list of its schema`)];
    }
    return judgeReadings(operation, 'body', (toNumber) => typed(String(request.body), placed, toNumber), against);
  } catch (error) {
    if (!(error instanceof WrongMember)) throw error;
    const where = error.path.length === 0 ? 'body' : `body property ${error.path.join('.')}`;
    const message = `Request ${where} ${error.message}`;
    return [{ path: ['body', ...error.path], code: 'form', message, severity: DiagnosticSeverity.Error }];
  }
}

const notJson: IPrismDiagnostic = {
  path: ['body'],
  code: 'json',
  message: 'Request body must be JSON, as its content type says',
  severity: DiagnosticSeverity.Error,
};
