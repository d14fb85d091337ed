import { fromWireId } from '../../../server/src/platform/ids.ts'
import { withCells } from '../fill-world.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'

const ANY = { expected_version: null }

/** Asks the same below `tables` and below `artifacts`. */
async function both(stage: Stage, operation: string, asking: Asking) {
  await stage.ask(operation, asking)
  await stage.ask(operation.replace('Table', 'Artifact'), asking)
}

const filterOf = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Refusals that name rows, columns and ranges of a governed table. */
export async function reachTableProblems(stage: Stage): Promise<void> {
  const { world } = stage
  const hidden = String(world.planted.columnName.value)
  const name = await stage.spare()
  const spare = { name }
  for (const column of [hidden, 'pay']) {
    const named = { ...spare, column }
    const rows = (row: object) => ({ json: { ...ANY, rows: [row] } })
    await both(stage, 'addTableColumn', { names: spare, json: { ...ANY, column } })
    await both(stage, 'alterTableColumn', { names: named, json: { ...ANY, type: 'INTEGER' } })
    await both(stage, 'alterTableColumn', { names: { ...spare, column: 'city' }, json: { ...ANY, new_name: column } })
    await both(stage, 'dropTableColumn', { names: named, query: 'expected_version=null' })
    await both(stage, 'describeTableColumn', { names: named, json: { description: 'x' } })
    await both(stage, 'writeTableRows', { names: spare, ...rows({ __svc_row_id: 1, [column]: 'x' }) })
    await both(stage, 'writeTableRows', {
      names: spare,
      json: { ...ANY, rows: [{ [column]: 'x', city: 'y' }], match_on: [column] },
    })
    await both(stage, 'annotateTable', {
      names: spare,
      json: { annotations: [{ target: { kind: 'cell', row_id: 1, column }, note: 'x' }] },
    })
    for (const operation of ['deleteTableAnnotations', 'removeTableAnnotations'])
      await both(stage, operation, { names: spare, json: { targets: [{ kind: 'cell', row_id: 1, column }] } })
    await stage.ask('writeTableComment', {
      names: spare,
      json: { target: { kind: 'cell', row_id: 1, column }, text: 'x' },
    })
    await both(stage, 'readTableRows', { query: filterOf({ [column]: { like: '%a%' } }) })
    await both(stage, 'profileTable', { query: `columns=${column}` })
    await both(stage, 'listTableValues', { query: `column=${column}` })
    await both(stage, 'findInTable', { query: `text=a&columns=${column}` })
    for (const operation of ['createTransform', 'putTransform'])
      await stage.ask(operation, {
        names: { name: fresh('peep') },
        json: {
          ...(operation === 'createTransform' ? { name: fresh('peep') } : {}),
          code: `SELECT "${column}" FROM {{ s }}`,
          args: { s: 'staff' },
        },
      })
    await both(stage, 'purgeTableValues', { by: EDITOR, names: spare, json: { column } })
  }
  await both(stage, 'writeTableRange', { names: spare, json: { ...ANY, range: 'B2', values: [['x']] } })
  await both(stage, 'writeTableRange', { names: spare, json: { ...ANY, range: 'A1', values: [['x']] } })
  await both(stage, 'writeTableRange', { names: spare, json: { ...ANY, range: 'ZZ9', values: [['x']] } })
  await both(stage, 'writeTableRange', { names: spare, json: { ...ANY, range: 'A2:A3', values: [['x']] } })
  await both(stage, 'writeTableRange', { names: spare, json: { ...ANY, range: 'A900', values: [['x']] } })
  await both(stage, 'writeTableRange', {
    names: { name: 'plain' },
    json: { ...ANY, range: 'B2', values: [['no number']] },
  })
  await both(stage, 'writeTableRange', { names: { name: 'copy' }, json: { ...ANY, range: 'A900', values: [['x']] } })
  await both(stage, 'readTableRange', { query: 'range=ZZ1:ZZ2' })
  await both(stage, 'readTableRange', { query: 'range=A1:ALL1000000' })
  await both(stage, 'readTableRange', { query: 'range=A1:E999999' })
  for (const range of ['ZZ1:ZZ2', 'A1:ZZ999999', 'A900:B901', 'A1:E1048576']) {
    await both(stage, 'annotateTable', {
      names: spare,
      json: { annotations: [{ target: { kind: 'range', range }, note: 'x' }] },
    })
    for (const operation of ['deleteTableAnnotations', 'removeTableAnnotations'])
      await both(stage, operation, { names: spare, json: { targets: [{ kind: 'range', range }] } })
  }
  await both(stage, 'annotateTable', {
    names: spare,
    json: { annotations: [{ target: { kind: 'row', row_id: 98_765 }, note: 'x' }] },
  })
  await both(stage, 'listTableAnnotations', { names: spare, query: 'row_id=98765' })
  await reachCommentProblems(stage)
  await reachRuleProblems(stage)
  await both(stage, 'writeTableRows', {
    names: spare,
    json: { ...ANY, rows: [{ __svc_row_id: 98_765, city: 'x' }], mode: 'update' },
  })
  await both(stage, 'writeTableRows', { names: spare, json: { ...ANY, rows: [{ nowhere: 'x' }] } })
  await both(stage, 'writeTableRows', { names: { name: 'plain' }, json: { ...ANY, rows: [{ amount: 'no number' }] } })
  await both(stage, 'writeTableRows', {
    names: spare,
    json: { ...ANY, rows: [{ city: 'Kobe', name: 'x' }], match_on: ['city'] },
  })
  await both(stage, 'writeTableRows', { names: { name: 'copy' }, json: { ...ANY, rows: [{ name: 'new' }] } })
  await both(stage, 'readTableRows', { query: filterOf({ pay: { '>': 'no number' } }) })
  await both(stage, 'readTableRows', { names: { name: 'plain' }, query: filterOf({ amount: { '>': 'no number' } }) })
  await both(stage, 'readTableRows', {
    names: { name: 'plain' },
    query: filterOf({ column: 'amount', op: '>', value: 'no number' }),
  })
  await both(stage, 'readTableRows', { query: 'columns=nowhere' })
  await both(stage, 'profileTable', { query: 'columns=nowhere' })
  await both(stage, 'listTableValues', { query: 'column=nowhere' })
  await both(stage, 'findInTable', { query: 'text=a&columns=nowhere' })
  const unread = encodeURIComponent(JSON.stringify({ column: 'amount', op: '>', value: 'no number' }))
  await both(stage, 'listTableValues', { names: { name: 'plain' }, query: `column=amount&filter=${unread}` })
  await both(stage, 'findInTable', { names: { name: 'plain' }, query: `text=a&filter=${unread}` })
  await both(stage, 'addTableColumn', { names: spare, json: { ...ANY, column: 'city' } })
  await both(stage, 'addTableColumn', {
    names: spare,
    json: { ...ANY, column: fresh('n'), type: 'INTEGER', default: 'no number' },
  })
  await both(stage, 'alterTableColumn', { names: { ...spare, column: 'city' }, json: { ...ANY, new_name: 'name' } })
  await both(stage, 'alterTableColumn', { names: { ...spare, column: 'city' }, json: { ...ANY, type: 'INTEGER' } })
  await dropOverrides(stage)
  const { people, at, owner } = world
  const narrow = fresh('narrow')
  await owner.call('POST', `${at}/tables`, { name: narrow, columns: [{ name: 'only' }] })
  await both(stage, 'dropTableColumn', { names: { name: narrow, column: 'only' }, query: 'expected_version=null' })
  await stage.ask('createTable', { json: { name: 'staff', columns: [{ name: 'a' }] } })
  await stage.ask('renameTable', { names: { name: narrow }, json: { ...ANY, new_name: 'staff' } })
  await stage.ask('commitVersion', { json: { label: 'first' } })
  for (const twin of ['Table', 'Artifact']) {
    const archived = fresh('archived')
    await owner.call('POST', `${at}/tables`, { name: archived, columns: [{ name: 'a' }] })
    const { body } = await owner.call('GET', `${at}/tables/${archived}`)
    await owner.call('POST', `${at}/tables/${archived}/archive`)
    await stage.ask(`unarchive${twin}`, {
      names: { name: body.id ?? body.artifact_id ?? archived },
      json: { as_name: 'staff' },
    })
    const binding = { actor: 'bot', external_kind: 'google_sheets', external_ref: fresh('ref'), direction: 'pull' }
    await stage.ask(`bind${twin}`, { names: { name: narrow }, json: binding })
    await stage.ask(`bind${twin}`, { names: { name: narrow }, json: binding })
  }
  await people.editor.call('GET', `${at}/tables`)
}

