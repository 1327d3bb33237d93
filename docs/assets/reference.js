// Puts Scalar in the place of the list of operations, once the page is there to be read.

const reference = document.getElementById('reference');

/** Loads a script; those that are asked for one after the other run in that order. */
function load(src) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const script = Object.assign(document.createElement('script'), {
    src,
    async: false,
    onload: resolve,
    onerror: reject,
  });
  document.body.append(script);
  return promise;
}

/** Scalar, in the colours of the pages around it; light or dark follows the system, as theirs does. */
const options = () => ({
  content: window.contract,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  documentDownloadType: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideDarkModeToggle: true,
  customCss: reference.dataset.colours,
});

addEventListener('load', async () => {
  await Promise.all(reference.dataset.scripts.split(' ').map(load));
  // What stands there would be taken for a page that Scalar has drawn.
  reference.replaceChildren();
  window.Scalar.createApiReference(reference, options());
});

// Scalar leaves buttons that copy without a name, and names those that show more otherwise than they read.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) button.removeAttribute('aria-label');
}).observe(reference, { childList: true, subtree: true });
