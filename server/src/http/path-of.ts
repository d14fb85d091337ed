import type { FastifyRequest } from 'fastify'

/** The path as it was sent, without the query string. */
export const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? request.url