/** One of a hidden cell, which an editor may not touch, and one of a cell that they see. */
async function dropOverrides(stage: Stage) {
  const { people, at } = stage.world
  const { call } = people.exempt
  for (const twin of ['Table', 'Artifact']) {
    const { body: read } = await call('GET', `${at}/tables/copy/rows?include_row_ids=true`)
    const rows = [{ __svc_row_id: read.rows.at(-1).__svc_row_id, kept: fresh('kept'), name: fresh('name') }]
    const written = await call('POST', `${at}/tables/copy/rows`, { ...ANY, rows })
    if (written.status !== 200) throw new Error(`overriding answered ${JSON.stringify(written.body)}`)
    const { body } = await call('GET', `${at}/tables/copy/overrides`)
    for (const { override_id } of body.overrides as { override_id: string }[])
      for (const by of [EDITOR, 'exempt token workbook'])
        await stage.ask(`drop${twin}Override`, {
          by,
          names: { name: 'copy', override_id },
          query: 'expected_version=null',
        })
  }
}

/** Queries, transforms, sheets and charts that are refused or fail. */
export async function reachDerivedProblems(stage: Stage): Promise<void> {
  const { world } = stage
  const hidden = String(world.planted.columnName.value)
  const queries = [
    'select',
    'delete from staff',
    `select "${hidden}x" from staff`,
    'select cast(name as integer) from staff',
  ]
  for (const sql of queries) {
    await stage.ask('runQuery', { json: { sql } })
    await stage.ask('validateQuery', { json: { sql } })
    await stage.ask('citeQuery', { json: { sql } })
  }
  await stage.ask('runQuery', {
    json: { sql: 'select count(*) from range(100000000) a, range(100000) b', timeout_ms: 1_000 },
  })
  // No answer holds a row of more than 16 MB, first on its page or behind others.
  const large = (of: string) => `select case when n = ${of} then repeat('x', 17000000) end as big from range(3000) t(n)`
  await stage.ask('runQuery', { json: { sql: large('0') } })
  const { body } = await stage.ask('runQuery', { json: { sql: large('2900'), limit: 1 } })
  await stage.ask('readResult', { names: { result_id: body?.id ?? 'res_none' }, query: 'offset=2890' })
  await stage.ask('readResult', { by: 'editor session' })
  const failing = [
    { code: 'SELECT CAST(name AS INTEGER) AS n FROM {{ s }}', args: { s: 'staff' } },
    { code: 'SELECT name FROM {{ s }} JOIN {{ other }} USING (name)', args: { s: 'staff' } },
    { code: 'def transform(s): return s', language: 'python', args: { s: 'staff' } },
  ]
  for (const transform of failing) {
    await stage.ask('createTransform', { json: { name: fresh('failing'), ...transform } })
    await stage.ask('putTransform', { names: { name: fresh('failing') }, json: transform })
  }
  await stage.ask('createTransform', {
    json: { name: 'staff', code: 'SELECT name FROM {{ s }}', args: { s: 'staff' } },
  })
  await stage.ask('putTransform', {
    names: { name: 'staff' },
    json: { code: 'SELECT name FROM {{ s }}', args: { s: 'staff' } },
  })
  const [first, second] = [fresh('round'), fresh('round')]
  const from = (table: string) => ({ code: 'SELECT word FROM {{ s }}', args: { s: table } })
  await stage.ask('createTransform', { json: { name: first, ...from('plain') } })
  await stage.ask('createTransform', { json: { name: second, ...from(first) } })
  await stage.ask('putTransform', { names: { name: first }, json: from(second) })
  await stage.ask('createTransform', { json: { name: first, ...from(second), replace: true } })
  const later = fresh('later')
  await stage.ask('createTransform', {
    json: { name: later, code: 'SELECT CAST(word AS INTEGER) AS n FROM {{ s }}', args: { s: 'plain' }, run: false },
  })
  await stage.ask('runTransform', { names: { name: later }, json: {} })
  await world.service.admin.query(
    "update transform set language = 'python' where workbook_id = $1 and table_id = (select artifact_id from artifact where workbook_id = $1 and name = $2)",
    [fromWireId('wb', world.workbookId), later],
  )
  await stage.ask('runTransform', { names: { name: later }, json: {} })
  const spec = (sql: string) => ({
    title: 'Bad',
    spec: {
      blocks: [
        { kind: 'query', sql },
        { kind: 'query_table', sql },
      ],
    },
  })
  for (const sql of ['select nowhere from staff', 'delete from staff', 'true); delete from staff; select (true']) {
    const name = fresh('bad')
    const put = await stage.ask('putSheet', {
      names: { name },
      json: { title: 'Bad', spec: { blocks: [{ kind: 'table_view', table: 'plain', filter: sql }] } },
    })
    if (put.status >= 400) await stage.ask('putSheet', { names: { name }, json: spec(sql) })
    await stage.ask('renderSheet', { names: { name } })
  }
  await stage.ask('putSheet', {
    names: { name: 'view' },
    json: { title: 'x', expected_version: 1_000, spec: { blocks: [{ kind: 'table_view', table: 'staff' }] } },
  })
  await stage.ask('putChart', { names: { name: 'staff' }, json: { table: 'staff', spec: { mark: 'bar' } } })
  await stage.ask('exportTables', { json: { tables: ['copy'], record_branch: true } })
  await stage.ask('exportTables', { json: { tables: ['staff'], format: 'csv', formula_mode: 'preserve' } })
  await stage.ask('exportTables', { json: { tables: ['staff'], formula_mode: 'generate' } })
  await stage.ask('exportTables', { json: { tables: ['staff'], columns: ['nope'] } })
  await stage.ask('exportTables', { json: { tables: ['staff'], split_by: 'pay' } })
  await stage.ask('exportTables', { json: { tables: ['staff'], filter: { column: 'born', op: '=', value: 'soon' } } })
  await stage.ask('exportTables', { by: 'viewer token workbook', json: { tables: ['staff'], record_branch: true } })
  const { body: empty } = await world.owner.call('POST', '/api/v1/workbooks', {
    title: 'Empty',
    workspace_id: world.workspace,
  })
  await stage.ask('exportTables', { by: OWNER, names: { workbook_id: empty.workbook_id }, json: {} })
}

