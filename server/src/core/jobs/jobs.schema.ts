import { Type } from 'typebox'
import { NamedObject } from '../../platform/http/schema.ts'

/** Of an answer that is a job instead: GET /jobs/{job_id} says when it is done. */
export const StartedJob = NamedObject('StartedJob', { job_id: Type.String(), status: Type.Literal('pending') })
