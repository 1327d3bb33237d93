// Shared parts of the pages: markup, data that is reloaded, small components.

import htm from 'htm';
import { h } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { listen, Refused } from './api.js';

export const html = htm.bind(h);

/** An element of the frame. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

/** @type {number | undefined} */
let silence;

/** Shows a message, also to screen readers. @param {string} text */
function say(text) {
  const notice = byId('notice');
  notice.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => notice.replaceChildren(), 5_000);
}

/** The button that was pressed, or the form that was submitted. */
const pressed = () => {
  const active = document.activeElement;
  return active?.closest('button, select') ?? active?.closest('form') ?? undefined;
};

/**
 * Runs an action and shows its outcome. Meanwhile the pressed button is busy, and pressing it again does nothing.
 * @template Result
 * @param {() => Promise<Result>} act
 * @param {string | ((result: Result) => string)} done
 * @returns {Promise<any>} the result; undefined when the action failed, or was already running
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
 * Loads data, again at an interval while the page is visible.
 *
 * @template Data
 * @param {() => Promise<Data>} load
 * @param {readonly unknown[]} by values on which the data depends
 * @param {number} [every] interval in milliseconds; without it, the data is loaded once
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
    // A slow server gets no further request before it has answered the last one.
    const timer = setInterval(() => document.visibilityState === 'visible' && !isAsking.current && reload(), every);
    return () => {
      latest.current += 1;
      clearInterval(timer);
    };
  }, [reload, every]);
  return { ...state, reload };
}

/** Wait before a lost connection is opened again, in milliseconds. */
const AGAIN = 1_500;

/**
 * Listens to events while the component is mounted; reconnects when the connection is lost.
 *
 * @param {string | undefined} path of the events, below `/sandbox`; undefined to not listen
 * @param {() => void} tell
 * @returns {'live' | 'lost' | 'off'} state of the connection
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
      // Loading the data shows the error, if the server reports one.
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

/** Shows loaded data, or the error. */
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

/** A button that copies a text; the name of the text is its label, visible or for screen readers only. */
export function CopyButton({ text, name, isShown = false }) {
  const copy = () =>
    attempt(
      () => navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard access: select the text')),
      `${name} copied`,
    );
  return html`<button type="button" class="tiny" onClick=${copy}>Copy<span class=${isShown ? '' : 'hidden'}> ${name}</span></button>`;
}

/** Shows JSON or text; it can be scrolled with the keyboard. */
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

/** A status with the colour of its class. */
export function Status({ of: status }) {
  const tone = status === undefined ? 'bad' : status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return html`<span class=${`mark ${tone}`}>${status ?? 'none'}</span>`;
}

/** A time of the world in UTC, to the second. @param {string} moment */
export const moment = (moment) => moment.replace('T', ' ').replace(/(\.\d+)?Z$/, '');

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
