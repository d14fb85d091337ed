import { execFile, execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { callAs } from '../server/test/client.ts'
import { holdDomain, openOutside, providerAt, provisioningKey } from '../server/test/company.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const INSTALL = fileURLToPath(new URL('../scripts/scim-tester', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./scim/check_server.py', import.meta.url))
const NODES = 2
const MOST_MS = 60_000
const LOOK_MS = 500
const run = promisify(execFile)

/** A tester of SCIM that is not ours over users and groups, and people whom a provider removes while they work, on two nodes. */
export const proof: Proof = {
  promise:
    'Identity providers keep users and groups by SCIM 2.0, and a person removed there is out here within a minute',
  isQuick: false,
  minutes: 2,
  about: ['server/src/people/companies'],
  measure: (options) => judge(options, false),
  // The provider says that a person is inactive, and the function that ends what they hold does nothing.
  control: (options) => judge(options, true),
  holds: ({ tester_checks, user_checks, group_checks, removed, failed }) =>
    Number(tester_checks) > 0 &&
    Number(user_checks) > 0 &&
    Number(group_checks) > 0 &&
    removed === WAYS.length &&
    failed === 0,
}

/** How providers take a person away. */
const WAYS = [
  {
    way: 'active: false by PATCH',
    act: (at: Provider, id: string) => at.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
  },
  {
    way: 'active: "False" by PATCH',
    act: (at: Provider, id: string) => at.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }),
  },
  {
    way: 'active: false by PUT',
    act: async (at: Provider, id: string) => {
      const { body } = await at.send('GET', `/Users/${id}`)
      return at.send('PUT', `/Users/${id}`, { ...body, active: false })
    },
  },
  { way: 'DELETE', act: (at: Provider, id: string) => at.send('DELETE', `/Users/${id}`) },
] as const

type Provider = ReturnType<typeof providerAt>

async function judge({ say }: ProofOptions, isBroken: boolean): Promise<Figures> {
  const python = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const outside = await openOutside()
  const service = await runService({ apiNodes: NODES, settings: outside.settings })
  try {
    if (isBroken)
      await service.admin.query(
        `create or replace function end_membership(in_account_id uuid, in_user_id uuid) returns void language sql as $$ select $$`,
      )
    const tester = await askTester(service, python)
    const faults = [...tester.failed]
    let [removed, slowest] = [0, 0]
    for (const { way, act } of WAYS) {
      const outMs = await removePerson({ service, outside }, act, isBroken ? 2_000 : MOST_MS)
      if (outMs === null) faults.push(`${way}: still in`)
      else removed += 1
      slowest = Math.max(slowest, outMs ?? 0)
    }
    for (const fault of faults) say(fault)
    return {
      tester_checks: tester.checks,
      tester_succeeded: tester.succeeded,
      tester_skipped: tester.skipped,
      user_checks: tester.users,
      group_checks: tester.groups,
      removed,
      slowest_out_ms: Math.round(slowest),
      failed: faults.length,
    }
  } finally {
    await service.close()
    await outside.close()
  }
}

type Tested = { checks: number; succeeded: number; skipped: number; users: number; groups: number; failed: string[] }

/** Records point to where clients find them, so the tester's service must know its own address. */
async function askTester(service: RunningService, python: string): Promise<Tested> {
  const [url = ''] = service.urls
  const key = await provisioningKey(await newPerson(url))
  const { stdout } = await run(python, [PROGRAM, `${url}/scim/v2`], {
    env: { ...process.env, KEY: key },
    maxBuffer: 1 << 26,
    timeout: 600_000,
  })
  return JSON.parse(stdout)
}

type Stage = { service: RunningService; outside: Awaited<ReturnType<typeof openOutside>> }

/** Milliseconds until nothing of the company answers a person any more, on any node; null: it still did at the end. */
async function removePerson(
  { service, outside }: Stage,
  act: (at: Provider, id: string) => Promise<unknown>,
  mostMs: number,
): Promise<number | null> {
  const [url = '', other = ''] = service.urls
  const owner = await newPerson(url, 'Olga')
  const domain = await holdDomain(owner, outside.domains)
  const provider = providerAt(url, await provisioningKey(owner))
  const { body: workspace } = await owner.call('POST', '/api/control/workspaces', { name: 'Finance' })
  const at = { workspace_id: workspace.workspace_id }
  const { body: book } = await owner.call('POST', '/api/v1/workbooks', { title: 'Ledger', ...at })
  const id = await provider.addUser(`emi@${domain}`)
  await provider.addGroup('Finance', [id])
  await owner.call('PUT', `/api/control/workspaces/${workspace.workspace_id}/group-roles`, {
    group_roles: [{ group: 'Finance', base_role: 'editor' }],
  })
  const session = await outside.enter(url, `emi@${domain}`)
  const { body: minted } = await callAs(url, session)('POST', '/api/v1/me/tokens', {
    name: 'laptop',
    scopes: ['workbooks:write'],
    resource: `workbook:${book.workbook_id}`,
  })
  const doors = [url, other].flatMap((node) => [session, minted.token].map((credential) => callAs(node, credential)))
  const answers = async () =>
    (await Promise.all(doors.map((call) => call('GET', `/api/v1/workbooks/${book.workbook_id}`)))).map(
      ({ status }) => status,
    )
  if ((await answers()).some((status) => status !== 200)) throw new Error('the person was never in')
  await act(provider, id)
  const removedAt = performance.now()
  while (performance.now() - removedAt < mostMs) {
    if ((await answers()).every((status) => status >= 400)) return performance.now() - removedAt
    await pause(LOOK_MS)
  }
  return null
}
