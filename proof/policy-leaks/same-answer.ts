import { withCells } from './fill-world.ts'
import { fileForm, fresh } from './requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from './stage.ts'

const ANY = { expected_version: null }
const COUNTED = { table: 'staff', measures: [{ function: 'count' }] }

/** Ways to name a column in a request. */
const NAMINGS: readonly [string, (column: string, table: string) => Asking][] = [
  ['readTableRows', (column) => ({ query: `columns=${column}` })],
  ['readTableRows', (column) => ({ query: `order_by=${column}` })],
  [
    'readTableRows',
    (column) => ({ query: `filter=${encodeURIComponent(JSON.stringify({ [column]: { like: '%a%' } }))}` }),
  ],
  [
    'readTableRows',
    (column) => ({ query: `filter=${encodeURIComponent(JSON.stringify({ column, op: '=', value: 'a' }))}` }),
  ],
  ['profileTable', (column) => ({ query: `columns=${column}` })],
  ['listTableValues', (column) => ({ query: `column=${column}` })],
  ['findInTable', (column) => ({ query: `text=a&columns=${column}` })],
  ['listTableAnnotations', (column) => ({ query: `column=${column}` })],
  ['runQuery', (column) => ({ json: { sql: `select "${column}" from staff` } })],
  ['runQuery', (column) => ({ json: { sql: `select s.${column} from staff s` } })],
  ['runQuery', (column) => ({ json: { sql: `select * exclude ("${column}") from staff` } })],
  ['validateQuery', (column) => ({ json: { sql: `select "${column}" from staff` } })],
  ['writeTableRows', (column) => ({ json: { ...ANY, rows: [{ __svc_row_id: 1, [column]: 'x' }] } })],
  ['writeTableRows', (column) => ({ json: { ...ANY, rows: [{ [column]: 'x', name: 'y' }], match_on: [column] } })],
  ['writeTableRows', (column) => ({ json: { ...ANY, rows: [{ __svc_row_id: 1, [column]: 'x' }], on_error: 'skip' } })],
  ['alterTableColumn', (column, name) => ({ names: { name, column }, json: { ...ANY, type: 'INTEGER' } })],
  ['alterTableColumn', (column, name) => ({ names: { name, column }, json: { ...ANY, new_name: 'other' } })],
  ['dropTableColumn', (column, name) => ({ names: { name, column }, query: 'expected_version=null' })],
  ['describeTableColumn', (column) => ({ names: { column }, json: { description: 'x' } })],
  [
    'annotateTable',
    (column) => ({ json: { annotations: [{ target: { kind: 'cell', row_id: 1, column }, note: 'x' }] } }),
  ],
  ['annotateTable', (column) => ({ json: { annotations: [{ target: { kind: 'column', column }, note: 'x' }] } })],
  ['setTableRules', (column) => ({ json: { ...ANY, rules: [{ kind: 'required', column }], dry_run: true } })],
  [
    'proposeRows',
    (column) => ({
      json: { title: 'same', changes: [{ table: 'staff', ...ANY, rows: [{ __svc_row_id: 1, [column]: 'x' }] }] },
    }),
  ],
  ['listTableComments', (column) => ({ query: `column=${column}` })],
  ['writeTableComment', (column) => ({ json: { target: { kind: 'cell', row_id: 1, column }, text: 'x' } })],
  ['deleteTableAnnotations', (column) => ({ json: { targets: [{ kind: 'column', column }] } })],
  [
    'createTransform',
    (column) => ({ json: { name: 'same', code: `SELECT "${column}" FROM {{ s }}`, args: { s: 'staff' } } }),
  ],
  [
    'putTransform',
    (column) => ({ names: { name: 'same' }, json: { code: `SELECT "${column}" FROM {{ s }}`, args: { s: 'staff' } } }),
  ],
  [
    'putSheet',
    (column) => ({
      names: { name: 'same' },
      json: { title: 'x', spec: { blocks: [{ kind: 'table_view', table: 'staff', columns: [column] }] } },
    }),
  ],
  ['renderSheet', () => ({ names: { name: 'same' } })],
  ['createSavedView', (column) => ({ json: { name: 'same', table: 'staff', columns: [{ column }] } })],
  ['createSavedView', (column) => ({ json: { name: 'same', table: 'staff', filter: [{ column, op: 'is_null' }] } })],
  ['summarizeTable', (column) => ({ json: { ...COUNTED, group_by: [{ column }] } })],
  ['summarizeTable', (column) => ({ json: { ...COUNTED, filter: [{ column, op: 'is_null' }] } })],
  ['createQuestion', (column) => ({ json: { name: 'same', summary: { ...COUNTED, pivot: { column } } } })],
  ['searchData', (column) => ({ query: `q=${column}` })],
  ['exportTables', (column) => ({ json: { tables: [column] } })],
]

