import { utils, write } from '@e965/xlsx'
import { fromWireId } from '../../../server/src/platform/ids.ts'
import { makeXlsx } from '../../../spreadsheet/test/make-xlsx.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { type Asking, OWNER, type Stage } from '../stage.ts'
import type { File, Ways } from './file-place.ts'

const MOST_TEMPLATES = 100
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Cell = string | number | null

/** An expense claim as people send it back. */
const claim = (name: string, amounts: readonly number[]): Cell[][] => [
  ['Expense claim'],
  [],
  ['Employee name', name],
  ['Department', 'Sales'],
  ['Employee no.', 'E-1'],
  [],
  ['Date', 'Purpose', 'Category', 'Amount'],
  ...amounts.map((amount, n) => [`2026-04-0${n + 1}`, n % 2 ? 'visit' : 'audit', n % 3 ? 'train' : 'hotel', amount]),
  [null, null, 'Total', amounts.reduce((sum, amount) => sum + amount, 0)],
  [],
  ['Approved by', 'Evans'],
]

function bookOf(rows: readonly Cell[][]): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([...rows]), 'Sheet1')
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const LIST = bookOf([
  ['SKU', 'Stock'],
  ['K1', 5],
  ['K2', 7],
])

/** Forms that do not fit their template any more, and whose rows break a rule of the table that forms share. */
export async function reachFormProblems(stage: Stage, ways: Ways): Promise<void> {
  await stage.stayLoggedIn()
  const { world } = stage
  const workbook_id = await newBook(world)
  const at = `/api/v1/workbooks/${workbook_id}`
  const asking: Asking = { by: OWNER, names: { workbook_id } }
  const upload = (filename: string, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
    stage.ask('uploadSource', { ...asking, form: fileForm(filename, bytes, fields) })
  const sample = await upload(`${fresh('sample')}.xlsx`, bookOf(claim('Sample', [12.5, 15.5, 18.5, 21.5])), {
    mode: 'staged',
  })
  const source_name = String(sample.body?.source?.name)
  await stage.ask('analyzeSource', { ...asking, names: { workbook_id, source_name } })
  const template = { name: fresh('claims'), workbook_id, source_name }
  await stage.ask('createTemplate', { by: OWNER, json: template })
  const taken = await upload(`${fresh('claim')}.xlsx`, bookOf(claim('Adams', [7.5])))
  const form: Asking = { ...asking, names: { workbook_id, source_name: String(taken.body?.source?.name) } }
  await stage.ask('reviseSource', { ...form, form: fileForm('claim.xlsx', LIST) })
  await stage.ask('editSource', { ...form, json: { edits: [{ range: 'A7:D7', value: 'no label' }] } })
  await refuseRuled(stage, asking, ways, at)
  await haveTooMany(stage, template)
  await editBook(stage, asking)
}

/** A new form, by each way that a file comes in. */
async function refuseRuled(stage: Stage, asking: Asking, { drive, web, rich }: Ways, at: string) {
  const { owner } = stage.world
  const { body } = await owner.call('GET', `${at}/artifacts`)
  for (const { name } of body.artifacts ?? []) {
    const rules = [{ kind: 'range', column: 'Amount', max: 1 }]
    await owner.call('PUT', `${at}/tables/${encodeURIComponent(name)}/rules`, {
      expected_version: null,
      enforce: 'new',
      rules,
    })
  }
  const file = (): File => ({ filename: `${fresh('late')}.xlsx`, bytes: bookOf(claim(fresh('Baker'), [90, 8])) })
  const sent = file()
  await stage.ask('uploadSource', { ...asking, form: fileForm(sent.filename, sent.bytes) })
  await stage.ask('uploadFromUrl', { ...asking, node: rich, json: { url: web.serve(file()) } })
  const { filename, bytes } = file()
  drive.put('form', { name: filename, bytes: Buffer.from(bytes), mimeType: XLSX })
  const json = { provider: 'google_drive', file_id: 'form', filename }
  await stage.ask('uploadFromDrive', { ...asking, by: 'owner session', node: rich, json })
}

/** As many templates as a workspace may have, all but one of which are taken away again. */
async function haveTooMany({ world, ask }: Stage, template: { name: string }) {
  const { admin } = world.service
  const workspace = fromWireId('ws', world.workspace)
  await admin.query(
    `insert into template (template_id, workspace_id, name, layout, is_active, created_by)
       select gen_random_uuid(), workspace_id, 'full ' || n, layout, false, created_by
       from template, generate_series(1, $3::integer) n where workspace_id = $1 and name = $2`,
    [workspace, template.name, MOST_TEMPLATES],
  )
  await ask('createTemplate', { by: OWNER, json: { ...template, name: fresh('template') } })
  await admin.query("delete from template where workspace_id = $1 and name like 'full %'", [workspace])
}

const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`
/** More than a request may have. */
const LARGE = 'x'.repeat(8 * 1024 * 1024)

/** What formulas would give; cells and requests that are too many or too large. */
async function editBook(stage: Stage, asking: Asking) {
  const rows = `<row r="1">${text('A1', 'item')}${text('B1', 'price')}${text('C1', 'total')}</row>${[2, 3, 4]
    .map(
      (n) =>
        `<row r="${n}">${text(`A${n}`, `i${n}`)}<c r="B${n}"><v>${n}</v></c><c r="C${n}"><f>B${n}*2</f><v>${2 * n}</v></c></row>`,
    )
    .join('')}`
  const form = fileForm(`${fresh('orders')}.xlsx`, new Uint8Array(makeXlsx({ rows })))
  const sent = await stage.ask('uploadSource', { ...asking, form })
  const book: Asking = { ...asking, names: { ...asking.names, source_name: String(sent.body?.source?.name) } }
  await stage.ask('whatIf', { ...book, json: { set: [{ range: 'B2', value: 100 }] } })
  // A connection may be closed while the rest of a request is still on its way.
  const askInVain = (operation: string, json: object) => stage.ask(operation, { ...book, json }).catch(() => undefined)
  await askInVain('whatIf', { set: [{ range: 'B2', value: LARGE }] })
  await askInVain('editSource', { edits: [{ range: 'B2', value: LARGE }] })
}
