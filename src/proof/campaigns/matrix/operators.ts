import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rotateKey } from '#server/service/keys/rotate-key.ts'
import { rotateWebhookSecret } from '#server/service/merchants/rotate-webhook-secret.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { MIGRATIONS_DIRECTORY } from '#server/database/migrate/migrations.ts'
import { settle } from '../simulation/settle.ts'
import type { Stage } from '../simulation/stage.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const OVERLAP_SECONDS = 86_400
/** A migration that changes the payments table, and loses its connection before the commit. */
const DEADLY =
  'alter table payments add column half_done int; select pg_terminate_backend(pg_backend_pid());'

export const OPERATIONS = { migrate: crashInMigration, rotate: crashInRotation }

/** A process of the next release crashes in the middle of its migration; the release that serves is restarted. */
async function crashInMigration({ world }: Stage): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-migration-'))
  try {
    const names = (await readdir(MIGRATIONS_DIRECTORY)).filter((name) => name.endsWith('.sql'))
    for (const name of names)
      await copyFile(join(MIGRATIONS_DIRECTORY, name), join(directory, name))
    const next = String(names.length + 1).padStart(4, '0')
    await writeFile(join(directory, `${next}_deadly.sql`), DEADLY)
    const died = await migrate({ url: world.url, log: SILENT, directory }).then(
      () => false,
      (error: unknown) => error instanceof DatabaseUnavailable,
    )
    if (!died) throw new Error('the migration did not die')
    await migrate({ url: world.url, log: SILENT })
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Crashes once before anything is committed and once after it; each time the operator repeats the command. */
async function crashInRotation(stage: Stage): Promise<void> {
  const { context, merchants, scheduler } = stage
  for (const { id: merchantId, keyId } of merchants)
    for (let tries = 0; tries < 2; tries++) {
      const rotation = { environment: 'sandbox', keyId, overlapSeconds: OVERLAP_SECONDS } as const
      await settle(stage, [scheduler.start('rotate key', () => rotateKey(context, rotation))])
      const secret = { merchantId, overlapSeconds: OVERLAP_SECONDS }
      await settle(stage, [
        scheduler.start('rotate secret', () => rotateWebhookSecret(context, secret)),
      ])
    }
}
