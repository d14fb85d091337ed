import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type WildCase = { publisher: string; isPlain: boolean; isKeptOut: boolean }

/** Files of one publisher are alike. `SheetJS/enron_xls` holds the mailboxes of many: each is one. */
const publisherOf = (repository: string, name: string) =>
  /\[(mailbox [\w-]+)\]/.exec(name)?.[1] ?? `${repository} ${name}`

/**
 * Half of the publishers are kept out while readings are mended, chosen by what no mend can change: the first byte of the hash of their
 * name is odd. The rule was written down before any file was looked at.
 */
const isKeptOut = (publisher: string) => (createHash('sha256').update(publisher).digest()[0] ?? 0) % 2 === 1

/** The cases of a pack by their slugs, from its INDEX.tsv: slug, repository, publisher, kind, language, truth. */
export function readWildIndex(pack: string): Map<string, WildCase & { language: string }> {
  const [, ...lines] = readFileSync(`${pack}/INDEX.tsv`, 'utf8').trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const [slug = '', repository = '', name = '', kind = '', language = 'en'] = line.split('\t')
      const publisher = publisherOf(repository, name)
      return [slug, { publisher, isPlain: kind === 'plain list', isKeptOut: isKeptOut(publisher), language }]
    }),
  )
}
