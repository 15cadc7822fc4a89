// The playground. What comes from pods and policies is only ever text, never markup.
import { duration, lanes, name, scheduling, staying } from './lanes.js';

const EDITORS = ['pods', 'policies', 'settings'];
const CONTEXT = 3;
const $ = (id) => document.getElementById(id);

let explanations = [];
let asking = new AbortController();
let timer;

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Theme

/** A browser may forbid to remember anything. */
function remembered() {
  try { return localStorage.getItem('theme') ?? ''; } catch { return ''; }
}

function choose(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try { localStorage.setItem('theme', theme); } catch { /* Then it holds for this page. */ }
}

$('theme').value = remembered();
choose($('theme').value);
$('theme').addEventListener('change', () => choose($('theme').value));

// Tabs

const tabs = EDITORS.map((editor) => $(`tab-${editor}`));

function select(tab) {
  for (const each of tabs) {
    const selected = each === tab;
    each.setAttribute('aria-selected', selected);
    each.tabIndex = selected ? 0 : -1;
    $(each.getAttribute('aria-controls')).hidden = !selected;
  }
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const target = tabs[(to + tabs.length) % tabs.length];
    select(target);
    target.focus();
  });
}

// Asking

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, 300);
}

async function ask() {
  clearTimeout(timer);
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const response = await fetch('playground/explain', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        pods: $('pods').value,
        policies: $('in-force').checked ? null : $('policies').value,
        settings: $('settings').value
      }),
      signal
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    show(answer);
  } catch (failure) {
    if (!signal.aborted) failAs(failure);
  }
}

function failAs(failure) {
  const sentence = failure instanceof TypeError ? 'the program does not answer; is it still running?' : failure.message;
  fail([{ sentence }]);
}

// Starting

/** Fills the editors with what is in force where the page is served, and the first sample. */
async function start() {
  try {
    const response = await fetch('playground/start');
    const { samples, inForce, policies, settings } = await response.json();
    $('sample').prepend(...samples.map(({ label, samples: group }) => make('optgroup', { label }, ...group.map(option))));
    $('sample').selectedIndex = 0;
    $('in-force-count').textContent = `${inForce.policies} policies, ${inForce.namespaces} namespaces`;
    $('settings').value = settings;
    replacePolicies(policies, inForce.used);
    await takeSample();
  } catch (failure) {
    failAs(failure);
  }
}

function option({ title: text, pod, policies }) {
  return make('option', { value: pod, ...(policies && { 'data-policies': policies }) }, text);
}

// Editing

/** The policies that a sample of the library has replaced, until somebody edits those. */
let replaced = null;

async function textOf(path) {
  const response = await fetch(path);
  return response.text();
}

async function takeSample() {
  const { value, dataset } = $('sample').selectedOptions[0];
  $('pods').value = await textOf(value);
  if (dataset.policies) {
    replaced ??= { policies: $('policies').value, inForce: $('in-force').checked };
    replacePolicies(await textOf(dataset.policies), false);
  } else if (replaced) {
    replacePolicies(replaced.policies, replaced.inForce);
    replaced = null;
  }
  await ask();
}

function replacePolicies(policies, inForce) {
  $('policies').value = policies;
  $('in-force').checked = inForce;
  takeInForce();
}

function takeInForce() {
  $('policies').disabled = $('in-force').checked;
}

for (const editor of EDITORS) $(editor).addEventListener('input', askSoon);
$('pods').addEventListener('input', () => { $('sample').value = ''; });
$('policies').addEventListener('input', () => { replaced = null; });
$('sample').addEventListener('change', takeSample);
$('in-force').addEventListener('change', () => { replaced = null; takeInForce(); ask(); });
$('which').addEventListener('change', showChosen);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    ask();
  }
});

// Showing

function show({ problems, explanations: answered }) {
  for (const editor of EDITORS) showProblems(editor, problems.filter((problem) => problem.editor === editor));
  if (answered.length === 0) {
    fail(problems);
    return;
  }
  const chosen = Math.min($('which').selectedIndex < 0 ? 0 : $('which').selectedIndex, answered.length - 1);
  explanations = answered;
  $('which').replaceChildren(...answered.map((explanation, i) => make('option', { value: i }, title(explanation))));
  $('which').selectedIndex = chosen;
  $('which-row').hidden = answered.length === 1;
  showChosen();
}

function showProblems(editor, problems) {
  $(`problems-${editor}`).replaceChildren(...problems.map((problem) => make('li', {}, problem.sentence)));
  const tab = $(`tab-${editor}`);
  tab.querySelector('.count')?.remove();
  if (problems.length > 0) {
    tab.append(make('span', { class: 'count' }, String(problems.length),
      make('span', { class: 'hidden' }, problems.length === 1 ? ' problem' : ' problems')));
  }
}

