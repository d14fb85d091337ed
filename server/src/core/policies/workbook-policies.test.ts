import { expect, test } from 'vitest'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'
import { MOST_KNOWN, readPolicies } from './workbook-policies.ts'

const service = startService()

test('policies that are in use stay known, whatever else is read: the longest unused go', async () => {
  const { admin, db } = service.running
  const used = fromWireId('wb', (await service.newWorkbook()).id)
  const { rows } = await admin.query(
    `with copied as (
       insert into workbook select (jsonb_populate_record(w, jsonb_build_object('workbook_id', gen_random_uuid()))).*
       from workbook w, generate_series(1, $2) where workbook_id = $1 returning workbook_id)
     select workbook_id from copied`,
    [used, MOST_KNOWN],
  )
  await admin.query(
    `insert into workbook_head (workbook_id) select workbook_id from workbook on conflict (workbook_id) do nothing`,
  )
  const others: string[] = rows.map((row: { workbook_id: string }) => row.workbook_id)
  const first = await readPolicies(db, used, 0)
  for (const other of others.slice(1)) await readPolicies(db, other, 0)
  await readPolicies(db, used, 0)

  await readPolicies(db, others[0] ?? '', 0)

  expect(await readPolicies(db, used, 0)).toBe(first)
})
