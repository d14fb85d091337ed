import pg from 'pg'
import { migrate } from '../server/src/platform/database/migrations.ts'

/** Makes an empty database, lends its address, and drops it again. DATABASE_URL names the server. */
export async function withDatabase<T>(purpose: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('DATABASE_URL is not set. Run scripts/services start, then the command again.')
  const name = `bindery_${purpose}_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await use(url.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

/** The same with all migrations and functions. */
export const withMigratedDatabase = <T>(purpose: string, use: (url: string) => Promise<T>): Promise<T> =>
  withDatabase(purpose, async (url) => {
    await migrate(url)
    return use(url)
  })
