import { performAction } from '../actions/perform-action.ts'
import type { Call } from '../calls/call.ts'
import { makePasskey } from './use-passkey.ts'

/** Adds another passkey: the browser creates it, and an existing one signs the dashboard action. */
export async function addPasskey(
  call: Call,
  { name, idempotencyKey }: { name: string; idempotencyKey: string },
): Promise<void> {
  const { ceremonyId, registration } = await makePasskey(call)
  const input = { merchantId: null, ceremonyId, name, registration }
  await performAction(call, { dashboardAction: 'passkey.add', input, idempotencyKey })
}
