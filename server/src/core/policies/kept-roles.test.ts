import { describe, expect, test } from 'vitest'
import { newMember, newWorkspace, tokenIn } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

type Rule = { role: string; effect: string }

/** A workbook whose column `salary` is under these rules, and a member of its workspace. */
async function newPayroll(rules: readonly Rule[], baseRole = 'editor') {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'name' }, { name: 'salary' }] })
  await owner.call('POST', `${at}/tables/staff/rows`, {
    expected_version: null,
    rows: [{ name: 'Aiko', salary: 'S-424242' }],
  })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  for (const rule of rules) await owner.call('PUT', `${at}/policies/pay`, rule)
  const member = await newMember(service, owner, workspace, baseRole)
  const users = `/api/control/workspaces/${workspace}/users`

  /** 'all': the salary too. 'some': the rest. 'nothing': the workbook is not there. */
  const seen = async (): Promise<'all' | 'some' | 'nothing'> => {
    const { status, body: rows } = await member.call('GET', `${at}/tables/staff/rows`)
    if (status === 404) return 'nothing'
    expect(status).toBe(200)
    const { body: access } = await member.call('GET', `${at}/tables/staff/access`)
    const isShown = JSON.stringify(rows).includes('424242')
    const { columns } = access as { columns: { name: string; effect: string }[] }
    expect(columns.some(({ name, effect }) => name === 'salary' && effect === 'allow')).toBe(isShown)
    return isShown ? 'all' : 'some'
  }
  const setRoles = (roles: string[]) => owner.call('PUT', `${users}/${member.userId}/roles`, { roles })
  const share = (role: string) => owner.call('PUT', `${at}/members/${member.userId}`, { role })
  const leave = () => member.call('DELETE', `${users}/${member.userId}`)
  const remove = () => owner.call('DELETE', `${users}/${member.userId}`)
  const invite = async (role: string) => {
    const invited = await owner.call('POST', `/api/control/workspaces/${workspace}/invitations`, {
      email: member.email,
      base_role: role,
    })
    if (invited.status !== 201) return invited
    return member.call('POST', `/api/auth/invitations/${tokenIn(invited.body.url)}/accept`, {})
  }
  return { owner, member, users, at, seen, setRoles, share, leave, remove, invite }
}

/** All orders of some steps. */
function ordersOf<T>(steps: readonly T[]): T[][] {
  if (steps.length === 0) return [[]]
  return steps.flatMap((step, at) =>
    ordersOf([...steps.slice(0, at), ...steps.slice(at + 1)]).map((rest) => [step, ...rest]),
  )
}

const STEPS = ['share', 'role', 'leave', 'invite'] as const

describe('a custom role that hides a column', () => {
  test.each(ordersOf(STEPS))('hides it after %s, %s, %s, %s, and being removed', async (...order) => {
    const { seen, setRoles, share, leave, remove, invite } = await newPayroll([{ role: 'contractor', effect: 'deny' }])
    const steps = {
      share: () => share('editor'),
      role: () => setRoles(['contractor']),
      leave,
      invite: () => invite('viewer'),
      remove,
    }

    let isRestricted = false
    for (const step of [...order, 'remove', 'share'] as const) {
      const { status } = await steps[step]()
      if (step === 'role' && status === 200) isRestricted = true
      expect(['nothing', isRestricted ? 'some' : 'all'], `after ${step}`).toContain(await seen())
    }
  })
})

