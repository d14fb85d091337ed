import { expect, test } from 'vitest'
import { startService } from '../../../test/service.ts'
import { graceHours } from '../../engine/storage/sweep-segments.ts'
import { connectDatabase } from '../../platform/postgres.ts'
import { readSettings } from './config.ts'

const service = startService()

test('how long each is kept is a setting', async () => {
  const environment = {
    SVC_HISTORY_DAYS: '30',
    SVC_BRANCH_DAYS: '60',
    SVC_UPLOAD_HOURS: '48',
    SVC_BACKUP_DAYS: '14',
    SVC_TRASH_DAYS: '5',
    SVC_JOB_DAYS: '6',
    SVC_RESULT_DAYS: '8',
    SVC_DELIVERY_DAYS: '9',
  }
  const { retention, databaseUrl } = readSettings({
    ...process.env,
    DATABASE_URL: service.running.settings.databaseUrl,
    ...environment,
  })
  const { db, pool } = connectDatabase({
    url: databaseUrl,
    poolSize: 1,
    name: 'test',
    historyDays: retention.historyDays,
  })

  const { rows } = await pool.query("select current_setting('bindery.history_days') as days")
  await db.destroy()

  expect(rows).toEqual([{ days: '30' }])
  expect(retention).toMatchObject({
    branchDays: 60,
    uploadHours: 48,
    trashDays: 5,
    finishedJobDays: 6,
    resultDays: 8,
    deliveryDays: 9,
  })
  expect([graceHours(0), graceHours(retention.backupDays)]).toEqual([24, 14 * 24])
})
