import type { Wire } from '@bindery-data/sdk'

/** A file that comes again and again. */
export type FollowedFile = Wire.FileLink
