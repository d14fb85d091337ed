import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const compose = readFileSync(new URL('../compose.yml', import.meta.url), 'utf8')

test('compose.yml opens nothing that an operator has not asked for', () => {
  expect(compose).not.toMatch(/SVC_REGISTRATION: *"?open/)
  expect(compose).not.toMatch(/SVC_(?:WEBHOOK|FETCH)_ALLOW_PRIVATE/)
  expect(compose).not.toMatch(/SVC_SANDBOX: *"?off/)
  expect(compose).not.toMatch(/SVC_METRICS_(?:HOST|ACCOUNTS)/)
  expect([...compose.matchAll(/^ {4}ports: *\[(.*)\]$/gm)].map(([, ports]) => ports)).toEqual(['"127.0.0.1:8000:8000"'])
})

test('compose.yml lets the kernel give the container the namespaces of the sandbox', () => {
  expect(compose).toMatch(/SVC_SANDBOX: \$\{SVC_SANDBOX:-preferred\}/)
  expect(compose).toContain('seccomp=unconfined')
  expect(compose).toContain('cap_drop: [ALL]')
})
