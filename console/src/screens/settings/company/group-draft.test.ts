import { expect, test } from 'vitest'
import { rolesOf, rowFaults, rowsOf } from './group-draft.ts'

const row = (key: string, group: string, custom = '') => ({ key, group, base_role: 'viewer' as const, custom })

test('what was read comes back as it was', () => {
  const roles = [{ group: 'Finance', base_role: 'editor' as const, custom_roles: ['auditor', 'board'] }]

  expect(rolesOf(rowsOf(roles))).toEqual(roles)
})

test('roles of one’s own are parted by blanks and commas of both languages, and each is sent once', () => {
  const [role] = rolesOf([row('1', ' 経理 ', 'auditor、board, auditor')])

  expect(role).toEqual({ group: '経理', base_role: 'viewer', custom_roles: ['auditor', 'board'] })
})

test('a row without a name and a second row of one group are faults, whatever their case and width', () => {
  const faults = rowFaults([row('1', 'Finance'), row('2', ' '), row('3', 'ＦＩＮＡＮＣＥ')])

  expect([...faults]).toEqual([
    ['2', 'empty'],
    ['3', 'doubled'],
  ])
})
