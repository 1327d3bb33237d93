// Starts Scalar over the document that the script before this one holds.

window.Scalar.createApiReference(document.getElementById('reference'), {
  content: window.contract,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  documentDownloadType: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // The colours of the pages around it; light or dark follows the system, as theirs does.
  hideDarkModeToggle: true,
  customCss: `
    .light-mode {
      --scalar-background-2: #f4f5f7; --scalar-color-accent: #0a5cc2; --scalar-border-color: #d5d9de;
      --scalar-color-2: #4a5058; --scalar-color-3: #5c636c;
      --scalar-color-blue: #0a5cc2; --scalar-color-green: #1b6e33; --scalar-color-orange: #94480a;
      --scalar-color-red: #b3261e; --scalar-color-yellow: #7a5a00; --scalar-color-purple: #6a3fb0;
    }
    .dark-mode {
      --scalar-background-1: #14171c; --scalar-background-2: #1d2024; --scalar-color-accent: #7db4ff;
      --scalar-border-color: #3a3f46; --scalar-color-2: #b4bac2; --scalar-color-3: #a0a6ae;
      --scalar-color-red: #ff8a80;
    }
  `,
});

// Scalar leaves buttons that copy without a name, and names those that show more otherwise than they read.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) button.removeAttribute('aria-label');
}).observe(document.getElementById('reference'), { childList: true, subtree: true });
