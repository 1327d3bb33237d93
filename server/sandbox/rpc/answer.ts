/** Sends the replies of faults to gRPC calls. */
import type { Http2ServerResponse } from 'node:http2';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { Reply } from '@wallet-services/kit/exchange';
import { sendSlowly } from '@wallet-services/kit/wire';
import { asHttp1 } from '../faults/wire.ts';
import { toGrpc } from './translate.ts';

const TYPE = 'application/grpc+proto';

/** Interval between the pieces of an endless answer, in milliseconds. */
const TRICKLE = 50;

/** The head of a message that never follows; its announced length is below the limit of clients. */
const ANNOUNCED = Buffer.from([0, 0, 0x3f, 0xff, 0xff]);

function trickle(response: Http2ServerResponse): void {
  response.write(ANNOUNCED);
  const timer = setInterval(() => response.write(Buffer.alloc(1)), TRICKLE);
  response.once('close', () => clearInterval(timer));
}

/**
 * @param lose closes the connection
 * @returns how the connection was broken; undefined for a complete answer
 */
export function sendGrpc(
  reply: Reply,
  method: DescMethodUnary,
  response: Http2ServerResponse,
  lose: () => void,
): string | undefined {
  const head = (headers: Readonly<Record<string, string>> = {}) => {
    response.writeHead(200, { ...headers, 'content-type': TYPE });
  };
  switch (reply.kind) {
    case 'reply': {
      const { headers, message, trailers } = toGrpc(reply, method);
      const end = () => {
        response.addTrailers(trailers);
        response.end();
      };
      head(headers);
      if (message !== undefined && reply.dribble !== undefined) {
        sendSlowly(message, reply.dribble, asHttp1(response), end);
        return undefined;
      }
      if (message !== undefined) response.write(message);
      end();
      return undefined;
    }
    case 'cut': {
      const { headers, message = Buffer.alloc(0) } = toGrpc(reply.of, method);
      head(headers);
      response.write(message.subarray(0, Math.ceil(message.length / 2)), lose);
      return 'closed in the middle of the message';
    }
    case 'close':
      head();
      response.write(ANNOUNCED, lose);
      return 'closed in the middle of the message';
    case 'endless':
      head();
      trickle(response);
      return 'sent an endless message';
    case 'garbage':
      head();
      response.end('this is no message\r\n\r\n');
      return 'responded with something that is not a message';
    case 'drop':
      lose();
      return 'closed without a response';
    case 'hang':
      return 'never responded';
  }
}
