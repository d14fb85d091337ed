import { randomUUID } from 'node:crypto'
import { callAs } from '../../server/test/client.ts'
import { tokenIn } from '../../server/test/control-plane.ts'
import { createRandom } from '../structuring-invariants/random.ts'
import { ATTACKS, allowed, type Door, type Squat } from './attacks.ts'
import type { Stage } from './stage.ts'

const PASSWORD = 'correct horse battery'

/** What is done in one history, drawn from its seed. */
export type Plan = {
  seed: number
  /** The service sends mail; then invitations and links go to the address alone. */
  hasMail: boolean
  attacks: string[]
  /** Registration is closed when the address is taken, or only when its owner comes. */
  isClosedFirst: boolean
  isClosedThen: boolean
  proof: 'provider' | 'link'
  /** The owner keeps what was made before, and works on in it. */
  isKept: boolean
}

export function planOf(seed: number): Plan {
  const random = createRandom(seed)
  const names = Object.keys(ATTACKS)
  return {
    seed,
    hasMail: random.chance(0.25),
    attacks: Array.from({ length: random.whole(2, 7) }, () => random.one(names)),
    isClosedFirst: random.chance(0.3),
    isClosedThen: random.chance(0.5),
    proof: random.chance(0.6) ? 'provider' : 'link',
    isKept: random.chance(0.5),
  }
}

/** Every attack there is, and the owner works on in what was kept: nothing left out can hide. */
export const FULL_PLAN: Plan = {
  seed: 0,
  hasMail: false,
  attacks: Object.keys(ATTACKS),
  isClosedFirst: false,
  isClosedThen: true,
  proof: 'provider',
  isKept: true,
}

/** Plays the history and says which doors still lead to what the owner has made since. */
export async function play(stage: Stage, plan: Plan): Promise<string[]> {
  const { settings } = stage.service
  const squat = await takeAddress(stage, plan)
  const doors: Door[] = [{ kind: 'sessions', leadsTo: async (workbooks) => reads(squat, workbooks) }]
  for (const name of plan.attacks) doors.push(...((await ATTACKS[name]?.(squat)) ?? []))
  settings.registrationOpen = !plan.isClosedThen
  const owner = await stage.prove[plan.proof](squat.squatter.email)
  settings.registrationOpen = true
  return tryAll(doors, await makeNewData(owner.call, plan))
}

const reads = async ({ squatter }: Squat, workbooks: readonly string[]) => {
  for (const id of workbooks) if ((await squatter.call('GET', `/api/v1/workbooks/${id}`)).status === 200) return true
  return false
}

/** An attacker gets an account under the address: by registering, or by an invitation whose link they were shown. */
async function takeAddress(stage: Stage, { isClosedFirst }: Plan): Promise<Squat> {
  const { settings } = stage.service
  const email = `${randomUUID()}@corp.example`
  const stranger = callAs(stage.url, null)
  const newcomer = { name: 'Victor', password: PASSWORD }
  settings.registrationOpen = !isClosedFirst || stage.hasMail
  const body = await allowed(
    settings.registrationOpen
      ? stranger('POST', '/api/auth/register', { email, ...newcomer })
      : stranger('POST', `/api/auth/invitations/${await invitedBy(stage, email)}/accept`, newcomer),
  )
  settings.registrationOpen = true
  const { access_token, refresh_token, user } = body
  const call = callAs(stage.url, access_token)
  const person = { userId: user.user_id, email, password: PASSWORD, session: access_token, call }
  const { workspace_id: workspace } = (await call('GET', '/api/v1/me')).body
  const { workbook_id: workbook } = (await call('POST', '/api/v1/workbooks', { title: 'Bait' })).body
  return { stage, squatter: { ...person, ticket: refresh_token }, workspace, workbook }
}

async function invitedBy({ attacker }: Stage, email: string): Promise<string> {
  const { workspace_id } = (await attacker.call('GET', '/api/v1/me')).body
  const path = `/api/control/workspaces/${workspace_id}/invitations`
  const { body } = await attacker.call('POST', path, { email, base_role: 'viewer' })
  return tokenIn(body.url)
}

/** The owner works: in the new workspace, and in what was kept. */
async function makeNewData(call: ReturnType<typeof callAs>, { isKept }: Plan): Promise<string[]> {
  const made: string[] = []
  const { body } = await call('GET', '/api/v1/me/held-content')
  const account_ids = (body.held ?? []).map(({ account_id }: { account_id: string }) => account_id)
  if (isKept && account_ids.length > 0) await call('POST', '/api/v1/me/held-content', { decision: 'keep', account_ids })
  const { workspaces } = (await call('GET', '/api/v1/me/workspaces')).body
  for (const { workspace_id } of workspaces) {
    const { status, body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Salaries', workspace_id })
    if (status !== 201) continue
    await call('POST', `/api/v1/workbooks/${workbook.workbook_id}/tables`, { name: 'pay', columns: [{ name: 'n' }] })
    made.push(workbook.workbook_id)
  }
  if (made.length === 0) throw new Error('the owner could make nothing')
  // What was kept is the owner's too.
  const { workbooks } = (await call('GET', '/api/v1/me/workbooks?limit=100')).body
  return [...new Set([...made, ...workbooks.map(({ workbook_id }: { workbook_id: string }) => workbook_id)])]
}

async function tryAll(doors: readonly Door[], workbooks: readonly string[]): Promise<string[]> {
  const survivors: string[] = []
  for (const { kind, leadsTo } of doors) if (await leadsTo(workbooks)) survivors.push(kind)
  return survivors
}
