import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

export interface PasskeyRecord {
  credentialId: Buffer
  userId: string
  rpId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackedUp: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const COLUMNS = `p.credential_id as "credentialId", p.user_id as "userId", p.rp_id as "rpId", p.public_key as "publicKey",
  p.counter, p.transports, p.is_backed_up as "isBackedUp", p.name, p.created_at as "createdAt",
  p.last_used_at as "lastUsedAt"`

const INSERT = named(
  'insert passkey',
  `insert into passkeys (credential_id, user_id, rp_id, public_key, counter, transports, is_backed_up, aaguid, name, created_at)
   values (:credentialId, :userId, :rpId, :publicKey, :counter, :transports, :isBackedUp, :aaguid, :name, :now)
   on conflict (credential_id) do nothing returning 1`,
)

/** False when the credential is registered already. */
export async function insertPasskey(
  tx: Queryable,
  passkey: {
    credentialId: Uint8Array
    userId: string
    rpId: string
    publicKey: Uint8Array
    counter: number
    transports: readonly string[]
    isBackedUp: boolean
    aaguid: string
    name: string
    now: Date
  },
): Promise<boolean> {
  return (await tx.query(INSERT, INSERT.values(passkey))).length > 0
}

const READ = statement(
  'passkey',
  `select ${COLUMNS} from passkeys p join users u on u.id = p.user_id
   where p.credential_id = $1 and p.rp_id = $2 and u.status = 'active'`,
)

/** A passkey of this relying party whose user is active. */
export async function readPasskey(
  db: Queryable,
  credentialId: Uint8Array,
  rpId: string,
): Promise<PasskeyRecord | undefined> {
  return (await db.query<PasskeyRecord>(READ, [credentialId, rpId]))[0]
}

const LIST = statement(
  'passkeys of a user',
  `select ${COLUMNS} from passkeys p where p.user_id = $1 order by p.created_at`,
)

export function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRecord[]> {
  return db.query<PasskeyRecord>(LIST, [userId])
}

const USED = statement(
  'passkey was used',
  'update passkeys set counter = $2, last_used_at = $3 where credential_id = $1 and counter <= $2 returning 1',
)

/** Records a use. False when the passkey is gone, or its stored counter is higher: a copy of the passkey may be in use. */
export async function notePasskeyUse(
  tx: Queryable,
  { credentialId, counter, now }: { credentialId: Uint8Array; counter: number; now: Date },
): Promise<boolean> {
  return (await tx.query(USED, [credentialId, counter, now])).length > 0
}

const RENAME = statement(
  'rename passkey',
  'update passkeys set name = $3 where user_id = $1 and credential_id = $2 returning 1',
)

/** False when the person has no such passkey. */
export async function renamePasskey(
  tx: Queryable,
  { userId, credentialId, name }: { userId: string; credentialId: Uint8Array; name: string },
): Promise<boolean> {
  return (await tx.query(RENAME, [userId, credentialId, name])).length > 0
}

const DELETE_ONE = statement(
  'delete passkey',
  'delete from passkeys where user_id = $1 and credential_id = $2 returning 1',
)

/** False when the person has no such passkey. */
export async function deletePasskey(
  tx: Queryable,
  { userId, credentialId }: { userId: string; credentialId: Uint8Array },
): Promise<boolean> {
  return (await tx.query(DELETE_ONE, [userId, credentialId])).length > 0
}

const DELETE_ALL = statement(
  'delete passkeys of a user',
  `with codes as (delete from recovery_codes where user_id = $1) delete from passkeys where user_id = $1`,
)

/** Deletes a person's passkeys and recovery codes. */
export async function deletePasskeysOf(tx: Queryable, userId: string): Promise<void> {
  await tx.query(DELETE_ALL, [userId])
}
