import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Where an import that names a package leads, below the repository, when that package is part of the same published one. */
export type InnerPlaces = (specifier: string) => string | undefined

type Replacement = { from: number; to: number; text: string }

/**
 * A source file as Node runs it from node_modules: without types, line for line. A text that names another source file by its
 * path names the JavaScript file instead; imports of packages stay as they are, because the `exports` of the package answer them.
 */
export function plainJavaScript(root: string, file: string, source: string, innerPlaces: InnerPlaces): string {
  return renameFiles(root, file, stripTypeScriptTypes(source), innerPlaces)
}

/** The same for the declarations that the compiler made of a file. */
export function publishedDeclarations(root: string, file: string, declarations: string): string {
  return renameFiles(root, file, declarations, () => undefined)
}

function renameFiles(root: string, file: string, text: string, innerPlaces: InnerPlaces): string {
  const folder = dirname(file)
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS)
  const replacements: Replacement[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node)) {
      const name = publishedName(root, folder, node.text, innerPlaces)
      if (name) replacements.push({ from: node.getStart(parsed) + 1, to: node.getEnd() - 1, text: name })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return replacements
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, text: name }) => result.slice(0, from) + name + result.slice(to), text)
}

function publishedName(root: string, folder: string, named: string, innerPlaces: InnerPlaces): string | undefined {
  const inner = innerPlaces(named)
  if (inner) return withDot(relative(folder, inner)).replace(/\.ts$/, '.js')
  if (!named.endsWith('.ts') || !existsSync(join(root, folder, named))) return undefined
  return named.replace(/\.ts$/, '.js')
}

const withDot = (path: string) => (path.startsWith('.') ? path : `./${path}`)
