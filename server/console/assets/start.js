// The start page: buttons that copy its commands.

for (const pre of document.querySelectorAll('.line pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tiny';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${pre.textContent.slice(0, 60)}`);
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard?.writeText(pre.textContent).then(
      () => true,
      () => false,
    );
    const notice = document.getElementById('notice');
    if (notice !== null) notice.textContent = done ? 'Copied' : 'No clipboard access: select the text';
  });
  pre.after(button);
}
