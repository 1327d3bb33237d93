/** Serving with Express: mounts a service, and exports the pieces of it that other routes of the same server need. */
export { sendJson } from '../node/send.ts';
export { errorHandler } from './errors.ts';
export { type MountOptions, mountService } from './mount.ts';