/** What was shown last stays, paler, so that the page does not jump while somebody types. */
function fail(problems) {
  $('explanation').classList.add('stale');
  $('verdict').dataset.verdict = 'problem';
  $('verdict').replaceChildren(
    make('p', {}, make('strong', {}, 'Nothing to show')),
    ...problems.map(({ editor, sentence }) => make('p', { class: 'about' }, editor ? `${capital(editor)}: ${sentence}` : sentence)));
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

function title(explanation) {
  const mode = explanation.enforcing ? ', with tolerant.mode=enforce,' : '';
  return `${explanation.kind} ${explanation.name || '(no name)'}${explanation.madeBy ? '…' : ''}${mode}`;
}

function showChosen() {
  const explanation = explanations[$('which').selectedIndex];
  showVerdict(explanation);
  $('explanation').classList.remove('stale');
  $('explanation').replaceChildren(...[
    taintsCard(explanation), nodesCard(explanation), diffCard(explanation), stepsCard(explanation), tolerationsCard(explanation),
    notesCard(explanation)
  ].filter(Boolean));
  draw();
}

function showVerdict(explanation) {
  const changes = explanation.diffs.flatMap((diff) => diff.lines);
  const count = (sign) => changes.filter((line) => line.sign === sign).length;
  const madeBy = explanation.madeBy ? `, made by ${explanation.madeBy}` : '';
  $('verdict').dataset.verdict = explanation.verdict;
  $('verdict').replaceChildren(
    make('p', {}, make('strong', {}, capital(explanation.verdict.replace('-', ' '))),
      explanation.verdict === 'patched' && explanation.diffs.every((diff) => !diff.note)
        ? `${count('+')} lines added, ${count('-')} removed` : ''),
    ...(explanation.refusal ? [make('p', {}, explanation.refusal.message)] : []),
    ...(explanation.unasked ? [make('p', {}, `${capital(explanation.unasked)}.`)] : []),
    make('p', { class: 'about' }, `${title(explanation)} in namespace ${explanation.namespace}${madeBy}`));
}

function card(heading, ...children) {
  const id = `card-${heading.toLowerCase().replaceAll(' ', '-')}`;
  return make('section', { class: 'card', 'aria-labelledby': id }, make('h3', { id }, heading), ...children);
}

function taintsCard({ taints, tolerations }) {
  if (taints.length === 0) return null;
  const rows = taints.map((taint) => [
    make('code', {}, name(taint)),
    scheduling(taint),
    staying(taint) + (taint.evictedAfterSecondsWithGrace === undefined ? ''
      : `, ${duration(taint.evictedAfterSecondsWithGrace)} after the node was last heard of`),
    taint.toleration === undefined ? 'no toleration'
      : `toleration ${taint.toleration}, ${tolerations[taint.toleration]?.sentence ?? ''}`]);
  return card('On tainted nodes',
    make('div', { class: 'lanes', id: 'lanes' }),
    make('details', {}, make('summary', {}, 'The same as a table'),
      table(['Taint', 'New pods', 'A pod that runs there', 'Decided by'], rows)));
}

function nodesCard({ nodes = [] }) {
  if (nodes.length === 0) return null;
  const rows = nodes.map((node) =>
    [node.name, scheduling(node) + (node.obstacle === undefined ? '' : ` (${node.obstacle})`), staying(node)]);
  return card('On the nodes', table(['Node', 'New pods', 'A pod that runs there'], rows));
}

/** Also when the width changes: the drawing has the size of its place. */
function draw() {
  const place = $('lanes');
  const explanation = explanations[$('which').selectedIndex];
  if (!place || !explanation || place.clientWidth === 0) return;
  place.replaceChildren(lanes(explanation.taints, Math.round(place.clientWidth)));
}

function diffCard({ diffs, refusal }) {
  const same = refusal ? 'The webhook refuses the pod, so it changes nothing.' : 'The webhook leaves it as it is.';
  return card('Changes', ...diffs.flatMap((diff) => [
    ...(diffs.length > 1 ? [make('p', { class: 'about' }, diff.title)] : []),
    ...(diff.note || !diff.lines.some((line) => line.sign !== ' ') ? [make('p', { class: 'same' }, diff.note || same)] : []),
    make('div', { class: 'diff', tabindex: '0', role: 'group', 'aria-label': `${diff.title}, changes` }, ...folded(diff.lines))
  ]));
}

/** Long runs of lines that both sides have are folded away, but for a few beside what changes. */
function folded(lines) {
  const near = (i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some((line) => line.sign !== ' ');
  const shown = [];
  let run = [];
  const flush = () => {
    const summary = make('summary', {}, `${run.length} unchanged lines`);
    shown.push(...(run.length > 2 ? [make('details', {}, summary, ...run)] : run));
    run = [];
  };
  lines.forEach(({ sign, text }, i) => {
    if (near(i)) flush();
    const tag = { '+': 'ins', '-': 'del', ' ': 'span' }[sign];
    (near(i) ? shown : run).push(make(tag, { class: 'line', 'data-sign': sign }, text));
  });
  flush();
  return shown;
}

function stepsCard({ steps }) {
  return card('Steps', make('ol', { class: 'steps', role: 'list' }, ...steps.map((step) =>
    make('li', { class: step.outcome },
      make('span', { class: 'outcome' }, step.outcome.replaceAll('-', ' ')),
      make('div', {}, make('code', {}, step.rule), make('p', {}, step.sentence))))));
}

function tolerationsCard({ tolerations }) {
  if (tolerations.length === 0) return null;
  const rows = tolerations.map(({ toleration, sentence }, i) => [i, make('code', {}, inWords(toleration)), sentence]);
  return card('Tolerations', table(['#', 'Toleration', 'Where it comes from'], rows));
}

/** Each row is a list of texts and elements. Wide tables scroll in themselves, by the keyboard too. */
function table(columns, rows) {
  const head = make('tr', {}, ...columns.map((column) => make('th', { scope: 'col' }, column)));
  const body = rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell))));
  return make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Table' },
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)));
}

function inWords({ key = 'every key', operator = 'Equal', value, effect = 'every effect', tolerationSeconds }) {
  const values = operator === 'Exists' ? '' : ` ${operator} ${value ?? '""'}`;
  return `${key}${values}:${effect}${tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds} s`}`;
}

function notesCard({ notes }) {
  return notes.length === 0 ? null : card('Notes', make('ul', { class: 'notes' }, ...notes.map((note) => make('li', {}, note))));
}

new ResizeObserver(draw).observe($('result'));
start();