/** What an editor did while they could see everything, taken back or merged when they no longer can. */
export async function actAsFormerOwner(stage: Stage): Promise<void> {
  const { world } = stage
  const { ops, editorFile, people, at } = world
  for (const by of [EDITOR, 'editor session', 'owner session', 'admin session', 'exempt session'])
    for (const opId of Object.values(ops))
      await stage.ask('undoOp', { by, names: { op_id: opId }, door: 'undoOp by a former owner' })
  const { body } = await people.editor.call('POST', `${at}/tables/staff/rows`, {
    ...ANY,
    rows: [{ __svc_row_id: 3, city: 'Ise' }],
  })
  await people.owner.call('POST', `${at}/tables/staff/rows`, { ...ANY, rows: [{ __svc_row_id: 3, city: 'Uji' }] })
  await stage.ask('undoOp', { names: { op_id: String(body.op_id) } })
  await stage.ask('undoOp', { names: { op_id: String(body.op_id) }, query: 'force=true' })
  await stage.ask('undoOp', { names: { op_id: String(body.op_id) } })
  const bytes = withCells(editorFile.bytes, 'A2', [['renamed']])
  const fields = { branch_id: editorFile.branchId }
  const repeats = String(world.planted.columnName.value)
  for (const merge_mode of ['cell', 'row'])
    for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile'])
      await stage.ask(operation, {
        repeats,
        form: fileForm('staff.xlsx', bytes, { ...fields, merge_mode, dry_run: 'true' }),
      })
  for (const name of ['plain', 'copy'])
    for (const operation of ['mergeTable', 'mergeArtifact'])
      await stage.ask(operation, { repeats, names: { name }, form: fileForm('staff.xlsx', bytes, fields) })
  await stage.ask('mergeTable', { form: fileForm('staff.csv', 'name,city\nx,y\n', fields) })
  await stage.ask('syncFile', { form: fileForm('staff.csv', 'name,city\nx,y\n', fields) })
  await stage.ask('syncFile', { form: fileForm('unknown.csv', 'name,city\nx,y\n') })
  for (const operation of ['mergeTable', 'mergeArtifact'])
    await stage.ask(operation, { form: fileForm('staff.csv', '__svc_row_id,name\n1,x\n', fields) })
  await stage.ask('syncFile', { form: fileForm('staff.csv', '__svc_row_id,name\n1,x\n', fields) })
  await stage.ask('mergeTable', { repeats, form: fileForm('staff.xlsx', bytes, fields) })
  await stage.ask('mergeTable', { repeats, form: fileForm('staff.xlsx', bytes, fields) })
  await stage.ask('syncFile', { repeats, form: fileForm('staff.xlsx', bytes, fields) })
  await stage.ask('listConflicts', { query: 'status=all' })
  const conflicts = (await stage.ask('listConflicts', { by: 'owner session' })).body?.conflicts ?? []
  for (const { conflict_id } of conflicts)
    for (const action of ['drop_override', 'revert', 'acknowledge', 'acknowledge'])
      await stage.ask('resolveConflict', { names: { conflict_id }, json: { action } })
}

