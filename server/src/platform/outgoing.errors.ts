import { ServiceError } from './errors.ts'

/** Why the service does not go where somebody sends it. */
export type UrlRefusal = 'scheme' | 'credentials' | 'port' | 'localhost' | 'private_network' | 'dns' | 'redirect'

const DETAIL: Record<UrlRefusal, string> = {
  scheme: 'The address does not begin with a scheme that is allowed here.',
  credentials: 'The address holds a user name or a password.',
  port: 'Only the ports 80 and 443 are reached.',
  localhost: 'The address names the machine of the service itself.',
  private_network: 'The address leads into a private network.',
  dns: 'The name of the host leads nowhere.',
  redirect: 'The address sends on to another one, and nobody follows.',
}

export const urlRefused = (reason: UrlRefusal) =>
  new ServiceError('invalid', 'url_refused', {
    title: 'The service does not go there',
    detail: DETAIL[reason],
    suggestedFix: 'Name a public https address; whoever runs the service can allow private ones.',
    extra: { reason },
  })
