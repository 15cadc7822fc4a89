// Writes the fields that npm's @kubernetes/client-node has and lint does not know, as lines for its table. After FieldTypesTest, in an empty folder:
//   npm pack @kubernetes/client-node && tar xf *.tgz && node .../newer.js package .../target/fields.txt
// It has no quantities: where a text is one, write so.
const fs = require('fs');
const [folder, table] = process.argv.slice(2);
const known = new Map(fs.readFileSync(table, 'utf8').split('\n').filter(Boolean).map(line => {
  const [name, fields] = line.split(': ');
  return [name, new Map(fields.slice(1, -1).split(', ').map(field => field.split('=')))];
}));

function model(name) {
  const plain = name.replace(/.*\./, '');
  const models = `${folder}/dist/gen/models/`;
  const prefixes = name === plain ? ['CoreV1', 'V1', 'ResourceV1'] : ['ResourceV1', 'V1'];
  const file = prefixes.map(prefix => `${models}${prefix}${plain}.js`).find(fs.existsSync);
  const found = file && /attributeTypeMap = (\[[^]*?\n\]);/.exec(fs.readFileSync(file, 'utf8'));
  return found ? JSON.parse(found[1]) : [];
}

function type(written) {
  const list = /^Array<(.*)>$/.exec(written);
  const map = /^\{ ?\[key: ?string\]: ?(.*?);? ?\}$/.exec(written);
  if (list) return `[${type(list[1])}]`;
  if (map) return `{${type(map[1])}}`;
  const types = {string: 'text', number: 'int', boolean: 'boolean', Date: 'text', IntOrString: 'either', any: 'any'};
  return types[written] || written.replace(/^(Core|Resource)?V1/, '');
}

const names = [...known.keys()];
const newer = [];
for (const name of names) {
  const fields = known.get(name) || new Map();
  const lacking = model(name).map(field => [field.baseName, type(field.type)]).filter(([field]) => !fields.has(field));
  if (lacking.length) newer.push(`${name}: ${lacking.map(field => field.join('=')).join(', ')}`);
  lacking.map(([, each]) => each.replace(/[^A-Za-z]/g, '')).filter(each => /^[A-Z]/.test(each) && !names.includes(each))
    .forEach(each => names.push(each));
}
console.log(`# @kubernetes/client-node ${JSON.parse(fs.readFileSync(`${folder}/package.json`)).version}\n${newer.sort().join('\n')}`);
