import { type OwnTool, ToolRefusal } from '@bindery-data/mcp/forward-stdio.ts'
import type { Client } from '@bindery-data/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FolderState } from './follow-folder.ts'
import type { KeptFile } from './kept-folder.ts'
import { type SaveOptions, saveFile } from './save-file.ts'
import type { WriteRules } from './write-place.ts'

/** As many as fit into an answer; the others are found by search_data. */
const MOST_LISTED = 100

type Behind = { client: Client; rules: WriteRules; look: () => Promise<FolderState> }

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 1_000, description }) as const
const flag = (description: string) => ({ type: 'boolean', default: false, description }) as const
const nullable = (type: string) => ({ type: [type, 'null'] }) as const

/** What only the agent's own machine can do: list the files of the folder, and write one. */
export function localTools({ client, rules, look }: Behind): OwnTool[] {
  return [
    {
      described: {
        name: 'list_files',
        title: 'List the files of the folder',
        description:
          'Files of the folder on this machine, the source that each became in the workbook, and why one could not be read. Changed files are read again before every tool call. Next: inspect_workbook with a source, or query.',
        annotations: annotations('List the files of the folder', true),
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        _meta: FOR_THE_AGENT_ALONE,
        outputSchema: LISTED,
      },
      run: async () => listFiles(rules, await look()),
    },
    {
      described: {
        name: 'save_file',
        title: 'Write a file to this machine',
        description:
          'Writes a file into the folder that the user allows (list_files says which): a source as it is now, edits of edit_file included, byte for byte (source), or tables as a new xlsx or csv (tables, without it all of them). Edits of rows (edit_rows) are in tables, not in sources. in_place puts a source over its original, where the user allows that.',
        annotations: annotations('Write a file to this machine', false),
        inputSchema: SAVE,
        _meta: FOR_THE_AGENT_ALONE,
        outputSchema: SAVED,
      },
      run: async (args) => saveFile({ client, rules, files: await look() }, checked(args)),
    },
  ]
}

/** A page that a client shows must not write to this machine. */
const FOR_THE_AGENT_ALONE = { ui: { visibility: ['model'] } }

const annotations = (title: string, isReading: boolean) => ({
  title,
  readOnlyHint: isReading,
  destructiveHint: !isReading,
  idempotentHint: isReading,
  openWorldHint: false,
})

const LISTED = {
  type: 'object',
  properties: {
    folder: { type: 'string' },
    workbook_id: nullable('string'),
    write_to: { ...nullable('string'), description: 'Where save_file may write; null: nowhere' },
    in_place: { type: 'boolean', description: 'Whether save_file may replace originals' },
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          state: { enum: ['read', 'failed', 'gone', 'result', 'reading'] },
          source: nullable('string'),
          revision: nullable('integer'),
          note: nullable('string'),
        },
        required: ['path', 'state', 'source', 'revision', 'note'],
      },
    },
    more: { type: 'integer', description: 'Files that are not listed' },
  },
  required: ['folder', 'workbook_id', 'write_to', 'in_place', 'files', 'more'],
} as const

const SAVE = {
  type: 'object',
  properties: {
    workbook_id: text('The workbook of the folder when left out'),
    source: text('A source, by its name'),
    tables: { type: 'array', items: text('A table, by its name'), minItems: 1, maxItems: 100 },
    path: text('Relative to the folder of --write-to; ends as the file does (.xlsx, .csv)'),
    in_place: flag('Over the original of the source, instead of a path'),
    overwrite: flag('Replace a file that this tool wrote before'),
  },
  additionalProperties: false,
} as const

const SAVED = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    size_bytes: { type: 'integer' },
    sha256: { type: 'string' },
    replaced: { type: 'boolean' },
  },
  required: ['path', 'size_bytes', 'sha256', 'replaced'],
} as const

const check = new Ajv2020({ allErrors: true, strict: false }).compile<SaveOptions>(SAVE)

function checked(args: unknown): SaveOptions {
  if (check(args)) return args
  const [wrong] = check.errors ?? []
  throw new ToolRefusal({
    code: 'invalid_request',
    title: 'The arguments do not fit',
    detail: `${wrong?.instancePath || 'The arguments'} ${wrong?.message ?? 'are wrong'}.`,
    suggested_fix: 'Give the arguments that the schema of the tool describes.',
  })
}

function listFiles({ folder, writeTo, isInPlaceAllowed }: WriteRules, { workbookId, files, pending }: FolderState) {
  const known = Object.entries(files).map(([path, file]) => ({
    path,
    state: pending.includes(path) ? 'reading' : stateOf(file),
    source: file.source,
    revision: file.revision,
    note: file.error ?? file.note,
  }))
  const first = pending.filter((path) => !files[path])
  const waiting = first.map((path) => ({ path, state: 'reading', source: null, revision: null, note: null }))
  const all = [...known, ...waiting].sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    folder,
    workbook_id: workbookId,
    write_to: writeTo,
    in_place: isInPlaceAllowed,
    files: all.slice(0, MOST_LISTED),
    more: Math.max(0, all.length - MOST_LISTED),
  }
}

function stateOf({ isGone, error, sourceId }: KeptFile) {
  if (isGone) return 'gone'
  if (error !== null) return 'failed'
  return sourceId === null ? 'result' : 'read'
}
