// What the pages share: markup, what is loaded again and again, small parts.

import htm from 'htm';
import { h } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { listen, Refused } from './api.js';

export const html = htm.bind(h);

/** A part of the frame. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

/** @type {number | undefined} */
let silence;

/** Says something to everybody, those who listen too. @param {string} text */
function say(text) {
  const notice = byId('notice');
  notice.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => notice.replaceChildren(), 5_000);
}

/** What was pressed, or the form that was submitted. */
const pressed = () => {
  const active = document.activeElement;
  return active?.closest('button, select') ?? active?.closest('form') ?? undefined;
};

/**
 * Does something and says how it went. What was pressed is busy meanwhile, and pressing it again does nothing.
 *
 * @template Result
 * @param {() => Promise<Result>} act
 * @param {string | ((result: Result) => string)} done
 * @returns {Promise<any>} what came of it; undefined where it failed, or was already under way
 */
export async function attempt(act, done) {
  const busy = pressed();
  if (busy?.ariaBusy === 'true') return undefined;
  busy?.setAttribute('aria-busy', 'true');
  try {
    const result = await act();
    say(typeof done === 'string' ? done : done(result));
    return result ?? true;
  } catch (error) {
    say(error instanceof Refused ? error.message : String(error));
    return undefined;
  } finally {
    busy?.removeAttribute('aria-busy');
  }
}

/**
 * What a function gives, asked anew while the page is looked at.
 *
 * @template Data
 * @param {() => Promise<Data>} load
 * @param {readonly unknown[]} by what it depends on
 * @param {number} [every] milliseconds; once, without
 * @returns {{ data: Data | undefined, error: (Error & { status?: number }) | undefined, reload: () => Promise<void> }}
 */
export function useLoaded(load, by, every) {
  const [state, set] = useState(/** @type {{ data: any, error: any }} */ ({ data: undefined, error: undefined }));
  const latest = useRef(0);
  const isAsking = useRef(false);
  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    isAsking.current = true;
    const next = await load().then(
      (data) => ({ data, error: undefined }),
      (error) => ({ error }),
    );
    if (mine !== latest.current) return;
    isAsking.current = false;
    set((before) => ({ ...before, ...next }));
  }, by);
  useEffect(() => {
    set({ data: undefined, error: undefined });
    reload();
    if (every === undefined) return undefined;
    // A server that is slower than this is not asked again before it has answered.
    const timer = setInterval(() => document.visibilityState === 'visible' && !isAsking.current && reload(), every);
    return () => {
      latest.current += 1;
      clearInterval(timer);
    };
  }, [reload, every]);
  return { ...state, reload };
}

/** How long after a connection was lost it is tried again, in milliseconds. */
const AGAIN = 1_500;

/**
 * Listens while the page is there, again and again where the connection is lost.
 *
 * @param {string | undefined} path of the events, below `/sandbox`; nothing is listened to without one
 * @param {() => void} tell
 * @returns {'live' | 'lost' | 'off'} how it goes
 */
export function useEvents(path, tell) {
  const [state, set] = useState(/** @type {'live' | 'lost' | 'off'} */ ('off'));
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (path === undefined) return set('off');
    const ending = new AbortController();
    /** @type {number | undefined} */
    let again;
    const begin = async () => {
      const told = () => {
        set('live');
        latest.current();
      };
      await listen(path, told, ending.signal).catch(() => undefined);
      if (ending.signal.aborted) return;
      set('lost');
      // Says what is wrong, where it can.
      latest.current();
      again = setTimeout(begin, AGAIN);
    };
    begin();
    return () => {
      ending.abort();
      clearTimeout(again);
    };
  }, [path]);
  return state;
}

/** What was loaded, or that it could not be. */
export function Loaded({ of: { data, error }, empty, children }) {
  if (error !== undefined && data === undefined) return html`<p class="problem" role="alert">${error.message}</p>`;
  if (data === undefined) return html`<p class="dim">Loading ...</p>`;
  const warning = error === undefined ? null : html`<p class="problem" role="alert">${error.message}</p>`;
  if (Array.isArray(data) && data.length === 0 && empty !== undefined)
    return html`${warning}<p class="empty">${empty}</p>`;
  return html`${warning}${children(data)}`;
}

export function Heading({ title, children }) {
  return html`<h1>${title}</h1><p class="lead">${children}</p>`;
}

/** A text with a button that copies it. */
export function Copied({ text, name }) {
  return html`<span class="row"><code class="grow">${text}</code><${CopyButton} text=${text} name=${name} /></span>`;
}

/** Copies a text; what it is stands on the button, or is only for those who listen. */
export function CopyButton({ text, name, isShown = false }) {
  const copy = () =>
    attempt(
      () => navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard access: select the text')),
      `${name} copied`,
    );
  return html`<button type="button" class="tiny" onClick=${copy}>Copy<span class=${isShown ? '' : 'hidden'}> ${name}</span></button>`;
}

/** JSON, or text as it is; it can be scrolled with the keyboard. */
export function Body({ of: value, name }) {
  if (value === undefined) return html`<p class="dim small">No body.</p>`;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<pre tabindex="0" role="group" aria-label=${name}>${text}</pre>`;
}

export function Choice({ label, value, options, onChange, ...more }) {
  return html`<label ...${more}>${label}<select value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${options.map(([key, text]) => html`<option key=${key} value=${key}>${text}</option>`)}
  </select></label>`;
}

export function Field({ label, value, onInput, ...more }) {
  return html`<label>${label}<input value=${value} onInput=${(event) => onInput(event.target.value)} ...${more} /></label>`;
}

/** A status in the colour of its class. */
export function Status({ of: status }) {
  const tone = status === undefined ? 'bad' : status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return html`<span class=${`mark ${tone}`}>${status ?? 'none'}</span>`;
}

/** A moment of the world, to the second, in UTC. @param {string} moment */
export const moment = (moment) => moment.replace('T', ' ').replace(/(\.\d+)?Z$/, '');

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
