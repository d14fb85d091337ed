import { type Command, listOption, type Options, textOption, UsageError, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { drawTable } from '../drawing/draw-table.ts'

const EFFECTS = ['mask', 'deny', 'allow', 'remove'] as const

export const policies: Command = {
  name: 'policies',
  summary: 'which tags hide columns from whom',
  args: [],
  options: {},
  run: async (call) => {
    const all = await (await call.workbook()).policies({ signal: call.signal })
    if (call.isJson) return writeJson(call, all)
    const columns = [{ name: 'tag' }, { name: 'role' }, { name: 'effect' }, { name: 'columns', isNumber: true }]
    const lines = all.map((each) => [each.tag, each.role, each.effect, each.columns])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const rowPolicies: Command = {
  name: 'row-policies',
  summary: 'which rows of tables callers see',
  args: [],
  options: {},
  run: async (call) => {
    const all = await (await call.workbook()).rowPolicies({ signal: call.signal })
    if (call.isJson) return writeJson(call, all)
    const lines = all.map((each) => [each.table, each.predicate, each.fits ? '' : 'shows no row'])
    await call.terminal.write(drawTable([{ name: 'table' }, { name: 'predicate' }, { name: '' }], lines, call.terminal))
  },
}

export const rowPolicy: Command = {
  name: 'row-policy',
  summary: 'set or remove which rows of a table callers see',
  args: ['<table>', '<predicate|remove>'],
  options: {
    mapping: { value: 'table', summary: 'take user.attributes from this table' },
    email: { value: 'column', summary: 'its column of addresses' },
    attribute: { value: 'name=column', summary: 'an attribute and its column; may be given again', isList: true },
    'may-write-unseen': { summary: 'let editors write rows that they do not see' },
  },
  run: async (call) => {
    const [table = '', predicate = ''] = call.args
    const workbook = await call.workbook()
    const { signal } = call
    if (predicate === 'remove') {
      await workbook.removeRowPolicy(table, { signal })
      return
    }
    const mapping = mappingFrom(call.options)
    const may_write_unseen = call.options['may-write-unseen'] === true
    const body = { predicate, may_write_unseen, ...(mapping ? { mapping } : {}) }
    const set = await workbook.setRowPolicy(table, body, { signal })
    if (call.isJson) return writeJson(call, set)
    call.terminal.report(`${set.table}: callers see rows where ${set.predicate}`)
  },
}

function mappingFrom(options: Options) {
  const table = textOption(options, 'mapping')
  const email = textOption(options, 'email')
  const pairs = listOption(options, 'attribute').map((pair) => pair.split(/=(.*)/s))
  if (table === undefined && email === undefined && pairs.length === 0) return undefined
  if (!table || !email || pairs.length === 0 || pairs.some(([name, column]) => !name || !column))
    throw new UsageError('a mapping takes --mapping table --email column --attribute name=column')
  return { table, email, attributes: Object.fromEntries(pairs.map(([name, column]) => [name ?? '', column ?? ''])) }
}

export const policy: Command = {
  name: 'policy',
  summary: 'set or remove what a tag does; with --column tag one first',
  args: ['<tag>', `<${EFFECTS.join('|')}>`],
  options: {
    role: { value: 'role', summary: 'for whom; everybody when left out' },
    column: { value: 'table.column', summary: 'a column to tag' },
  },
  run: async (call) => {
    const [tag = '', wanted] = call.args
    const effect = EFFECTS.find((each) => each === wanted)
    if (!effect) throw new UsageError(`An effect is one of ${EFFECTS.join(', ')}.`)
    const workbook = await call.workbook()
    const { signal } = call
    const role = textOption(call.options, 'role')
    const column = textOption(call.options, 'column')
    if (column) {
      const [, table = '', name = ''] = column.match(/^(.*)\.([^.]*)$/) ?? []
      if (!table) throw new UsageError('--column is <table>.<column>')
      await workbook.table(table).tag(name, tag, { signal })
    }
    if (effect === 'remove') {
      await workbook.removePolicy(tag, { ...(role ? { role } : {}), signal })
      return
    }
    const set = await workbook.setPolicy(tag, { effect, role }, { signal })
    if (call.isJson) return writeJson(call, set)
    call.terminal.report(
      `${set.tag}: ${set.effect} for ${set.role === '*' ? 'everybody' : set.role}, ${counted(set.columns, 'column')}`,
    )
  },
}
