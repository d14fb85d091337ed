import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { notFound } from '../../platform/errors.ts'

/** A piece of common work, for a person to pick in their client. */
type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly { name: string; description: string }[]
  text: (given: Record<string, string>) => string
}

const WORKBOOK = { name: 'workbook_id', description: 'The wb_… id of the workbook' }

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'look_over_workbook',
    title: 'Look over a workbook',
    description: 'What is in it, how it hangs together, and what seems wrong with it',
    arguments: [WORKBOOK],
    text: ({ workbook_id }) =>
      `Look over the Bindery workbook ${workbook_id}. List its tables and files with list_workbooks, describe each table with a profile, and find out with get_lineage which are made from which. Then tell me in a page: what it is about, the tables that matter and what a row of each is, columns that join them, and what looks wrong (gaps, duplicates, totals among rows, texts where numbers belong), each with the query that shows it. Change nothing.`,
  },
  {
    name: 'mend_reading',
    title: 'Mend how a file was read',
    description: 'Compares a sheet with the tables made of it, and corrects the parse spec',
    arguments: [WORKBOOK, { name: 'source', description: 'The name of the uploaded file' }],
    text: ({ workbook_id, source }) =>
      `Check how Bindery read the file ${source} of workbook ${workbook_id}. Look at the sheet with read_cells and at get_parse_spec, and compare: are the header rows, the data range, totals and notes, the types of columns right? Where something is wrong, get the region whole, correct it with correct_parse, and look at the preview it answers. When it is right, show me the difference and ask before you call materialize_source.`,
  },
  {
    name: 'answer_from_tables',
    title: 'Answer a question from tables',
    description: 'Finds the tables, queries them, and shows how the answer came about',
    arguments: [{ name: 'question', description: 'What you want to know' }],
    text: ({ question }) =>
      `Answer from the data in Bindery: ${question}\nFind the tables with search_data or list_workbooks, read their columns with describe_table, and compute with query; do not add up rows yourself. Say which tables and SQL the answer rests on, whether any of them is stale or has masked columns, and what you could not find.`,
  },
]

export const listPrompts = (): ListPromptsResult => ({
  prompts: PROMPTS.map(({ name, title, description, arguments: asked }) => ({
    name,
    title,
    description,
    arguments: asked.map((each) => ({ ...each, required: true })),
  })),
})

export function getPrompt(name: string, given: Record<string, string> = {}): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name)
  if (!prompt) throw notFound('prompt', name)
  for (const { name: wanted } of prompt.arguments) {
    if (!given[wanted]) throw invalidField(['arguments', wanted], 'required', 'is required')
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  }
}
