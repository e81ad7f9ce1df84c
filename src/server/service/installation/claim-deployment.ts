import type { Environment } from '#contract/environment.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { insertDeployment, readDeployment } from '../../database/installation/deployment.ts'
import type { MasterKeys } from '../keys/master-keys.ts'

/** A process that may work on a database. */
export interface Claimant {
  environment: Environment
  keys: MasterKeys
}

/** The database belongs to another environment, or to another master key; the message says what to do. */
export class OtherDeployment extends Error {
  override name = 'OtherDeployment'
}

/** Throws `OtherDeployment` unless the database is this process's, or nobody's yet. Changes nothing. */
export async function checkDeployment(db: Queryable, claimant: Claimant): Promise<void> {
  const known = await readDeployment(db)
  if (known === undefined) return
  if (known.environment !== claimant.environment)
    throw new OtherDeployment(
      `This database belongs to the ${known.environment}, and CHECKOUT_ENVIRONMENT is ${claimant.environment}. ` +
        'Name the database of this environment in DATABASE_URL.',
    )
  if (!acceptedKeys(claimant.keys).includes(known.masterKeyId))
    throw new OtherDeployment(wrongKey(known.masterKeyId, claimant.keys))
}

/** Claims a migrated database for this process unless it is claimed already, then checks the claim. Throws `OtherDeployment`. */
export async function claimDeployment(db: Queryable, claimant: Claimant): Promise<void> {
  const { environment, keys } = claimant
  if ((await readDeployment(db)) === undefined)
    await insertDeployment(db, { environment, masterKeyId: keys.id })
  await checkDeployment(db, claimant)
}

function acceptedKeys({ id, previous }: MasterKeys): string[] {
  return [id, ...previous.map((keys) => keys.id)]
}

function wrongKey(known: string, { id }: MasterKeys): string {
  return (
    `This database belongs to the MASTER_KEY with the id ${known}, and MASTER_KEY has the id ${id}. Set that key; ` +
    'to replace it, name it in MASTER_KEY_PREVIOUS and run "npx --no checkout master-key rotate".'
  )
}
