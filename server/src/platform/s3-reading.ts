import type * as S3 from '@aws-sdk/client-s3'
import type { BlobReading, SignableRequest } from './blobs.ts'

export type S3Location = { endpoint: string | null; region: string; bucket: string }

/** Plain names only: an escape, a query or a climb names no object of ours. */
const NAME = /^[A-Za-z0-9._/-]+$/

/** Programs that speak S3 themselves read single objects from the bucket, each request signed for them. */
export function readingFromS3(client: S3.S3Client, location: S3Location): BlobReading {
  const { bucket, endpoint, region } = location
  const places = placesOf(location)
  return {
    settings: {
      'client.region': region,
      's3.region': region,
      ...(endpoint === null ? {} : { 's3.endpoint': endpoint, 's3.path-style-access': 'true' }),
    },
    locationOf: (name) => `s3://${bucket}/${name}`,
    nameAt: (address) => {
      const place = places.find((each) => address.startsWith(each))
      const name = place && address.slice(place.length)
      return name && NAME.test(name) ? name : undefined
    },
    sign: (request) => sign(client, request),
  }
}

/** Where objects of the bucket may be asked for, by a client that knows the settings above. */
function placesOf({ bucket, endpoint, region }: S3Location): string[] {
  if (endpoint !== null) return [`${endpoint.replace(/\/$/, '')}/${bucket}/`]
  const hosts = [`s3.${region}.amazonaws.com`, 's3.amazonaws.com']
  return hosts.flatMap((host) => [`https://${bucket}.${host}/`, `https://${host}/${bucket}/`])
}

/** Only what had to be added: clients put it beside their own headers. Ranges stay free, so that one signature does for all of an object. */
async function sign(
  client: S3.S3Client,
  { method, address, headers }: SignableRequest,
): Promise<Record<string, string>> {
  const { protocol, hostname, port, host, pathname } = new URL(address)
  const own = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-') && name !== 'x-amz-date' && name !== 'x-amz-security-token')
  const given = Object.fromEntries([['host', host], ...own])
  const signer = await client.config.signer()
  const signed = await signer.sign({
    method,
    protocol,
    hostname,
    ...(port ? { port: Number(port) } : {}),
    path: pathname,
    query: {},
    headers: { ...given },
  })
  return Object.fromEntries(Object.entries(signed.headers).filter(([name]) => given[name.toLowerCase()] === undefined))
}
