import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isProblem, type Wire, type Workbook } from '@bindery-data/sdk'
import { type Call, type Command, textOption, UsageError, writeJson } from '../command.ts'
import { drawChecks } from '../drawing/draw-check.ts'
import { drawProgress } from '../drawing/draw-progress.ts'
import { drawStructure } from '../drawing/draw-structure.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

const STRUCTURING = ['auto', 'skip', 'defer'] as const
/** As much of a sheet as shows what was made of it. */
const SHOWN_RANGE = 'A1:Z20'

export const upload: Command = {
  name: 'upload',
  summary: 'a spreadsheet in, or several, or a folder of them; shows what it was taken for, and the tables',
  args: ['<file…>'],
  options: {
    structuring: { value: STRUCTURING.join('|'), summary: 'auto when left out; skip takes each sheet as it is' },
    staged: { summary: 'keep the file only: analyze it and correct that first' },
    quiet: { short: 'q', summary: 'do not draw the sheets' },
  },
  run: async (call) => {
    const paths = await filesIn(call.args)
    const [path = ''] = paths
    const structuring = STRUCTURING.find((each) => each === (textOption(call.options, 'structuring') ?? 'auto'))
    if (!structuring) throw new UsageError(`--structuring is one of ${STRUCTURING.join(', ')}`)
    const workbook = await call.workbook()
    const { terminal, signal } = call
    const mode = call.options.staged ? 'staged' : 'auto'
    if (paths.length > 1 || path.toLowerCase().endsWith('.zip'))
      return uploadSeveral(call, workbook, paths, { structuring, mode })
    const file = { content: await openAsBlob(path), filename: basename(path) }
    const uploaded = await workbook.upload(file, {
      structuring,
      mode,
      signal,
      onProgress: ({ sentBytes, totalBytes }) =>
        terminal.show(sentBytes < totalBytes ? drawProgress(sentBytes, totalBytes, terminal) : 'Reading it …'),
    })
    terminal.show('')
    if (call.isJson) return writeJson(call, uploaded)
    if (uploaded.existing) terminal.report('This very file is here already; nothing was changed.')
    if (!call.options.quiet && uploaded.source) await showSheets(call, workbook, uploaded.source)
    await terminal.write(drawTables((uploaded.artifacts ?? []).filter(isShown), call))
    const { parse_spec: spec } = uploaded.source ?? {}
    if (spec) await terminal.write(drawChecks(spec, terminal))
    for (const { question } of spec?.regions ?? [])
      if (question) terminal.report(`${terminal.paintStderr('yellow', '?')} ${textOf(question.text)}`)
    reportDoubts(uploaded, call)
  },
}

const SPREADSHEET = /^[^.~].*\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv)$/i

/** The files that are named, and the spreadsheets in the folders that are. */
async function filesIn(named: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of named) {
    const isFolder = await stat(path).then(
      (about) => about.isDirectory(),
      () => false,
    )
    if (!isFolder) found.push(path)
    else for (const name of (await readdir(path)).sort()) if (SPREADSHEET.test(name)) found.push(join(path, name))
  }
  if (found.length === 0) throw new UsageError('There is no spreadsheet to upload.')
  return found
}

type UploadOptions = { structuring: (typeof STRUCTURING)[number]; mode: 'auto' | 'staged' }

/** Forms of one template become rows of one table; of each file it is said what became of it. */
async function uploadSeveral(call: Call, workbook: Workbook, paths: readonly string[], wishes: UploadOptions) {
  const { terminal, signal } = call
  const files = await Promise.all(
    paths.map(async (path) => ({ content: await openAsBlob(path), filename: basename(path) })),
  )
  terminal.show(`Reading ${paths.length} files …`)
  const outcomes = await workbook.uploadFiles(files, { ...wishes, signal })
  terminal.show('')
  if (call.isJson) return writeJson(call, outcomes)
  const lines = outcomes.map(({ filename, outcome, template, tables, template_misses, error }) => [
    filename,
    outcome,
    template?.name ?? template_misses[0]?.name ?? '',
    error ?? template_misses[0]?.reasons[0]?.message ?? tables.join(', '),
  ])
  const columns = [{ name: 'file' }, { name: 'outcome' }, { name: 'template' }, { name: 'tables, or why not' }]
  await terminal.write(drawTable(columns, lines, terminal))
}

/** Draws every sheet that something was made of; raw cells of a governed workbook are not shown. */
async function showSheets(call: Call, workbook: Workbook, { name }: Wire.Source) {
  const source = workbook.source(name)
  try {
    const { regions } = await source.parseSpec({ signal: call.signal })
    for (const sheet of new Set(regions.map((region) => region.sheet))) {
      const { cells } = await source.preview({ sheet, range: SHOWN_RANGE, signal: call.signal })
      await call.terminal.write(`${drawStructure(sheet, regions, cells, call.terminal)}\n`)
    }
  } catch (error) {
    if (!isProblem(error, 'governed_workbook', 'source_not_analyzed', 'not_found')) throw error
  }
}

/** The sheets as they are rest in the archive once they are structured. */
const isShown = ({ state }: Wire.Artifact) => state === 'active'

function drawTables(artifacts: readonly Wire.Artifact[], { terminal }: Call): string {
  const lines = artifacts.map(({ name, row_count, schema }) => [
    name,
    row_count,
    (schema ?? []).map((column) => `${textOf(column.name)} ${textOf(column.type)}`).join(', '),
  ])
  return drawTable([{ name: 'table' }, { name: 'rows', isNumber: true }, { name: 'columns' }], lines, terminal)
}

function reportDoubts({ structuring, structuring_reason, warnings = [] }: Wire.Uploaded, { terminal }: Call) {
  if (structuring === 'raw_fallback') terminal.report(`The sheets are taken as they are: ${structuring_reason}`)
  for (const { message } of warnings) terminal.report(`${terminal.paintStderr('yellow', '!')} ${textOf(message)}`)
}