describe('what a member may see after leaving, with a workbook shared directly', () => {
  const ways = ['leave', 'remove'] as const

  test.each(ways)('is no more than the base role showed before: %s', async (way) => {
    const payroll = await newPayroll([{ role: 'viewer', effect: 'deny' }], 'viewer')
    await payroll.share('editor')
    const before = await payroll.seen()

    await payroll[way]()

    expect([before, await payroll.seen()]).toEqual(['some', 'some'])
  })

  test('is no more than the share shows: an exemption of the base role ends with the membership', async () => {
    const payroll = await newPayroll(
      [
        { role: '*', effect: 'deny' },
        { role: 'admin', effect: 'allow' },
      ],
      'admin',
    )
    await payroll.share('viewer')
    const before = await payroll.seen()

    await payroll.leave()

    expect([before, await payroll.seen()]).toEqual(['all', 'some'])
  })

  test('stays so when the share is taken away and given again, with another role too', async () => {
    const payroll = await newPayroll([{ role: 'viewer', effect: 'mask' }], 'viewer')
    await payroll.leave()
    const alone = await payroll.seen()
    await payroll.share('editor')
    const shared = await payroll.seen()
    await payroll.owner.call('DELETE', `${payroll.at}/members/${payroll.member.userId}`)
    await payroll.share('editor')

    expect([alone, shared, await payroll.seen()]).toEqual(['nothing', 'some', 'some'])
  })

  test('changes when an admin sets the roles: then the share alone counts, and those roles', async () => {
    const payroll = await newPayroll([{ role: 'viewer', effect: 'deny' }], 'viewer')
    await payroll.share('editor')
    await payroll.leave()
    const left = await payroll.seen()

    const cleared = await payroll.setRoles([])

    expect([left, await payroll.seen()]).toEqual(['some', 'all'])
    expect(cleared).toMatchObject({ status: 200, body: { base_role: null, custom_roles: [], roles: [] } })
  })

  test('an answer kept from the time as a member is not shown again', async () => {
    const payroll = await newPayroll(
      [
        { role: '*', effect: 'deny' },
        { role: 'admin', effect: 'allow' },
      ],
      'admin',
    )
    await payroll.share('editor')
    const query = await payroll.member.call('POST', `${payroll.at}/query`, { sql: 'select * from staff' })
    const write = () =>
      payroll.member.call(
        'POST',
        `${payroll.at}/tables/staff/rows`,
        { expected_version: null, rows: [{ name: 'Ben', salary: 'S-424242' }], return: 'rows' },
        { 'idempotency-key': 'k' },
      )
    const first = await write()
    await payroll.leave()

    const [result, replay] = [await payroll.member.call('GET', `/api/v1/results/${query.body.id}`), await write()]

    expect(JSON.stringify(first.body)).toContain('424242')
    expect(result).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
    expect(replay).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
  })
})

describe('guests of a workspace', () => {
  test('are shown to admins with the roles in force, and to no other member', async () => {
    const { owner, member, users, setRoles, share, leave } = await newPayroll([])
    const workspace = users.split('/')[4] ?? ''
    const colleague = await newMember(service, owner, workspace, 'viewer')
    await setRoles(['contractor'])
    await share('viewer')
    await leave()

    const [asAdmin, asMember] = [await owner.call('GET', users), await colleague.call('GET', users)]

    expect(asAdmin.body.guests).toEqual([
      {
        user_id: member.userId,
        email: member.email,
        name: 'Ben',
        former_role: 'editor',
        custom_roles: ['contractor'],
        attributes: {},
        shared_workbooks: 1,
      },
    ])
    expect(asAdmin.body.users.map((user: { user_id: string }) => user.user_id)).not.toContain(member.userId)
    expect(asMember.body.guests).toEqual([])
  })

  test('are given roles by an admin like members; a user without a share is not found', async () => {
    const { owner, users, at } = await newPayroll([{ role: 'contractor', effect: 'deny' }])
    const guest = await service.newPerson()
    const stranger = await service.newPerson()
    await owner.call('PUT', `${at}/members/${guest.userId}`, { role: 'editor' })
    const before = await guest.call('GET', `${at}/tables/staff/rows`)

    const set = await owner.call('PUT', `${users}/${guest.userId}/roles`, { roles: ['contractor'] })
    const unknown = await owner.call('PUT', `${users}/${stranger.userId}/roles`, { roles: ['contractor'] })
    const bySelf = await guest.call('PUT', `${users}/${guest.userId}/roles`, { roles: [] })

    const after = await guest.call('GET', `${at}/tables/staff/rows`)
    expect([before, after].map(({ body }) => JSON.stringify(body).includes('424242'))).toEqual([true, false])
    expect([set.status, unknown.status, bySelf.status]).toEqual([200, 404, 404])
  })

  test('who kept a role and were invited again are members with it', async () => {
    const { owner, users, member, setRoles, remove, invite } = await newPayroll([])
    await setRoles(['contractor'])
    await remove()
    const waiting = await owner.call('GET', users)
    await invite('viewer')

    const { body } = await owner.call('GET', users)

    expect(waiting.body.guests).toMatchObject([{ custom_roles: ['contractor'], shared_workbooks: 0 }])
    expect(body.guests).toEqual([])
    expect(body.users).toContainEqual(
      expect.objectContaining({ user_id: member.userId, base_role: 'viewer', roles: ['viewer', 'contractor'] }),
    )
  })
})
