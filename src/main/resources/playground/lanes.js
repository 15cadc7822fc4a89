// Draws what taints do to a pod: a lane for each, along the time since the taint came.

const SVG = 'http://www.w3.org/2000/svg';
const TICKS = [10, 30, 60, 300, 600, 1800, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400];
/** The greatest width of a letter in the labels. */
const LETTER = 7.6;
const LONGEST = 10 * 365 * 86400;

/** A drawing that is as wide as it will be shown, so that its letters keep their size. */
export function lanes(taints, width) {
  const layout = layoutFor(width, taints);
  const svg = element('svg', {
    viewBox: `0 0 ${width} ${layout.top + taints.length * layout.height}`,
    role: 'img',
    'aria-labelledby': 'lanes-title lanes-description'
  });
  svg.append(
    element('title', { id: 'lanes-title' }, 'What happens to the pod on nodes with these taints'),
    element('desc', { id: 'lanes-description' }, taints.map((taint) => `${name(taint)}: ${sentence(taint)}.`).join(' ')),
    axis(layout, taints.length));
  taints.forEach((taint, i) => svg.append(lane(taint, layout, layout.top + i * layout.height)));
  return svg;
}

/** What a taint does, in words. */
export function sentence(taint) {
  return `${scheduling(taint)}; ${staying(taint)}`;
}

export function scheduling(taint) {
  if (taint.outcome === 'preferred-away') return 'scheduled only if nothing better is left';
  return taint.schedulable ? 'may be scheduled' : 'not scheduled';
}

export function staying(taint) {
  if (taint.evictedAfterSeconds === null) return taint.schedulable ? 'stays' : 'stays if it runs there';
  return taint.evictedAfterSeconds === 0 ? 'evicted at once' : `evicted after ${duration(taint.evictedAfterSeconds)}`;
}

export function name(taint) {
  return `${taint.key}${taint.value ? `=${taint.value}` : ''}:${taint.effect}`;
}

export function duration(seconds) {
  return seconds > LONGEST ? 'more than ten years' : `${seconds} s`;
}

function layoutFor(width, taints) {
  const narrow = width < 620;
  const gate = narrow ? 0 : 235;
  const start = gate + (narrow ? 98 : 100);
  const longest = Math.max(0, ...taints.map((taint) => taint.evictedAfterSeconds ?? 0));
  return {
    narrow,
    gate,
    start,
    // What never ends is drawn past the end of the scale.
    end: width - 58,
    edge: width - 4,
    top: 40,
    height: narrow ? 66 : 42,
    longest: Math.min(LONGEST, Math.max(600, longest * 2))
  };
}

/** Seconds matter at the beginning, minutes and hours later. */
function at(seconds, layout) {
  const share = Math.log1p(Math.min(seconds, layout.longest) / 10) / Math.log1p(layout.longest / 10);
  return layout.start + share * (layout.end - layout.start);
}

function axis(layout, count) {
  const group = element('g', { 'aria-hidden': 'true' });
  const bottom = layout.top + count * layout.height;
  group.append(
    text(layout.gate, 12, 'small', 'new pods'),
    text(layout.start, 12, 'small', 'a pod that runs there'),
    line(layout.start, 34, layout.start, bottom, 'grid zero'),
    text(layout.start, 29, 'tick', 'taint'));
  let last = layout.start + 6;
  for (const seconds of TICKS) {
    const x = at(seconds, layout);
    if (seconds < layout.longest && x - last > 44 && layout.end - x > 24) {
      group.append(line(x, 34, x, bottom, 'grid'), text(x, 29, 'tick', tick(seconds), 'middle'));
      last = x;
    }
  }
  group.append(text(layout.edge, 29, 'tick', 'for good', 'end'));
  return group;
}

function tick(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86400 ? `${seconds / 3600} h` : `${seconds / 86400} d`;
}

function lane(taint, layout, y) {
  const group = element('g', { class: 'lane', 'data-taint': name(taint), 'aria-hidden': 'true' });
  const slash = taint.key.lastIndexOf('/');
  const prefix = taint.key.slice(0, Math.max(0, slash));
  const title = taint.key.slice(slash + 1) + (taint.value ? `=${taint.value}` : '');
  const middle = y + (layout.narrow ? 46 : layout.height / 2);
  group.append(
    line(0, y, layout.edge, y, 'grid'),
    text(0, layout.narrow ? y + 19 : middle - 3, 'label', title));
  if (layout.narrow) {
    group.append(text(layout.edge, y + 19, 'small', taint.effect, 'end'));
  } else {
    group.append(text(0, middle + 13, 'small', prefix), text(layout.gate, middle + 13, 'small', taint.effect));
  }
  const [gate, style] = taint.outcome === 'preferred-away' ? ['~ avoided', 'away']
    : taint.schedulable ? ['✓ scheduled', 'in'] : ['✕ kept out', 'out'];
  group.append(text(layout.gate, middle + (layout.narrow ? 4.5 : -3), style, gate), stay(taint, layout, middle));
  return group;
}

function stay(taint, layout, middle) {
  const group = element('g', {});
  const evicted = taint.evictedAfterSeconds;
  const kind = taint.schedulable ? 'stays' : 'if';
  if (evicted === null) {
    const tip = layout.edge - 2;
    group.append(element('path', {
      class: kind,
      d: `M${layout.start} ${middle - 9}H${tip - 11}L${tip} ${middle}L${tip - 11} ${middle + 9}H${layout.start}Z`
    }), text(layout.start + 10, middle + 4.5, kind === 'stays' ? 'on-bar' : 'on-if', staying(taint)));
    return group;
  }
  const x = at(evicted, layout);
  if (evicted > 0) {
    group.append(element('rect', { class: kind, x: layout.start, y: middle - 9, width: x - layout.start, height: 18 }));
  }
  const label = layout.narrow && evicted > 0 ? `evicted, ${duration(evicted)}` : staying(taint);
  const room = label.length * LETTER + 14;
  group.append(line(x, middle - 12, x, middle + 12, 'evict'));
  if (layout.edge - x > room || x - layout.start < room) {
    const from = x + room;
    group.append(text(x + 8, middle + 4.5, 'gone', label));
    if (from < layout.edge) group.append(line(from, middle, layout.edge, middle, 'after'));
  } else {
    group.append(text(x - 8, middle + 4.5, kind === 'stays' ? 'on-bar' : 'on-if', label, 'end'));
  }
  return group;
}

function line(x1, y1, x2, y2, kind) {
  return element('line', { x1, y1, x2, y2, class: kind });
}

function text(x, y, kind, content, anchor = 'start') {
  return element('text', { x, y, class: kind, 'text-anchor': anchor }, content);
}

function element(tag, attributes, content) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (content !== undefined) made.textContent = content;
  return made;
}
