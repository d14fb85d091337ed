import type { STSClient } from '@aws-sdk/client-sts'
import { assertState } from '../errors.ts'
import { assertBlobName, type BlobReading, type S3Location } from './blobs.ts'

/** The shortest that Amazon lends for: nothing takes them back before. */
const LENT_SECONDS = 15 * 60
/** What the name of a loan may be made of, and its length. */
const NOT_IN_NAME = /[^A-Za-z0-9_=,.@-]/g
const MOST_NAME = 64

/**
 * Credentials by the store's own service for such (STS `AssumeRole`), which servers that speak S3 have at the same address. What a role may
 * do is cut down to reading objects by name below one folder; even to list them is not in it.
 */
export function lenderOf({ endpoint, region, bucket, lentRole }: S3Location): BlobReading['lend'] {
  if (lentRole === null) return null
  let client: STSClient | undefined
  return async ({ folder, bearer }) => {
    assertBlobName(folder)
    // Loaded when wanted, like the rest of the SDK.
    const sts = await import('@aws-sdk/client-sts')
    client ??= new sts.STSClient({ region, maxAttempts: 3, ...(endpoint === null ? {} : { endpoint }) })
    const { Credentials: lent } = await client.send(
      new sts.AssumeRoleCommand({
        RoleArn: lentRole,
        RoleSessionName: bearer.replace(NOT_IN_NAME, '-').slice(0, MOST_NAME),
        DurationSeconds: LENT_SECONDS,
        Policy: readingOnly(`${bucket}/${folder}/*`),
      }),
    )
    assertState(lent?.AccessKeyId && lent.SecretAccessKey && lent.SessionToken, 'the store lends whole credentials')
    return {
      accessKeyId: lent.AccessKeyId,
      secretAccessKey: lent.SecretAccessKey,
      sessionToken: lent.SessionToken,
      expiresAt: lent.Expiration ?? new Date(Date.now() + LENT_SECONDS * 1_000),
    }
  }
}

const readingOnly = (objects: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${objects}`] }],
  })