/**
 * A caller to whom a column is denied asks the same twice: once by its name, once by a name that no column has. The answers must
 * be equal but for the name they repeat. Returns what differs.
 */
export async function compareAnswers(stage: Stage): Promise<{ compared: number; different: string[] }> {
  const { world } = stage
  const hidden = String(world.planted.columnName.value)
  // As far from the names of other columns as the hidden one: problems suggest names that are near.
  const ghost = `qy${hidden.slice(2)}`
  const table = await stage.spare()
  const different: string[] = []
  await stage.ask('putSheet', {
    names: { name: 'same' },
    json: { title: 'x', spec: { blocks: [{ kind: 'table_view', table: 'staff' }] } },
  })
  for (const [operation, naming] of NAMINGS) {
    const answers: string[] = []
    for (const column of [hidden, ghost]) {
      const { status, body } = await stage.ask(operation, { by: EDITOR, ...naming(column, table) })
      answers.push(comparable(status, body, column))
    }
    if (answers[0] !== answers[1])
      different.push(
        `${operation} ${JSON.stringify(naming('NAME', 'TABLE'))}: ${answers[0]?.slice(0, 200)} | ${answers[1]?.slice(0, 200)}`,
      )
  }
  different.push(...(await mergedNames(stage, [hidden, ghost])))
  for (const problem of await nameTaken(stage, hidden, table)) different.push(problem)
  return { compared: NAMINGS.length + 3, different }
}

/** A file comes back with a column of the name: it is left out and named, denied or not there alike. */
async function mergedNames({ ask, world }: Stage, columns: readonly string[]): Promise<string[]> {
  const { branchId, bytes } = world.editorFile
  const answers: string[] = []
  for (const column of columns) {
    const file = withCells(bytes, 'B1', [[column]])
    const form = fileForm('staff.xlsx', file, { branch_id: branchId, dry_run: 'true' })
    const { status, body } = await ask('mergeTable', { form, repeats: column })
    answers.push(comparable(status, body, column))
  }
  return answers[0] === answers[1] ? [] : [`mergeTable: ${answers.join(' | ')}`]
}

/** A new name cannot be had twice; but a refusal must not say that a column of this name is there. */
async function nameTaken(stage: Stage, hidden: string, table: string): Promise<string[]> {
  const added = await stage.ask('addTableColumn', { names: { name: table }, json: { ...ANY, column: hidden } })
  const renamed = await stage.ask('alterTableColumn', {
    names: { name: table, column: 'city' },
    json: { ...ANY, new_name: hidden },
  })
  const name = fresh('with')
  await stage.ask('createTable', { json: { name, columns: [{ name: hidden }] } })
  // Their own table shows its names to everyone; it must not stay.
  await stage.ask('deleteTable', { by: OWNER, names: { name }, query: 'expected_version=null' })
  return [added, renamed].filter(({ code }) => code === 'name_taken').map(({ body }) => `name_taken: ${body.detail}`)
}

/** Without what differs between any two answers. */
function comparable(status: number, body: unknown, column: string): string {
  const text = JSON.stringify({ status, body }, (key, value) =>
    [
      'request_id',
      'instance',
      'id',
      'result_id',
      'op_id',
      'edit_version',
      'elapsed_ms',
      'took_ms',
      'duration_ms',
      'expires_at',
      'created_at',
      'updated_at',
      'at',
      'next_cursor',
      'version',
      'artifact_id',
      'created',
      'execution_ms',
    ].includes(key)
      ? undefined
      : value,
  )
  return text.replaceAll(column, 'NAME').replace(/\b(?:LINE|line) \d+:?|\^|position \d+/g, '')
}
