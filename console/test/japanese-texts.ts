import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/** A text of the console, and where it stands. */
export type FoundText = { file: string; line: number; text: string }

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ name, source: readSource(`${folder}${name}`) }))

const readSource = (path: string) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

/** Every text that a call of `words` has for Japanese: its second part. */
export function japaneseTexts(): FoundText[] {
  return filesOf(SOURCES).flatMap(({ name, source }) => {
    const found: FoundText[] = []
    walk(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'words') return
      const [, japanese] = node.arguments
      if (japanese) collect(japanese, name, source, found)
    })
    return found
  })
}

/** Letters that stand in the markup itself, which no language changes. */
export function textsInMarkup(): FoundText[] {
  return filesOf(SOURCES).flatMap(({ name, source }) => {
    const found: FoundText[] = []
    walk(source, (node) => {
      if (ts.isJsxText(node)) add(found, name, source, node, node.text)
      const isSaid = ts.isJsxAttribute(node) && SAID.has(node.name.getText())
      if (isSaid && node.initializer && ts.isStringLiteral(node.initializer))
        add(found, name, source, node, node.initializer.text)
    })
    return found.filter(({ text }) => /\p{L}/u.test(text))
  })
}

/** Attributes that people read or hear. */
const SAID: ReadonlySet<string> = new Set(['title', 'placeholder', 'alt', 'aria-label', 'label'])

function collect(part: ts.Node, name: string, source: ts.SourceFile, found: FoundText[]) {
  walk(part, (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) return
    if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent)) add(found, name, source, node, node.text)
    else if (ts.isStringLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.initializer === node)
      add(found, name, source, node, node.text)
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      add(found, name, source, node, node.text)
    else if (ts.isNoSubstitutionTemplateLiteral(node)) add(found, name, source, node, node.text)
  })
}

function add(found: FoundText[], file: string, source: ts.SourceFile, node: ts.Node, text: string) {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  if (text.trim() !== '') found.push({ file, line: line + 1, text: text.trim() })
}

function walk(node: ts.Node, visit: (node: ts.Node) => void) {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** Names that Japanese writes in Latin letters: products, formats, keys, and what is typed as it is. */
export const LATIN = new Set(
  `Bindery Excel SQL CSV xlsx csv Parquet Markdown JSON API CLI MCP SDK URL ID Webhook webhook HTTP HTTPS OData
  PostgreSQL Iceberg Python TypeScript Ctrl Enter Tab Esc Space Shift Delete SELECT FROM English GB MB KB LIKE
  Google Drive OneDrive PDF UTC POST https AND Solo Pro bindery grant curl pandas polars token Model Context
  Protocol yyyy mm dd SSL SQLAlchemy URI`.split(/\s+/),
)

/** Words of the Japanese console in Latin letters that no Japanese reader expects so, with where each stands. */
export function latinInJapanese(): string[] {
  return japaneseTexts().flatMap(({ file, line, text }) =>
    (text.replace(/`[^`]*`/g, '').match(/[A-Za-z][A-Za-z]+/g) ?? [])
      .filter((word) => !LATIN.has(word))
      .map((word) => `${file}:${line} “${word}” in “${text}”`),
  )
}
