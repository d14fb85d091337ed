import { newMember, newWorkspace } from './control-plane.ts'
import type { startService } from './service.ts'

export const SALARY = 424_242
export const SSN = '123-45-6789'

const COLUMNS = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }, { name: 'ssn' }]

/**
 * A table `staff` whose `salary` is denied and whose `ssn` is masked. Two editors: `hr`, whose role sees all, and `editor`, from
 * whom both columns are hidden.
 */
export async function newStaff(service: ReturnType<typeof startService>, rows: readonly object[] = []) {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const workbookId: string = body.workbook_id
  const at = `/api/v1/workbooks/${workbookId}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: COLUMNS })
  const staff = `${at}/tables/staff`
  if (rows.length > 0) await owner.call('POST', `${staff}/rows`, { expected_version: null, rows })
  for (const [column, tag, effect] of [
    ['salary', 'pay', 'deny'],
    ['ssn', 'pii', 'mask'],
  ] as const) {
    await owner.call('POST', `${at}/artifacts/staff/columns/${column}/tags`, { tag })
    await owner.call('PUT', `${at}/policies/${tag}`, { effect })
    await owner.call('PUT', `${at}/policies/${tag}`, { effect: 'allow', role: 'hr' })
  }
  const editor = await newMember(service, owner, workspace, 'editor')
  const hr = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  const write = async (who: typeof owner, row: object) =>
    (await who.call('POST', `${staff}/rows`, { expected_version: null, rows: [row] })).body
  return { owner, editor, hr, workspace, workbookId, at, staff, write }
}
