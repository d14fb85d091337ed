/** By operation: what a body is for, and the body. A test holds each against the schema of its operation. */
export const API_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createWorkbook: {
    'In the own workspace': { title: 'Sales 2026' },
    'Whose columns get Japanese names': { title: '売上 2026', workspace_id: 'personal', language: 'ja' },
  },
  runQuery: {
    'A sum by group, with a value for ?': {
      sql: 'SELECT region, sum(amount) AS total FROM sales WHERE paid >= ? GROUP BY region ORDER BY total DESC',
      params: ['2026-04-01'],
    },
    'The tables as a version had them': { sql: 'SELECT count(*) AS orders FROM sales', as_of: 'version:March close' },
  },
  summarizeTable: {
    'Sales by month': {
      table: 'sales',
      group_by: [{ column: 'paid', by: 'month' }],
      measures: [{ function: 'sum', column: 'amount' }],
    },
    'The five largest regions, a column for each year': {
      table: 'sales',
      group_by: [{ column: 'region' }],
      pivot: { column: 'paid', by: 'year' },
      measures: [{ function: 'sum', column: 'amount' }, { function: 'count' }],
      top: { count: 5 },
    },
  },
  writeTableRows: {
    'Change one row and add one, if the version is still that one': {
      rows: [
        { __svc_row_id: 17, amount: 1200 },
        { region: 'west', amount: 80 },
      ],
      expected_version: 4,
    },
    'Update by a key, and try it only': {
      rows: [{ order_no: 'A-1001', status: 'paid' }],
      match_on: ['order_no'],
      expected_version: null,
      dry_run: true,
    },
  },
  deleteTableRows: {
    'Two rows': { row_ids: [17, 18], expected_version: 5 },
    'What would be deleted': { row_ids: [17], expected_version: null, dry_run: true },
  },
  setTableRules: {
    'A key and a range': {
      rules: [
        { kind: 'unique', columns: ['order_no'] },
        { kind: 'range', column: 'amount', min: 0 },
      ],
      expected_version: null,
    },
    'For new rows only; what breaks them is set aside': {
      rules: [{ kind: 'one_of', column: 'status', values: ['open', 'paid'] }],
      expected_version: 2,
      enforce: 'new',
      on_violation: 'quarantine',
    },
  },
  patchParseSpec: {
    'The table begins at row 4': {
      spec_version: 1,
      operations: [{ op: 'set_header_rows', region: 'r1', rows: [4] }],
    },
    'A column is a date and has another name': {
      spec_version: 1,
      operations: [
        { op: 'rename', region: 'r1', column: 'C', name: 'paid' },
        { op: 'set_type', region: 'r1', column: 'C', type: 'DATE' },
      ],
    },
  },
  materializeSource: {
    'Each region as a new table': { regions: ['r1', 'r2'] },
    'Rows into a table that is there, by a key': {
      regions: ['r1'],
      target: { mode: 'upsert', table: 'sales', match_on: ['order_no'], expected_version: null },
    },
  },
  createTransform: {
    'Made with SQL': {
      name: 'sales_by_region',
      code: 'SELECT region, sum(amount) AS total FROM {{ orders }} GROUP BY region',
      args: { orders: 'sales' },
    },
    'A view with a key, so that cells can be overridden': {
      name: 'open_orders',
      code: "SELECT * FROM {{ orders }} WHERE status = 'open'",
      args: { orders: 'sales' },
      key: ['order_no'],
    },
  },
  proposeRows: {
    'A correction that others review': {
      title: 'Amounts of March as invoiced',
      changes: [{ table: 'sales', expected_version: 5, rows: [{ __svc_row_id: 17, amount: 1250 }] }],
    },
    'Rows to delete, with the reason': {
      title: 'Remove duplicates',
      description: 'Sent twice on 3 March',
      changes: [{ table: 'sales', expected_version: null, delete: [21, 22] }],
      expires_in_days: 7,
    },
  },
  commitVersion: {
    'A name for the state of now': { label: 'March close' },
    'With what it is for': { label: 'Budget 2027, second draft', summary: 'After the meeting of 12 November' },
  },
  exportTables: {
    'A workbook of Excel that can come back edited': { tables: ['sales'], format: 'xlsx', record_branch: true },
    'Some rows and columns as csv': {
      tables: ['sales'],
      format: 'csv',
      columns: ['order_no', 'amount'],
      filter: { column: 'region', op: '=', value: 'west' },
    },
  },
  createLink: {
    'A dashboard for two weeks': { kind: 'dashboard', target: 'Sales', expires_in_days: 14 },
    'A table, with a note for whom': { kind: 'table', target: 'prices', name: 'Tanaka Trading' },
  },
  setPolicy: {
    'Only hr sees what is tagged': { role: 'hr', effect: 'allow' },
    'All others see the last four characters': { role: '*', effect: 'mask', mask_style: 'last4' },
  },
}
