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
    .light-mode { --scalar-background-2: #f4f5f7; --scalar-color-accent: #0a5cc2; --scalar-border-color: #d5d9de; }
    .dark-mode { --scalar-background-1: #14171c; --scalar-background-2: #1d2024; --scalar-color-accent: #7db4ff; --scalar-border-color: #3a3f46; }
    .badge, .sidebar-search-placeholder { color: var(--scalar-color-1); }
  `,
});