/** Rules about columns that are hidden, that do not fit, and that rows break. */
async function reachRuleProblems(stage: Stage) {
  const ask = (rules: readonly object[], expected_version: number | null = null) =>
    stage.ask('setTableRules', { json: { expected_version, rules, dry_run: true } })
  await ask([{ kind: 'range', column: 'name' }])
  await ask([{ kind: 'row', name: 'x', expression: 'name > 1' }])
  await ask([{ kind: 'row', name: 'x', expression: "name = 'x'" }])
  await ask([], 98_765)
  await stage.ask('setTableRules', {
    json: { expected_version: null, rules: [{ kind: 'one_of', column: 'name', values: ['x'] }] },
  })
  await stage.ask('readTableRules', { query: 'version=98765' })
}

/** Comments of others, about cells that are hidden, and about what is not there. */
async function reachCommentProblems(stage: Stage) {
  const hiddenOne = { comment_id: String(stage.world.names.comment_id) }
  await stage.ask('writeTableComment', { json: { target: { kind: 'row', row_id: 98_765 }, text: 'x' } })
  await stage.ask('writeTableComment', { json: { thread_id: hiddenOne.comment_id, text: 'x' } })
  await stage.ask('editTableComment', { names: hiddenOne, json: { text: 'x' } })
  await stage.ask('deleteTableComment', { names: hiddenOne })
  await stage.ask('resolveTableComment', { names: hiddenOne, json: { resolved: true } })
  const said = { by: OWNER, json: { target: { kind: 'row', row_id: 3 }, text: 'said by the owner' } }
  const { body } = await stage.ask('writeTableComment', said)
  const theirs = { comment_id: String(body.thread_id) }
  await stage.ask('editTableComment', { by: EDITOR, names: theirs, json: { text: 'x' } })
  await stage.ask('deleteTableComment', { by: EDITOR, names: theirs })
  await stage.ask('listTableComments', { query: 'cursor=none' })
}
