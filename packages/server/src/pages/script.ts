/**
 * The one script of the application. Every page works without it: it copies, follows keys, ticks boxes, previews, keeps what is
 * typed from being lost and goes on. A page that has a use for it says so (`scripted`).
 */
export const SCRIPT = `'use strict';
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    const status = document.getElementById(button.dataset.copy + '-status');
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // Without TLS there is no clipboard object; selecting and copying works everywhere.
      getSelection().selectAllChildren(source);
      document.execCommand('copy');
    }
    status.textContent = 'Copied';
    setTimeout(() => { status.textContent = ''; }, 4000);
  });
}

// A key presses what is marked with it, unless somebody is writing or has switched that off.
for (const help of document.querySelectorAll('[data-shortcuts]')) {
  const on = help.querySelector('input');
  help.hidden = false;
  on.checked = localStorage.getItem('keys') !== 'off';
  on.addEventListener('change', () => localStorage.setItem('keys', on.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    if (!on.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('textarea, select, input:not([type=checkbox])')) return;
    const marked = document.querySelector('[data-key="' + CSS.escape(event.key) + '"]');
    if (!marked) return;
    event.preventDefault();
    if (marked.matches('input')) marked.focus();
    else marked.click();
  });
}

// One box ticks its whole column.
for (const head of document.querySelectorAll('[data-select-all]')) {
  head.hidden = false;
  head.addEventListener('change', () => {
    for (const box of head.closest('table').querySelectorAll('tbody input[type=checkbox]')) box.checked = head.checked;
  });
}

// The arrow keys walk through the days of a chart.
for (const chart of document.querySelectorAll('[data-chart]')) {
  const days = [...chart.querySelectorAll('rect')];
  let at = days.length;
  chart.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !days.length) return;
    event.preventDefault();
    days[at]?.removeAttribute('class');
    at = Math.min(days.length - 1, Math.max(0, at + step));
    days[at].setAttribute('class', 'picked');
    chart.querySelector('[data-readout]').textContent = days[at].textContent.split('\\n').join(', ');
  });
}

// What is written is shown as it will arrive, a moment after each pause.
for (const shown of document.querySelectorAll('[data-preview]')) {
  const form = shown.closest('form');
  let timer;
  let asking = new AbortController();
  async function show() {
    asking.abort();
    asking = new AbortController();
    const written = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') written.append(name, value);
    try {
      const answer = await fetch(shown.dataset.preview, { method: 'POST', body: written, signal: asking.signal });
      if (answer.ok && !answer.redirected) shown.innerHTML = await answer.text();
    } catch {
      // The next pause asks again.
    }
  }
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, 400);
  });
}

// What is typed, or a file that is chosen, is not left without asking: for another page, or by another form of this one.
const TYPED = 'form[method=post] :is(textarea, input:is([type=text], [type=file]))';
// A browser leaves line breaks out of a line, and writes those of a text in its own way.
const plain = (text) => text.replace(/[\\r\\n]/g, '');
let sent;
addEventListener('submit', (event) => { sent = event.target; });
addEventListener('beforeunload', (event) => {
  for (const field of document.querySelectorAll(TYPED)) {
    const { form, value, defaultValue } = field;
    const differs = 'unsaved' in form.dataset || plain(value) !== plain(defaultValue);
    if (form !== sent && differs) event.preventDefault();
  }
  sent = undefined;
});

// What takes several requests goes on by itself.
document.querySelector('[data-continue]')?.requestSubmit();
`;
