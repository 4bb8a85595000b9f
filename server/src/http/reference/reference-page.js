// What the reference does beyond being read: search, copying, and trying an endpoint with the reader's own key.
// Everything is on the page without it.

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/* Copying */

for (const figure of document.querySelectorAll('figure.code')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    const done = await copy(figure.querySelector('code').textContent);
    button.textContent = done ? 'Copied' : 'Select it and copy by hand';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.querySelector('figcaption').append(button);
}

/** Browsers give the clipboard to pages of HTTPS and localhost only. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/* Search */

const entries = [...document.querySelectorAll('nav li')].map((item) => {
  const section = document.getElementById(item.querySelector('a').hash.slice(1));
  return {
    item,
    title: item.textContent.toLowerCase(),
    text: section.querySelector('.prose').textContent.toLowerCase(),
  };
});
const field = make('input', { type: 'search', placeholder: 'Search ( / )', autocomplete: 'off', spellcheck: false });
field.setAttribute('aria-label', 'Search the reference');
const found = make('p', { className: 'found' });
found.setAttribute('role', 'status');
document.querySelector('nav').prepend(make('div', { className: 'search' }, field, found));

/** Every word has to be in the title or in the text; what has them all in its title comes up alone, if there is any. */
function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  const byTitle = entries.some(({ title }) => has(title));
  let count = 0;
  for (const { item, title, text } of entries) {
    const matches = has(title) || (!byTitle && has(text));
    item.hidden = !matches;
    if (matches) count += 1;
  }
  for (const list of document.querySelectorAll('nav ul')) {
    const isEmpty = [...list.children].every((item) => item.hidden);
    list.hidden = isEmpty;
    list.previousElementSibling.hidden = isEmpty;
  }
  found.textContent = words.length === 0 ? '' : count === 0 ? `Nothing has “${field.value}”.` : `${count} found`;
}

field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    field.value = '';
    search();
  }
  if (event.key === 'Enter') document.querySelector('nav li:not([hidden]) a')?.click();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  field.focus();
});

/* Trying it */

const KEY = 'parley.reference.key';
/** The origin of this page, not the public address: the page's policy permits requests to no other origin. */
const base = location.pathname.replace(/\/docs\/?$/, '/v1');

for (const section of document.querySelectorAll('section[data-method]')) {
  const open = make('button', { type: 'button', className: 'try', textContent: 'Try it' });
  open.addEventListener('click', () => open.replaceWith(trial(section)));
  section.querySelector('.route').append(' ', open);
}

/** The form of one endpoint: the key, what the path names, the query, the body, and what came back. */
function trial({ dataset }) {
  const { method, path } = dataset;
  const key = labelled('API key (kept in this tab until it is closed)', {
    type: 'password',
    autocomplete: 'off',
    value: storedKey(),
  });
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const values = names.map((name) => labelled(name, { type: 'text' }));
  const query = method === 'GET' ? [labelled('Query', { type: 'text', placeholder: 'limit=10' })] : [];
  const body = dataset.body === undefined ? [] : [labelled('Body', { value: dataset.body, rows: 8 }, 'textarea')];
  const send = make('button', { type: 'submit', textContent: `Send ${method}` });
  const answer = make('pre', { className: 'answer-body', tabIndex: 0, hidden: true });
  const status = make('p', { className: 'answered' });
  status.setAttribute('role', 'status');
  const warning = method === 'GET' ? [] : [make('p', { textContent: 'This really happens in your account.' })];
  const form = make(
    'form',
    { className: 'trial' },
    key,
    ...values,
    ...query,
    ...body,
    ...warning,
    send,
    status,
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    store(inputOf(key).value);
    const filled = names.reduce(
      (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(inputOf(values[index]).value)),
      path,
    );
    const search = query.length > 0 && inputOf(query[0]).value !== '' ? `?${inputOf(query[0]).value}` : '';
    send.disabled = true;
    status.textContent = 'Sending …';
    try {
      const text = body.length > 0 ? inputOf(body[0]).value : '';
      await ask({ method, url: `${base}${filled}${search}`, key: inputOf(key).value, text }, status, answer);
    } catch (error) {
      status.textContent = `The service could not be reached: ${error.message}`;
    }
    send.disabled = false;
  });
  return form;
}

async function ask({ method, url, key, text }, status, answer) {
  const startedMs = performance.now();
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(text === '' ? {} : { 'content-type': 'application/json' }) },
    // By the key alone, never by a login of the dashboard.
    credentials: 'omit',
    ...(text === '' ? {} : { body: text }),
  });
  const tookMs = Math.round(performance.now() - startedMs);
  status.textContent = `${response.status} in ${tookMs} ms`;
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body.cancel();
    answer.textContent = 'A stream of events: read it with curl or the client.';
  } else {
    answer.textContent = indented(await response.text());
  }
  answer.hidden = answer.textContent === '';
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function labelled(text, properties, element = 'input') {
  return make(
    'label',
    {},
    make('span', { className: 'trial-label', textContent: text }),
    make(element, { spellcheck: false, ...properties }),
  );
}

const inputOf = (label) => label.querySelector('input, textarea');

/** A browser may forbid storage altogether. */
function storedKey() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function store(key) {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Then it is typed again.
  }
}
