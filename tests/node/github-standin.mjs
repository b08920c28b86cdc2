// A GitHub for tests on loopback: emulate holds the state (repositories, git objects, pull requests, comments, checks),
// this overlay adds what it lacks and the refusals that a job meets. Put `prism proxy` in front of it: that checks
// every request against GitHub's own description.
//
// usage: node github-standin.mjs OVERLAY_PORT EMULATE_PORT PUBLIC_URL
//
// Assumed of GitHub here, for want of its code: statuses, annotations that add up, the comment's and the description's
// limits, what each token may do. Everything else is emulate's.
import { createServer } from 'node:http';
import { createEmulator } from 'emulate';

const [overlayPort, emulatePort, publicUrl] = process.argv.slice(2);

// What a token is refused: 'user' asking who it is (every app's token), the others writing.
const WRITES = ['comments', 'statuses', 'checks', 'reviews'];
const TOKENS = {
  person: { login: 'octocat', refused: [] },
  job: { login: 'github-actions[bot]', refused: ['user'] },
  'job-no-comments': { login: 'github-actions[bot]', refused: ['user', 'comments'] },
  'job-no-statuses': { login: 'github-actions[bot]', refused: ['user', 'statuses'] },
  'job-no-checks': { login: 'github-actions[bot]', refused: ['user', 'checks'] },
  'job-no-pulls': { login: 'github-actions[bot]', refused: ['user', 'pulls', ...WRITES] },
  fork: { login: 'github-actions[bot]', refused: ['user', ...WRITES] },
  app: { login: 'helper-app[bot]', refused: ['user'] },
  mallory: { login: 'mallory', refused: [] },
};
const logins = [...new Set(Object.values(TOKENS).map(token => token.login))];

await createEmulator({
  service: 'github', port: +emulatePort, baseUrl: publicUrl,
  seed: {
    tokens: Object.fromEntries(Object.entries(TOKENS).map(([name, { login }]) => [name, { login, scopes: ['repo', 'user'] }])),
    github: { users: logins.map(login => ({ login, name: login, email: `${login.replace(/\W/g, '')}@example.com` })), repos: [] },
  },
});

const emulate = `http://127.0.0.1:${emulatePort}`;
const statuses = {}, annotations = {}, lines = {};
let nextStatus = 1;

const FORBIDDEN = { message: 'Resource not accessible by integration', documentation_url: 'https://docs.github.com/rest', status: '403' };
const unprocessable = (field, message) => ({
  message: 'Validation Failed', documentation_url: 'https://docs.github.com/rest', status: '422',
  errors: [{ resource: 'IssueComment', code: 'unprocessable', field, message }],
});

function page(url, list) {
  const number = +(url.searchParams.get('page') || 1), size = Math.min(100, +(url.searchParams.get('per_page') || 30));
  const last = Math.max(1, Math.ceil(list.length / size)), links = [];
  const link = (to, rel) => { const at = new URL(publicUrl + url.pathname + url.search); at.searchParams.set('page', to); return `<${at}>; rel="${rel}"`; };
  if (number < last) links.push(link(number + 1, 'next'), link(last, 'last'));
  if (number > 1) links.push(link(1, 'first'), link(number - 1, 'prev'));
  return [list.slice((number - 1) * size, number * size), links.length ? { link: links.join(', ') } : {}];
}

