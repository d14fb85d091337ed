import { expect, test } from 'vitest'
import { newOwner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

for (const statement of [
  `update audit set body = body where workbook_id = $1`,
  `delete from audit where workbook_id = $1`,
  `insert into audit (workbook_id, seq, body, hash) values ($1, 99, '{}', '')`,
  `truncate audit`,
  `update audit_7 set body = body where workbook_id = $1`,
  `delete from audit_7 where workbook_id = $1`,
  `truncate audit_7`,
  `insert into audit_7 (workbook_id, seq, body, hash) values ($1, 99, '{}', '')`,
  `update workbook_head set audit_seq = 1, audit_hash = '' where workbook_id = $1`,
  `delete from workbook_head where workbook_id = $1`,
  `delete from audit_pending where workbook_id = $1`,
  `update audit_checkpoint set seq = 0 where workbook_id = $1`,
  `select link_audit(h, null, null, null, null) from workbook_head h where workbook_id = $1`,
  `alter table audit disable trigger all`,
]) {
  test(`the service itself may not: ${statement}`, async () => {
    const { workbookId } = await newOwner(service.running)
    const client = await service.running.admin.connect()
    await client.query('set role bindery_service')

    const refused = client.query(statement.includes('$1') ? { text: statement, values: [workbookId] } : statement)

    await expect(refused).rejects.toMatchObject({ code: '42501' })
    await client.query('reset role')
    client.release()
  })
}
