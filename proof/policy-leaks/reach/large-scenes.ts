import { fileForm } from '../requests/good-request.ts'
import { type Asking, OWNER, type Stage } from '../stage.ts'
import { newBranch, newPlace } from './file-place.ts'

const LONG_ROWS = 1_050_000
const RETURNED_ROWS = 100_001
const MATCHED_ROWS = 50_001

/** Tables, ranges, sheets and files of more cells than may be asked for, exported or merged at once. */
export async function reachLargeProblems(stage: Stage): Promise<void> {
  const { workbook_id, source_name } = await newPlace(stage)
  const asking: Asking = { by: OWNER, names: { workbook_id, source_name, name: 'long' } }
  const upload = (filename: string, text: string) =>
    stage.ask('uploadSource', { ...asking, form: fileForm(filename, text, { structuring: 'skip' }) })
  await upload('long.csv', `n,m\n${'1,2\n'.repeat(LONG_ROWS)}`)
  const range = `A1:A${LONG_ROWS}`
  const target = { kind: 'range', range }
  for (const twin of ['Table', 'Artifact']) {
    await stage.ask(`read${twin}Range`, { ...asking, query: `range=${range}` })
    await stage.ask(`annotate${twin}`, { ...asking, json: { annotations: [{ target, note: 'x' }] } })
    for (const verb of ['delete', 'remove'])
      await stage.ask(`${verb}${twin}Annotations`, { ...asking, json: { targets: [target] } })
  }
  await stage.ask('exportTables', { ...asking, json: { tables: ['long'] } })
  await stage.ask('exportTables', { ...asking, json: { tables: ['long'], format: 'csv', record_branch: true } })
  const sheet: Asking = { ...asking, names: { workbook_id, name: 'all of it' } }
  const spec = { blocks: [{ kind: 'table_view', table: 'long' }] }
  await stage.ask('putSheet', { ...sheet, json: { title: 'All of it', spec } })
  await stage.ask('renderSheet', { ...sheet, query: 'format=pdf' })
  await matchLong(stage, asking)
  await mergeLong(stage)
}

/** More rows than are compared one by one. */
async function matchLong(stage: Stage, asking: Asking) {
  const lines = Array.from({ length: MATCHED_ROWS }, (_, row) => `${row},${row % 7}\n`)
  const form = fileForm('match.csv', `n,m\n${lines.join('')}`, { mode: 'staged' })
  const staged = await stage.ask('uploadSource', { ...asking, form })
  const source: Asking = { ...asking, names: { ...asking.names, source_name: staged.body?.source?.name ?? 'none' } }
  await stage.ask('analyzeSource', source)
  const target = { mode: 'upsert', table: 'long', match_on: ['n'], expected_version: null }
  await stage.ask('materializeSource', { ...source, json: { target } })
}

async function mergeLong(stage: Stage) {
  const text = `__svc_row_id,name\n${'1,x\n'.repeat(RETURNED_ROWS)}`
  const fields = { branch_id: await newBranch(stage) }
  for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile'])
    await stage.ask(operation, { form: fileForm('staff.csv', text, fields) })
}
