import { ServiceError } from '../../platform/errors.ts'

export const providerDisabled = (provider: string) =>
  new ServiceError('not_implemented', 'provider_disabled', {
    title: 'This drive is not set up',
    detail: `The operator of the service has not set up ${provider}.`,
    suggestedFix: 'Ask for it to be set up, or upload the file.',
  })

export const providerNotAuthorized = (provider: string, authorizeUrl: string) =>
  new ServiceError('forbidden', 'provider_not_authorized', {
    title: 'The service may not read your drive',
    detail: `You have not allowed it to read your files at ${provider}, or have taken that back.`,
    suggestedFix: 'Open authorize_url in a browser, allow it there, and send the request again.',
    extra: { authorize_url: authorizeUrl },
  })

export const driveBusy = (retryAfterSeconds: number) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The drive asks for patience',
    detail: 'It was asked too much in a short time.',
    suggestedFix: `Send the request again after ${retryAfterSeconds} seconds.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

export const driveFailed = () =>
  new ServiceError('upstream', 'upstream_error', {
    title: 'The drive did not answer as it should',
    detail: 'The provider of the drive failed, or refused the file.',
    suggestedFix: 'Open the file on the drive; if that works, try again in a minute.',
  })

export const cloudFileNotFound = () =>
  new ServiceError('not_found', 'not_found', {
    title: 'No such file on the drive',
    detail: 'Your drive has no file of this id, or does not let you see it.',
    suggestedFix: 'List the files with GET /api/v1/cloud-files/{provider} and take the id from there.',
    extra: { resource: 'file' },
  })

export const fileKeepsChanging = (name: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The file changes while it is read',
    detail: `'${name}' was another one after each of several attempts to read it.`,
    suggestedFix: 'Send the request again when the file is not being edited.',
    headers: { 'retry-after': '10' },
  })

export const cloudFileTooLarge = (maxBytes: number) =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The file is too large',
    detail: `A file of a drive has ${maxBytes} bytes at most.`,
    suggestedFix: 'Download it and bring it to an upload slot, which takes larger ones.',
    extra: { max_bytes: maxBytes },
  })

export const notYourAuthorization = () =>
  new ServiceError('forbidden', 'session_required', {
    title: 'This was begun by another user, or too long ago',
    detail: 'Only the user who began it can allow access to their drive, in a browser where they are signed in here.',
    suggestedFix: 'Ask GET /api/v1/me/authorize/{provider} again, and open its authorize_url where you are signed in.',
  })
