import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenRules, readWorkflows } from './workflow-rules.ts'

const COMMIT = 'a'.repeat(40)
const workflow = (job: string, head = '') =>
  `name: release\non: push\n${head}jobs:\n  one:\n    runs-on: ubuntu-24.04\n${job}`

test('no workflow lets code of others publish or sign', () => {
  const workflows = readWorkflows()

  expect(workflows.length).toBeGreaterThan(0)
  for (const [file, text] of workflows) expect([file, brokenRules(text)]).toEqual([file, []])
})

test.each([
  ['a tag instead of a commit', '      - uses: actions/cache@v5\n', 'one: actions/cache@v5 is not pinned'],
  ['a commit without its tag', `      - uses: actions/cache@${COMMIT}\n`, 'is not pinned'],
  ['a credential in the checkout', `      - uses: actions/checkout@${COMMIT} # v5.1.0\n`, 'leaves its credential'],
  ['install scripts where it signs', '    permissions: { id-token: write }\n      - run: npm ci\n', 'may sign'],
  ['a build where it signs', '    permissions: { id-token: write }\n      - run: scripts/pack x\n', 'may sign'],
])('a workflow is refused for %s', (_, job, message) => {
  expect(brokenRules(workflow(job)).join('\n')).toContain(message)
})

test('a workflow is refused that gives every job a right to write', () => {
  expect(brokenRules(workflow('', 'permissions:\n  contents: write\n'))).toHaveLength(1)
})

test('a release looks at the hashes of every platform and at known holes before it builds, and images run no install scripts', () => {
  const release = readWorkflows().find(([file]) => file === 'release.yml')?.[1] ?? ''
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
  const installs = [...dockerfile.matchAll(/\bnpm ci .*$/gm)].map(([line]) => line)

  expect(release.indexOf('complete-lockfile.ts --check --every-platform')).toBeGreaterThan(0)
  expect(release).toContain('npm audit --omit=dev')
  expect(installs).toHaveLength(2)
  expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([])
  expect(dockerfile.match(/complete-lockfile\.ts --check/g)).toHaveLength(2)
})

test('all that is published waits for green proofs of its commit, which every night and week runs in full', () => {
  const workflows = new Map(readWorkflows())
  const [, jobs = ''] = (workflows.get('release.yml') ?? '').split(/^jobs:$/m)
  const needs = new Map(
    jobs.split(/^(?= {2}\w)/m).map((job) => [/^ {2}([\w-]+):/.exec(job)?.[1], /^ {4}needs: (.+)$/m.exec(job)?.[1]]),
  )
  needs.delete(undefined)

  expect(Object.fromEntries(needs)).toEqual({
    check: undefined,
    proven: undefined,
    build: '[check, proven]',
    packages: 'build',
    python: 'build',
    chart: 'build',
    image: '[check, proven]',
  })
  expect(workflows.get('release.yml')).toContain('nightly.yml/runs?head_sha=$GITHUB_SHA&status=success')
  for (const [file, room] of [['nightly.yml', 'proof'] as const, ['weekly.yml', 'bench'] as const])
    expect(workflows.get(file)).toMatch(
      new RegExp(`uses: \\./\\.github/workflows/prove\\.yml\\n +with: \\{ room: ${room},`),
    )
})