function refusal(method, path, refused) {
  if (path === '/user') return refused.includes('user');
  if (method === 'GET') return /\/pulls\/\d+\/files$/.test(path) && refused.includes('pulls');
  return (/\/issues\/(\d+\/)?comments/.test(path) && refused.includes('comments'))
    || (/\/statuses\//.test(path) && refused.includes('statuses'))
    || (/\/check-runs/.test(path) && refused.includes('checks'))
    || (/\/reviews/.test(path) && refused.includes('reviews'));
}

async function handle(request, body) {
  const url = new URL(request.url, publicUrl), path = url.pathname, method = request.method;
  const headers = { ...request.headers };
  for (const name of ['host', 'content-length', 'accept-encoding', 'connection']) delete headers[name];
  const ask = (target, init = {}) => fetch(emulate + target, { headers, ...init });
  const given = body.length ? JSON.parse(body) : {};

  const name = (headers.authorization || '').replace(/^(token|bearer) /i, '');
  const token = TOKENS[name];
  if (name && !token) return [401, { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' }];
  if (token && refusal(method, path, token.refused)) return [403, FORBIDDEN];

  let found;
  if (method === 'GET' && (found = path.match(/^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)\/files$/))) {
    const pull = await withHead(ask, found[1], await (await ask(`${found[1]}/pulls/${found[2]}`)).json());
    if (!pull.base) return [404, { message: 'Not Found' }];
    const compared = await (await ask(`${found[1]}/compare/${pull.base.sha}...${pull.head.sha}?per_page=1`)).json();
    const files = await changedFiles(ask, found[1], compared.merge_base_commit.sha, pull.head.sha);
    return [200, ...page(url, files.slice(0, 3000))];
  }
  if (method === 'POST' && (found = path.match(/^(\/repos\/[^/]+\/[^/]+)\/statuses\/(\w+)$/))) {
    if ((given.description || '').length > 140) return [422, unprocessable('description', 'description is too long (maximum is 140 characters)')];
    if (/[\u{10000}-\u{10ffff}]/u.test(given.description || '')) return [422, unprocessable('description', "description doesn't accept 4-byte Unicode")];
    const now = new Date().toISOString();
    const status = {
      url: publicUrl + request.url, avatar_url: null, id: nextStatus, node_id: `S${nextStatus++}`, state: given.state, description: given.description ?? null,
      target_url: given.target_url ?? null, context: given.context || 'default', created_at: now, updated_at: now, creator: await (await ask('/users/octocat')).json(),
    };
    (statuses[`${found[1]}@${found[2]}`] ??= []).unshift(status);
    return [201, status];
  }
  if (method === 'GET' && (found = path.match(/^(\/repos\/[^/]+\/[^/]+)\/commits\/(\w+)\/status$/))) {
    const list = statuses[`${found[1]}@${found[2]}`] || [];
    const bad = list.some(status => ['failure', 'error'].includes(status.state)), good = list.length && list.every(status => status.state === 'success');
    return [200, {
      state: bad ? 'failure' : good ? 'success' : 'pending', statuses: list, sha: found[2], total_count: list.length,
      repository: await (await ask(found[1])).json(), commit_url: `${publicUrl}${found[1]}/commits/${found[2]}`, url: publicUrl + request.url,
    }];
  }
  if (method === 'GET' && (found = path.match(/\/check-runs\/(\d+)\/annotations$/))) return [200, ...page(url, annotations[found[1]] || [])];
  if (/\/comments(\/\d+)?$/.test(path) && ['POST', 'PATCH'].includes(method)) {
    const text = given.body || '';
    if (text.length > 65536) return [422, unprocessable('data', 'Body is too long (maximum is 65536 characters)')];
    if (Buffer.byteLength(text) > 262144) return [422, unprocessable('data', 'Body is too long')];
  }
  if (/\/check-runs(\/\d+)?$/.test(path) && ['POST', 'PATCH'].includes(method) && (given.output?.annotations?.length || 0) > 50) {
    return [422, unprocessable('annotations', 'No more than 50 annotations')];
  }

  // emulate knows a review comment's place in the diff, not its line.
  const sent = method === 'POST' && /\/reviews$/.test(path) ? Buffer.from(JSON.stringify({ ...given, comments: (given.comments || []).map(placed) })) : body;
  const answer = await ask(request.url, { method, body: sent.length ? sent : undefined });
  let text = await answer.text();
  const passed = { 'content-type': answer.headers.get('content-type') || 'application/json' };
  if (answer.headers.get('link')) passed.link = answer.headers.get('link').replaceAll(emulate, publicUrl);
  if (method === 'GET' && answer.ok && (found = path.match(/^(\/repos\/[^/]+\/[^/]+)\/pulls(\/\d+)?$/))) {
    const pulls = JSON.parse(text);
    text = JSON.stringify(found[2] ? await withHead(ask, found[1], pulls) : await Promise.all(pulls.map(pull => withHead(ask, found[1], pull))));
  }
  if (method === 'GET' && answer.ok && /\/pulls\/\d+\/comments$/.test(path)) {
    text = JSON.stringify(JSON.parse(text).map(comment => ({ ...comment, line: lines[comment.body] ?? comment.line })));
  }
  if (/\/check-runs(\/\d+)?$/.test(path) && answer.ok && text.startsWith('{"')) text = checkRun(method, JSON.parse(text), given);
  if (answer.ok && text.startsWith('[') && /\/comments$/.test(path)) text = JSON.stringify(JSON.parse(text).map(bot));
  return [answer.status, answer.status === 204 ? undefined : text, passed];
}

// From the trees, since emulate's lists of files end at 300. A rename is found only where the content stayed the same.
async function changedFiles(ask, repository, base, head) {
  const list = async sha => {
    const { tree } = await (await ask(`${repository}/git/trees/${sha}?recursive=1`)).json();
    return new Map(tree.filter(entry => entry.type === 'blob').map(entry => [entry.path, entry.sha]));
  };
  const [old, now] = [await list(base), await list(head)];
  const gone = new Map([...old].filter(([path]) => !now.has(path)).map(([path, sha]) => [sha, path]));
  const files = [];
  for (const [path, sha] of now) {
    if (old.get(path) === sha) continue;
    const previous = old.has(path) ? undefined : gone.get(sha);
    if (previous) gone.delete(sha);
    const status = old.has(path) ? 'modified' : previous ? 'renamed' : 'added';
    files.push({ sha, filename: path, status, ...(previous && { previous_filename: previous }) });
  }
  for (const file of files.filter(each => each.filename.endsWith('.prose.md'))) file.patch = await wholePatch(ask, repository, file.sha);
  const moved = new Set(files.map(file => file.previous_filename));
  for (const [path, sha] of old) if (!now.has(path) && !moved.has(path)) files.push({ sha, filename: path, status: 'removed' });
  const links = { blob_url: publicUrl, raw_url: publicUrl, contents_url: publicUrl };
  files.sort((one, other) => (one.filename < other.filename ? -1 : 1));
  return files.map(file => ({ ...file, additions: 1, deletions: 0, changes: 1, ...links }));
}

// As if every line were new.
async function wholePatch(ask, repository, sha) {
  const { content } = await (await ask(`${repository}/git/blobs/${sha}`)).json();
  const lines = Buffer.from(content, 'base64').toString().replace(/\n$/, '').split('\n');
  return [`@@ -0,0 +1,${lines.length} @@`, ...lines.map(line => `+${line}`)].join('\n');
}

// emulate leaves a pull request's head where it was when its branch moves on.
async function withHead(ask, repository, pull) {
  if (!pull.head) return pull;
  const ref = await (await ask(`${repository}/git/ref/heads/${pull.head.ref}`)).json();
  return { ...pull, head: { ...pull.head, sha: ref.object?.sha ?? pull.head.sha } };
}

function placed(comment) {
  lines[comment.body] = comment.line;
  return { ...comment, position: comment.line };
}

function bot(comment) {
  return comment.user?.login?.endsWith('[bot]') ? { ...comment, user: { ...comment.user, type: 'Bot' } } : comment;
}

function checkRun(method, run, given) {
  if (run.check_runs) return JSON.stringify({ ...run, check_runs: run.check_runs.map(each => counted(each)) });
  if (!run.output) return JSON.stringify(run);
  if (['POST', 'PATCH'].includes(method)) {
    const added = (given.output?.annotations || []).map(each => ({ start_column: null, end_column: null, title: null, raw_details: null, blob_href: '', ...each }));
    (annotations[run.id] ??= []).push(...added);
  }
  return JSON.stringify(counted(run));
}

function counted(run) {
  return { ...run, output: { ...run.output, annotations_count: (annotations[run.id] || []).length, annotations_url: `${run.url}/annotations` } };
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const [status, content, headers = {}] = await handle(request, Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(content === undefined || typeof content === 'string' ? content : JSON.stringify(content));
  } catch (error) {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: `stand-in: ${error.stack}` }));
  }
}).listen(+overlayPort, '127.0.0.1', () => console.log('ready'));
