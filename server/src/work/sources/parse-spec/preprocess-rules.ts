import { parseColumnType } from '../../../engine/table/column-type.ts'
import type { Warning } from '../present-source.ts'

/** What a workspace has said once for all its files: one rule a line. */
export type Rule =
  | { kind: 'ignore-sheet'; sheet: Glob }
  | { kind: 'ignore-rows'; sheet: Glob; from: number; to: number }
  | { kind: 'header'; sheet: Glob; from: number; to: number }
  | { kind: 'type'; column: Glob; type: string }
  | { kind: 'null'; text: string }
  | { kind: 'fiscal-year'; month: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'tag'; column: Glob; tag: string }
  | { kind: 'structuring'; file: Glob; wish: 'auto' | 'skip' }

/** A pattern with `*` and `?` that a whole name must fit. */
export type Glob = (name: string) => boolean

export type ParsedRules = { rules: readonly Rule[]; warnings: readonly Warning[] }

const WORD = String.raw`("[^"]*"|\S+)`
const TEXT = '"([^"]*)"'
const ROWS = String.raw`(\d{1,7})-(\d{1,7})`

/** How each rule is written, and what is made of its parts; null: they make no sense. */
const GRAMMAR: readonly [pattern: string, rule: (...parts: string[]) => Rule | null][] = [
  [`ignore sheet ${WORD}`, (sheet) => ({ kind: 'ignore-sheet', sheet: globOf(sheet) })],
  [`ignore rows ${WORD} ${ROWS}`, (sheet, from, to) => rowsRule('ignore-rows', sheet, from, to)],
  [`header ${WORD} rows ${ROWS}`, (sheet, from, to) => rowsRule('header', sheet, from, to)],
  [String.raw`header ${WORD} rows (\d{1,7})`, (sheet, row) => rowsRule('header', sheet, row, row)],
  [`type ${WORD} (.+)`, (column, type) => (parseColumnType(type) ? { kind: 'type', column: globOf(column), type } : null)],
  [`null ${TEXT}`, (text) => ({ kind: 'null', text })],
  [String.raw`fiscal year starts (\d{1,2})`, (month) => fiscalYear(Number(month))],
  [`rename ${TEXT} to ${TEXT}`, (from, to) => (to === '' ? null : { kind: 'rename', from, to })],
  [`tag ${WORD} ${WORD}`, (column, tag) => ({ kind: 'tag', column: globOf(column), tag })],
  [`structuring ${WORD} (auto|skip)`, (file, wish) => structuringRule(file, wish)],
] // biome-ignore format: a table

/** A line that is no rule becomes a warning, and has no effect. */
export function parseRules(text: string | null): ParsedRules {
  const rules: Rule[] = []
  const warnings: Warning[] = []
  for (const [n, written] of (text ?? '').split(/\r?\n/).entries()) {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) continue
    const rule = parseRule(line)
    if (rule) rules.push(rule)
    else
      warnings.push(
        ruleWarning('rule_not_understood', `Line ${n + 1} of preprocess_rules is no rule: ${line.slice(0, 200)}`),
      )
  }
  return { rules, warnings }
}

export const ruleWarning = (code: string, message: string): Warning => ({
  code,
  message,
  region_id: null,
  column: null,
  count: 1,
})

function parseRule(line: string): Rule | null {
  for (const [pattern, rule] of GRAMMAR) {
    const [whole, ...parts] = new RegExp(`^${pattern.replaceAll(' ', String.raw`\s+`)}$`, 'i').exec(line) ?? []
    if (whole !== undefined) return rule(...parts)
  }
  return null
}

function rowsRule(kind: 'ignore-rows' | 'header', sheet = '', first = '', last = ''): Rule | null {
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && to >= from ? { kind, sheet: globOf(sheet), from, to } : null
}

const fiscalYear = (month: number): Rule | null => (month >= 1 && month <= 12 ? { kind: 'fiscal-year', month } : null)

const structuringRule = (file = '', wish = ''): Rule => ({
  kind: 'structuring',
  file: globOf(file),
  wish: wish.toLowerCase() === 'skip' ? 'skip' : 'auto',
})

const foldedLetters = (text: string) => [...text.normalize('NFC').toLowerCase()]

/** Not by a regular expression: with several `*` one can take longer than anybody waits, and workspaces write these patterns. */
function globOf(written = ''): Glob {
  const pattern = foldedLetters(written.replace(/^"|"$/g, ''))
  return (name) => isFitting(pattern, foldedLetters(name))
}

/** Goes back to the last `*` only, so that the work is at most the product of both lengths. */
function isFitting(pattern: readonly string[], name: readonly string[]): boolean {
  let [p, n, star, taken] = [0, 0, -1, 0]
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p
      taken = n
      p += 1
    } else if (pattern[p] === '?' || pattern[p] === name[n]) {
      p += 1
      n += 1
    } else if (star >= 0) {
      p = star + 1
      taken += 1
      n = taken
    } else return false
  }
  return pattern.slice(p).every((letter) => letter === '*')
}

/** Whether files of this name are to land as they are; the last rule that fits decides. */
export function isSkippedBy(rules: readonly Rule[], filename: string): boolean {
  const fitting = rules.findLast((rule) => rule.kind === 'structuring' && rule.file(filename))
  return fitting?.kind === 'structuring' && fitting.wish === 'skip'
}
