import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import type { Settings } from '../../../platform/settings.ts'
import { recordName } from './domain.ts'

const TIMEOUT_MS = 3_000
const TRIES = 2

/** What name servers say: the texts of the domain's record, each put together from its parts. None where they do not answer. */
export async function findChallenges({ fetching }: Pick<Settings, 'fetching'>, domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (fetching.nameServers.length > 0) resolver.setServers(fetching.nameServers)
  try {
    const records = await resolver.resolveTxt(recordName(domainToASCII(domain)))
    return records.map((parts) => parts.join(''))
  } catch {
    // No such name, or no answer: nothing is proven.
    return []
  }
}
