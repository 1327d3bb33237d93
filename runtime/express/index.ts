/** Serving with Express: what mounts a service, and the pieces of it that other routes of the same server need. */
export { sendJson } from '../node/send.ts';
export { errorHandler } from './errors.ts';
export { type MountOptions, mountService } from './mount.ts';
